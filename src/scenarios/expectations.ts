import { Cell, Table } from '../store/memory/memory.ts';
import type { Memory } from '../store/memory/memory.ts';
import type { Range } from './schema.ts';

/**
 * The verdicts on an expectation: `pending` if there is nothing to check yet, `waiting` if the expectation is unmet, but the
 * rule's window or the time for a retry is still open.
 */
export const verdictWords = ['passed', 'failed', 'waiting', 'pending'] as const;

/** The present result of an expectation. */
export interface ExpectationResult {
  readonly verdict: (typeof verdictWords)[number];
  /** A sentence with the reason: which request, and when. */
  readonly because: string;
  /** When `waiting` becomes `failed` if nothing happens, in ms on the world's clock. */
  readonly until?: number;
}

/** A request, a fax or a webhook, in the form for a rule's expectations. */
export interface Observation {
  /** The operation; `fax` or `webhook`. */
  readonly on: string;
  /** Digest of the request. Equal requests have equal digests, whatever client sends them. */
  readonly identity: string;
  /** Name in reports. */
  readonly label: string;
  /** Instant on the world's clock, in ms. */
  readonly at: number;
  /** The key by which the rule counts. */
  readonly countKey: string | undefined;
}

/** A created fax. */
export interface CreatedFax {
  readonly id: number;
  /** Recipients and document. */
  readonly content: string;
  /** The id of the fax that this one resends. */
  readonly resends: number | undefined;
  readonly at: number;
}

/** How an application answered a webhook. */
export interface WebhookOutcome {
  readonly url: string;
  readonly label: string;
  readonly at: number;
  /** Status of the response; null without a response. */
  readonly status: number | null;
}

/** The memory of an expectation, and what it knows of its rule and of the world. */
export interface ExpectationContext {
  readonly memory: Memory;
  /** The end of the rule's window in ms on the world's clock; Infinity without an end. */
  readonly closesAt: number;
  /** By URL, the refused genuine webhook of each application that refused the latest one. */
  readonly refusals: ReadonlyMap<string, WebhookOutcome>;
}

/** Checks one expectation of a rule. Its memory is bounded. */
export interface Expectation {
  /** A request came, whether or not the rule affects it. Returns whether the result may have changed. */
  observe?(observation: Observation): boolean;
  /** The rule fired. `retryAfter` is in ms. */
  touched?(observation: Observation, retryAfter: number | undefined): void;
  /** A fax was created. */
  created?(fax: CreatedFax): void;
  /** A fax was created, and its response was lost. */
  lost?(fax: CreatedFax): void;
  delivered?(webhook: WebhookOutcome): void;
  /** The result at a time, in ms on the world's clock. */
  result(now: number): ExpectationResult;
}

/** Limit for the requests that each expectation follows. */
export const followedMax = 1000;

export const time = (ms: number): string => new Date(ms).toISOString();

