import { isRead } from '../achievements/run-record.ts';
import type { Point } from './points.ts';

/** A mapping of the scenario language, as a file has it. */
type RuleEffects = Readonly<Record<string, unknown>>;

/**
 * The change that a fault itself makes: the fax at its point fails, ends later or never ends, or a fax arrives. A run is compared
 * with a world that has this change.
 */
export type OwnChange = 'fax fails' | 'fax is late' | 'fax stays open' | 'fax arrives';

/** A kind of failure that the service or the network can produce. */
export interface Fault {
  /** Name in reports, in names of files and in lists of accepted findings: `busy`. */
  readonly id: string;
  /** The event, in words that follow the name of the point. */
  readonly says: string;
  readonly fits: (point: Point) => boolean;
  readonly do: RuleEffects;
  /** The change that the fault itself makes in the world. Default: none. */
  readonly changes?: OwnChange;
  /** An expectation of the scenario language about the client. */
  readonly expect?: (point: Point) => RuleEffects | undefined;
  /** Whether the fault lasts from the point on. */
  readonly lasts?: true;
  /** Why a program must survive this fault. Without it, the program may fail. */
  readonly mustPass?: string;
  /** How much longer a run takes with this fault, in real ms. */
  readonly extraMs?: number;
  /** How much longer a run takes with this fault, in ms of the world. A clock that skips waits needs no real time for it. */
  readonly worldMs?: number;
  /** Whether a run ends only when the program gives up. */
  readonly isOpenEnded?: true;
  /** Whether the fault is tried at later sends too, before the faults without an end. */
  readonly isTriedAtLaterSends?: true;
  /** Whether the fault is also used as a second fault. */
  readonly isTriedInRecovery?: true;
}

const isReading = ({ kind, on }: Point): boolean => kind === 'call' && isRead(on);
const isWrite = ({ kind, on }: Point): boolean => kind === 'call' && !isRead(on);
const isCall = ({ kind }: Point): boolean => kind === 'call';
const isSend = ({ on }: Point): boolean => on === 'sendFax' || on === 'resendFax';
const isFax = ({ kind }: Point): boolean => kind === 'fax';
const isSentFax = (point: Point): boolean => isFax(point) && !point.isReceived;
const isReached = ({ outcome }: Point): boolean => outcome === 'success' || outcome === 'partialsuccess';
const isOrder = ({ kind }: Point): boolean => kind === 'portOrder';
const isWebhook = ({ kind }: Point): boolean => kind === 'webhook';
const isSignedWebhook = (point: Point): boolean => isWebhook(point) && point.isSigned;

const noDuplicate = (point: Point): RuleEffects | undefined =>
  isSend(point) && !point.isRepeated ? { no_duplicate_fax: true } : undefined;

/** A response that fails after the service has carried out the request: a program that sends again may do it twice. */
const afterWork = (id: string, says: string, effects: RuleEffects): Fault => ({
  id,
  says,
  fits: isWrite,
  do: { commit: true, ...effects },
  expect: noDuplicate,
});

const wronglySigned = (id: string, says: string, sign: string): Fault => ({
  id,
  says,
  fits: isSignedWebhook,
  do: { sign },
  expect: () => ({ rejects_webhook: true }),
});

/** A webhook from a stranger who does not know the credentials in its URL. */
const withCredentials = (id: string, says: string, credentials: string): Fault => ({
  id,
  says,
  fits: (point) => isWebhook(point) && point.hasCredentials,
  do: { credentials },
  expect: () => ({ rejects_webhook: true }),
});

const faxEnds = (id: string, says: string, end: RuleEffects): Fault => ({
  id,
  says,
  fits: isSentFax,
  do: { course: [{ after: '300ms', ...end }] },
  changes: 'fax fails',
});

/** A short time, in ms, because programs wait for it in real time. */
export const retryAfterMs = 1000;
const retryAfter = `${retryAfterMs / 1000}s`;

/**
 * All faults, in the order of runs and of rows in reports: likely and harmful ones first, those that make the program wait last.
 */