export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** A range as text. */
export function rangeText({ min, max }: { readonly min: number; readonly max: number }): string {
  if (min === max) return `${min}`;
  if (max === Infinity) return `${min} or more`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

/** Checks how often the rule has fired. */
export function expectFirings(range: Range, { memory, closesAt }: ExpectationContext): Expectation {
  const firings = new Cell(memory, 0);
  return {
    touched: () => void (firings.value += 1),
    result: (now) => {
      const count = firings.value;
      const isRight = count >= range.min && count <= range.max;
      if (isRight) return { verdict: 'passed', because: `it fired ${times(count)}, as expected` };
      if (count === 0) return { verdict: 'pending', because: 'it has not fired yet' };
      if (count < range.min && closesAt !== Infinity && now < closesAt) {
        const because = `it fired ${times(count)} so far; expected: ${rangeText(range)}`;
        return { verdict: 'waiting', because, until: closesAt };
      }
      return { verdict: 'failed', because: `it fired ${times(count)}; expected: ${rangeText(range)}` };
    },
  };
}

/**
 * Checks whether the application refuses webhooks without a valid signature. An application that refuses genuine webhooks too shows
 * nothing, so the verdict stays open.
 */
export function expectRejection({ memory, refusals }: Omit<ExpectationContext, 'closesAt'>): Expectation {
  const awaited = new Cell(memory, 0);
  const rejected = new Cell(memory, 0);
  const refusing = new Table<string, true>(memory);
  const offence = new Cell<string | undefined>(memory, undefined);
  return {
    touched: () => void (awaited.value += 1),
    delivered: (outcome) => {
      const { url, status } = outcome;
      awaited.value = Math.max(0, awaited.value - 1);
      if (status === null) return;
      if (status >= 200 && status < 300) {
        offence.value ??= outcomeText(outcome);
        return;
      }
      rejected.value += 1;
      if (refusing.size < followedMax) refusing.set(url, true);
    },
    result: () => {
      if (offence.value !== undefined) return { verdict: 'failed', because: offence.value };
      if (rejected.value === 0) return { verdict: 'pending', because: 'no forged webhook was answered yet' };
      if (awaited.value > 0) {
        const total = awaited.value + rejected.value;
        return { verdict: 'pending', because: `no answer yet: ${awaited.value} of ${total} forged webhooks` };
      }
      const because = `all forged webhooks were refused (${rejected.value})`;
      const [genuine] = [...refusing.keys()].flatMap((url) => refusals.get(url) ?? []);
      if (genuine === undefined) return { verdict: 'passed', because };
      return { verdict: 'pending', because: `${because}, but so was a genuine one: ${outcomeText(genuine)}` };
    },
  };
}

const outcomeText = ({ label, at, status }: WebhookOutcome): string =>
  `${label}, delivered at ${time(at)}, was answered with ${status}`;

/** Checks whether the client sends a fax again because it got no response to the first one. */
export function expectNoDuplicate(memory: Memory): Expectation {
  const byContent = new Table<string, CreatedFax>(memory);
  const byId = new Table<number, CreatedFax>(memory);
  const offence = new Cell<string | undefined>(memory, undefined);
  return {
    created: (fax) => {
      if (offence.value !== undefined || byId.size === 0) return;
      const first = byContent.get(fax.content) ?? byId.get(fax.resends ?? -1);
      if (first === undefined) return;
      offence.value = `fax ${fax.id}, made at ${time(fax.at)}, repeats fax ${first.id}, whose response was lost at ${time(first.at)}`;
    },
    lost: (fax) => {
      if (byId.size >= followedMax) return;
      byId.set(fax.id, fax);
      if (!byContent.has(fax.content)) byContent.set(fax.content, fax);
    },
    result: () => {
      if (offence.value !== undefined) return { verdict: 'failed', because: offence.value };
      if (byId.size === 0) return { verdict: 'pending', because: 'no response to a send was lost yet' };
      return { verdict: 'passed', because: `no fax was sent twice (${byId.size} whose response was lost)` };
    },
  };
}

/** The time during which the client must not repeat its request. */
interface Wait {
  readonly since: number;
  readonly until: number;
  /** The request whose response had the Retry-After. */
  readonly label: string;
  /** True once a request has come after the wait. */
  readonly isOver: boolean;
}

/** Ms on the world's clock for which another request may already have been on its way when Retry-After was sent. */
const underWayMs = 100;

/**
 * Checks whether the client waits as long as Retry-After says, both with this request and with others of the operation.
 * A wait is honoured only when a request of the operation comes after it: before that, the client may still come too
 * early.
 */
export function expectWaiting(memory: Memory): Expectation {
  const requests = new Table<string, Wait>(memory);
  const operations = new Table<string, Wait>(memory);
  const waitCount = new Cell(memory, 0);
  const offence = new Cell<string | undefined>(memory, undefined);
  const tooEarly = ({ identity, at, ...observation }: Observation): Wait | undefined => {
    const same = requests.get(identity);
    if (same !== undefined && at < same.until) return same;
    const alike = operations.get(scopeKey(observation));
    return alike !== undefined && at >= alike.since + underWayMs && at < alike.until ? alike : undefined;
  };
  const endWait = ({ at, ...observation }: Observation): void => {
    const key = scopeKey(observation);
    const wait = operations.get(key);
    if (wait !== undefined && !wait.isOver && at >= wait.until) operations.set(key, { ...wait, isOver: true });
  };
  return {
    observe: (observation) => {
      if (waitCount.value === 0 || offence.value !== undefined) return false;
      const wait = tooEarly(observation);
      if (wait === undefined) endWait(observation);
      else offence.value = offenceText(observation, wait);
      return true;
    },
    touched: (observation, retryAfter) => {
      if (retryAfter === undefined) return;
      waitCount.value += 1;
      const { at, label } = observation;
      const wait = { since: at, until: at + retryAfter, label, isOver: false };
      remember(requests, observation.identity, wait);
      remember(operations, scopeKey(observation), wait);
    },
    result: (): ExpectationResult => {
      if (offence.value !== undefined) return { verdict: 'failed', because: offence.value };
      if (waitCount.value === 0) return { verdict: 'pending', because: 'no response has had a Retry-After yet' };
      const open = [...operations.values()].find(({ isOver }) => !isOver);
      if (open !== undefined) return { verdict: 'pending', because: openText(open) };
      return {
        verdict: 'passed',
        because: `no client came before its Retry-After had passed (${times(waitCount.value)})`,
      };
    },
  };
}

const offenceText = ({ label, at }: Observation, { since, until }: Wait): string =>
  `${label} came at ${time(at)}, after ${seconds(at - since)} of the ${seconds(until - since)} of Retry-After`;

const openText = ({ label, until }: Wait): string =>
  `no request has come since the Retry-After of ${label}, which ends at ${time(until)}`;

/** `0.12 s`, to the ms. */
export const seconds = (ms: number): string => `${Math.round(ms) / 1000} s`;

const scopeKey = ({ on, countKey = '' }: Pick<Observation, 'on' | 'countKey'>): string => `${on} ${countKey}`;

/** Stores a wait. If the map is full, the oldest wait is removed. */
function remember(waits: Table<string, Wait>, key: string, wait: Wait): void {
  waits.delete(key);
  if (waits.size >= followedMax) for (const oldest of [...waits.keys()].slice(0, 1)) waits.delete(oldest);
  waits.set(key, wait);
}