export const faults: readonly Fault[] = [
  {
    ...afterWork('lost-answer', 'the service carries out the request, but its response is lost', { wire: 'reset' }),
    isTriedAtLaterSends: true,
    isTriedInRecovery: true,
  },
  {
    id: 'unavailable',
    says: 'the response is 503',
    fits: isCall,
    do: { fail: 'unavailable' },
    isTriedAtLaterSends: true,
    isTriedInRecovery: true,
  },
  {
    id: 'cut-off',
    says: 'the response breaks off after ten bytes',
    fits: isCall,
    do: { wire: { truncate: 10 } },
    expect: noDuplicate,
    isTriedInRecovery: true,
  },
  {
    id: 'list-shifts',
    says: 'a fax arrives between two pages of the list',
    fits: ({ on, where }) => on === 'listFaxes' && Number(where['params.page'] ?? 1) > 1,
    do: { arrivals: 1 },
    changes: 'fax arrives',
  },
  {
    id: 'twice',
    says: 'the webhook comes twice',
    fits: isWebhook,
    do: { duplicate: { times: 2 } },
    mustPass: 'the service may deliver a webhook more than once',
    isTriedInRecovery: true,
  },
  { ...faxEnds('busy', 'the line is busy', { status: 'failure', error: 17 }), isTriedInRecovery: true },
  afterWork('late-error', 'the service carries out the request, but its response is 500', { fail: 'server_error' }),
  {
    id: 'garbage',
    says: 'the service carries out the request, but its response is not HTTP',
    fits: isCall,
    do: { commit: true, wire: 'garbage' },
    expect: noDuplicate,
  },
  wronglySigned('forged', 'the webhook is signed with another token', 'wrong-token'),
  wronglySigned('tampered', 'the webhook is changed after it was signed', 'tampered-body'),
  wronglySigned('unsigned', 'the webhook has no signature', 'none'),
  withCredentials('wrong-password', 'the webhook has a wrong password', 'wrong'),
  withCredentials('anonymous', 'the webhook has no credentials', 'none'),
  {
    id: 'overtaken',
    says: 'the webhook comes after the webhook about the end of the fax',
    fits: (point) => isWebhook(point) && point.where['event'] !== 'fax_completed',
    do: { hold_until: 'fax_completed' },
    mustPass: 'the service may deliver webhooks in any order',
  },
  {
    ...faxEnds('partial', 'only the first recipient is reached', { status: 'partialsuccess', error: 17 }),
    // Only for a fax that reaches its recipients without the fault: the fault must not let a failing fax reach a recipient.
    fits: (point) => isSentFax(point) && point.hasSeveralRecipients && isReached(point),
  },
  {
    ...faxEnds('dropped', 'the call of the received fax breaks off', { status: 'failure', error: 11 }),
    fits: (point) => isFax(point) && point.isReceived,
  },
  faxEnds('unreachable', 'the number is out of service', { status: 'failure', error: 34 }),
  {
    id: 'rejected',
    says: 'the losing carrier rejects the port order',
    fits: isOrder,
    do: {
      course: [
        { after: '300ms', status: 'submitted' },
        { after: '300ms', status: 'rejected', note: 'The name on the account is another' },
      ],
    },
  },
  {
    id: 'early-webhook',
    says: 'the webhook comes before the response is complete',
    fits: (point) => isSend(point) && point.hasWebhook,
    do: { wire: { dribble: { chunks: 2, over: '1s' } } },
    mustPass: 'the service may deliver a webhook before its response',
    extraMs: 1000,
  },
  {
    id: 'reset',
    says: 'the connection breaks before the service carries out the request',
    fits: isCall,
    do: { wire: 'reset' },
    isTriedInRecovery: true,
  },
  { id: 'error', says: 'the response is 500', fits: isCall, do: { fail: 'server_error' } },
  {
    id: 'rate-limited',
    says: `the response is 429 with a Retry-After of ${retryAfter}`,
    fits: isCall,
    do: { fail: 'rate_limited', retry_after: retryAfter },
    expect: () => ({ honours_retry_after: true }),
    extraMs: retryAfterMs,
    isTriedAtLaterSends: true,
  },
  { id: 'late', says: 'the webhook comes ten seconds late', fits: isWebhook, do: { delay: '10s' }, worldMs: 10_000 },
  {
    id: 'slow-fax',
    says: 'the fax takes ten seconds longer',
    fits: isFax,
    do: { delay: '10s' },
    changes: 'fax is late',
    worldMs: 10_000,
  },
  {
    id: 'slow',
    says: 'the service carries out the request, and responds three seconds later',
    fits: isCall,
    do: { delay: '3s' },
    worldMs: 3000,
  },
  {
    id: 'never',
    says: 'the webhook never comes',
    fits: isWebhook,
    do: { drop: true },
    isOpenEnded: true,
    isTriedInRecovery: true,
  },
  {
    ...afterWork('unanswered', 'the service carries out the request, but never responds', { wire: 'hang' }),
    isOpenEnded: true,
  },
  { id: 'hang', says: 'the service never responds', fits: isReading, do: { wire: 'hang' }, isOpenEnded: true },
  {
    id: 'stuck',
    says: 'the fax stays in progress forever',
    fits: isFax,
    do: { course: [{ after: '100ms', status: 'inprogress' }] },
    changes: 'fax stays open',
    isOpenEnded: true,
  },
  {
    id: 'unported',
    says: 'the port order stays submitted forever',
    fits: isOrder,
    do: { course: [{ after: '300ms', status: 'submitted' }] },
    isOpenEnded: true,
  },
  {
    id: 'down',
    says: 'the response is 503 from now on',
    fits: isCall,
    do: { fail: 'unavailable' },
    lasts: true,
    isOpenEnded: true,
  },
];

/** Whether the service does the work of a request without the program knowing: the program must look before it sends again. */
export const isAfterWork = ({ do: { commit, wire, delay } }: Fault): boolean =>
  commit === true || typeof wire === 'object' || delay !== undefined;
