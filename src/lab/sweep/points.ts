import type { WebhookRecord } from '../../control/client/named-types.ts';
import { isRefused } from '../../model/shared/refused-request.ts';
import { numberByKey } from '../../model/shared/objects.ts';
import { isNotified, statusAtEnd } from '../achievements/deeds.ts';
import { beside } from '../achievements/beside.ts';
import { factsOf, paramKey, unnamedParams, varyingParams } from '../achievements/noise.ts';
import type { Baselines } from '../achievements/noise.ts';
import { closedHostTexts, isPosted } from '../achievements/posted-webhooks.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';
import { asNumber } from '../../model/shared/conversion.ts';
import { pointName } from './point-names.ts';
import type { Facts } from './point-names.ts';

/** The kinds of points at which a fault can happen. */
export type PointKind = 'call' | 'fax' | 'portOrder' | 'webhook';

/** A place in the run of a program where a fault can happen: the nth thing of its kind with these facts. */
export interface Point {
  readonly kind: PointKind;
  /** The value of `on` in the rule: an operation, `fax`, `portOrder` or `webhook`. */
  readonly on: string;
  /** Facts of the scenario language, by name. */
  readonly where: Facts;
  /** Ordinal among the points with the same facts, from 1. */
  readonly nth: number;
  /** The smallest set of facts by which a rule matches the same thing. */
  readonly needed: Facts;
  /** Ordinal among all points with the same `on`, from 1. */
  readonly ordinal: number;
  /** Only points of the same shape can be equal. */
  readonly shape: string;
  /** The surroundings of the point, in words. Points of the same shape and surroundings are equal. */
  readonly contexts: readonly string[];
  /** A fax that the account receives. */
  readonly isReceived: boolean;
  /** A fax with several recipients. */
  readonly hasSeveralRecipients: boolean;
  /** Whether the program normally makes several such sends to the same recipients, so that a second one is no mistake. */
  readonly isRepeated: boolean;
  /** A send whose fax has a webhook that an application accepts. */
  readonly hasWebhook: boolean;
  /** Whether the point is a signed webhook. Webhooks of v3, and of a world without a token, have no signature. */
  readonly isSigned: boolean;
  /** Whether the point is a webhook to a URL with credentials. */
  readonly hasCredentials: boolean;
  /** The id of the fax that it is or creates, in the first run without a fault. */
  readonly faxId: number | null;
  /** The id, in the first run without a fault, of the fax that a webhook is about. */
  readonly notifiesOf: number | null;
  /** The status of a fax at its end, without a fault. */
  readonly outcome: SentFax['status'] | null;
}

/**
 * The points of a program: what happens in both runs without a fault. Also the differences between the runs, in sentences.
 * `alsoUnstable` are parameters that differ between other runs.
 */
export function pointsOf(first: RunRecord, second: RunRecord, alsoUnstable: ReadonlySet<string> = new Set()) {
  const baselines = { former: first, baseline: second };
  const unstable = new Set([...unnamedParams(baselines), ...alsoUnstable]);
  const ones = numberHappenings(happeningsOf(first, unstable));
  const others = numberHappenings(happeningsOf(second, unstable));
  const twins = new Map(others.map((other) => [pointName(other), other]));
  const stable = ones.flatMap((one) => {
    const twin = twins.get(pointName(one));
    if (twin === undefined) return [];
    const contexts = one.contexts.filter((word) => twin.contexts.includes(word));
    return [{ ...one, contexts, needed: withoutShared(neededFacts([one, ones], [twin, others]), one, ones) }];
  });
  const points = numberByKey(stable, ({ on }) => on).map(([point, ordinal]) => ({ ...point, ordinal }));
  const differences = [
    ...[...varyingParams(baselines), ...alsoUnstable].map(
      (name) => `${name} differs between the two runs: no rule names it, and no verdict compares it`,
    ),
    ...unequalCounts(ones, others),
    ...closedHostTexts(second.deliveries),
  ];
  return { points, differences };
}

/** The number of happenings in a run that have the facts of a point. */
export const timesIn = (run: RunRecord, point: Point, { former, baseline }: Baselines): number =>
  happeningsOf(run, unnamedParams({ former, baseline })).filter((one) => kindOf(one) === kindOf(point)).length;

/** Whether the same things happened equally often in two runs. */
export function hasSamePoints(first: RunRecord, second: RunRecord): boolean {
  const unstable = unnamedParams({ former: first, baseline: second });
  return unequalCounts(happeningsIn(first, unstable), happeningsIn(second, unstable)).length === 0;
}

type Run = readonly HappeningOfRun[];
/** A thing and the run in which it happened. */
type Place = readonly [HappeningOfRun, Run];

/**
 * Drops each fact that is not needed to match the same thing in both runs. Keeps parameters if the program makes several such
 * requests, because parallel requests come in any order.
 */
function neededFacts(...places: readonly [Place, Place]): Facts {
  const [[{ kind, where, nth }]] = places;
  const alike = places.map(([one, run]) => ({ one, run: run.filter((other) => isSameKind(one, other)) }));
  const isAlone = places.every(([one, run]) => run.filter(({ on }) => on === one.on).length === 1);
  let needed = where;
  for (const fact of kind === 'webhook' ? [] : Object.keys(where).toSorted(byImportance)) {
    const fewer = Object.fromEntries(Object.entries(needed).filter(([name]) => name !== fact));
    const isMatched = alike.every(
      ({ one, run }) => run.filter((other) => hasFacts(other, fewer)).indexOf(one) === nth - 1,
    );
    const hasParam = Object.keys(fewer).some((name) => name !== 'version');
    if (isMatched && (hasParam || isAlone)) needed = fewer;
  }
  return needed;
}

const project = 'params.projectId';

/** The facts without the project if all such requests name the same one. */
function withoutShared(facts: Facts, { on }: HappeningOfRun, run: Run): Facts {
  const projects = new Set(run.filter((other) => other.on === on).map(({ where }) => where[project]));
  return projects.size > 1 ? facts : Object.fromEntries(Object.entries(facts).filter(([name]) => name !== project));
}

/** Rules distinguish sent faxes from received ones. */
const isSameKind = (one: HappeningOfRun, other: HappeningOfRun): boolean =>
  one.on === other.on && one.isReceived === other.isReceived;

const hasFacts = ({ where }: Pick<Point, 'where'>, facts: Facts): boolean =>
  Object.entries(facts).every(([name, value]) => where[name] === value);

/** Puts the recipient and the id last, because they are dropped last: people know a request by them. */
const byImportance = (one: string, other: string): number => importance(one) - importance(other);
const importance = (fact: string): number => ['version', fact, 'params.to', 'params.id'].lastIndexOf(fact);

/** A sentence for each happening that comes more often in one of the runs. */
const unequalCounts = (ones: Run, others: Run): string[] =>
  beside({ ones, others }, kindOf)
    .filter((alike) => alike.ones.length !== alike.others.length)
    .map((alike) => {
      return `${alike.key} comes ${alike.ones.length} times in one run and ${alike.others.length} times in the other`;
    });

const kindOf = (one: Pick<Point, 'on' | 'where'>): string => pointName({ ...one, nth: 0 }).replace(/#0$/, '');

const numberHappenings = (happenings: readonly Unnumbered[]): HappeningOfRun[] =>
  numberByKey(happenings, kindOf).map(([happening, nth]) => ({ ...happening, nth }));

/** The events of a run that a rule can match, with the ordinals of equal ones. */
export const happeningsIn = (run: RunRecord, unstable: ReadonlySet<string>): HappeningOfRun[] =>
  numberHappenings(happeningsOf(run, unstable));

/** A point of one run, before it is compared with the other. */
export type HappeningOfRun = Omit<Point, 'needed' | 'ordinal'>;
type Unnumbered = Omit<HappeningOfRun, 'nth'>;

/** The events of a run that a rule can match, without the parameters that differ from run to run. */
function happeningsOf(run: RunRecord, unstable: ReadonlySet<string>): Unnumbered[] {
  return [
    ...run.calls.flatMap((call, index) => callHappening(call, { run, index, unstable })),
    ...run.faxes.flatMap((fax) => faxHappening(fax, run)),
    ...run.received.flatMap(receivedHappening),
    ...run.calls.filter(isPortOrder).map((): Unnumbered => ({ ...plain, kind: 'portOrder', on: 'portOrder' })),
    ...run.deliveries.filter(isPosted).map((delivery) => webhookHappening(delivery, run)),
  ];
}

const plain = {
  where: {},
  shape: '',
  contexts: [],
  isReceived: false,
  hasSeveralRecipients: false,
  isRepeated: false,
  hasWebhook: false,
  isSigned: false,
  hasCredentials: false,
  faxId: null,
  notifiesOf: null,
  outcome: null,
};

const isPortOrder = ({ operation, answer }: RecordedRequest): boolean =>
  operation === 'createPortOrder' && answer.status !== null && answer.status < 300;

/** The happening of a sent fax. A fax that the control API made has no course, so no rule can match it. */
function faxHappening(fax: SentFax, run: RunRecord): Unnumbered[] {
  const { id, recipients } = fax;
  const [made] = makersOf(id, run.calls);
  if (made === undefined) return [];
  const [{ number: to } = { number: '' }, ...others] = recipients;
  const hasSeveralRecipients = others.length > 0;
  const shape = `${made.operation ?? ''} ${String(hasSeveralRecipients)}`;
  const outcome = statusAtEnd(fax, run);
  return [{ ...plain, kind: 'fax', on: 'fax', where: { to }, shape, hasSeveralRecipients, faxId: id, outcome }];
}

/** The happening of a received fax. A rule cannot match a call without a number. */
function receivedHappening({ id, from_number: from, status: outcome }: SentFax): Unnumbered[] {
  if (from === null) return [];
  return [
    { ...plain, kind: 'fax', on: 'fax', where: { from }, shape: 'received', isReceived: true, faxId: id, outcome },
  ];
}

function webhookHappening(
  { event, fax_id: id, url, attempts }: WebhookRecord,
  { calls, faxes }: RunRecord,
): Unnumbered {
  const to = faxes.find((fax) => fax.id === id)?.recipients[0]?.number;
  const [made] = makersOf(id, calls);
  const where = { event, attempt: 1, ...(to !== undefined && { to }) };
  const isSigned = attempts.some(({ signature }) => signature !== null);
  const hasCredentials = /^https?:\/\/[^/?#]*@/i.test(url ?? '');
  const shape = `${event} ${made?.operation ?? 'received'} ${String(isSigned)}`;
  return { ...plain, kind: 'webhook', on: 'webhook', where, shape, isSigned, hasCredentials, notifiesOf: id };
}

interface CallPlace {
  readonly run: RunRecord;
  /** Index of the call in its run. */
  readonly index: number;
  readonly unstable: ReadonlySet<string>;
}

function callHappening(call: RecordedRequest, { run, index, unstable }: CallPlace): Unnumbered[] {
  const { operation, version, params, key, new_fax_ids: newFaxIds } = call;
  if (operation === null || version === null) return [];
  const facts = factsOf(call).filter(([name]) => !unstable.has(paramKey(call, name)));
  const where = { version, ...Object.fromEntries(facts.map(([name, value]) => [`params.${name}`, value])) };
  const names = Object.keys(params ?? {}).toSorted();
  const isLater = asNumber(params?.['page'] ?? 1) > 1;
  const alike = run.calls.filter((other) => other.operation === operation && subjectOf(other) === subjectOf(call));
  const hasWebhook = newFaxIds.some((id) => isNotified(id, run));
  const shape = [version, key ?? '', String(isLater), String(hasWebhook), ...names].join(' ');
  const contexts = contextsOf(call, run, index);
  const isRepeated = alike.length > 1;
  const [faxId = null] = newFaxIds;
  return [{ ...plain, kind: 'call', on: operation, where, shape, contexts, isRepeated, hasWebhook, faxId }];
}

/** The requests beside a request, and the events before it. */
function contextsOf(call: RecordedRequest, { calls, deliveries }: RunRecord, index: number): string[] {
  const [before, after] = [calls[index - 1], calls[index + 1]];
  const neighbours = `after ${before?.operation ?? 'the start'} and before ${after?.operation ?? 'the end'}`;
  if (before === undefined) return [neighbours];
  const [since, at] = [Date.parse(before.at), Date.parse(call.at)];
  const events = deliveries
    .filter(({ attempts }) => attempts.some((one) => Date.parse(one.at) >= since && Date.parse(one.at) < at))
    .map(({ event }) => `the first after the webhook ${event}`);
  return [
    neighbours,
    ...(isRefused(before) ? [`after a refused ${before.operation ?? 'request'}`] : []),
    ...new Set(events),
    ...(at - since >= waitMs ? ['the first after a wait'] : []),
    ...phaseOf(calls, index),
  ];
}

/** The part of the run: before the first wait, between waits, or after the last, as for a program that works each night. */
function phaseOf(calls: readonly RecordedRequest[], index: number): string[] {
  const waits = calls.flatMap(({ at }, place) => {
    const before = calls[place - 1];
    return before !== undefined && Date.parse(at) - Date.parse(before.at) >= waitMs ? place : [];
  });
  const [first, last] = [waits[0], waits.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (index < first) return ['before the first wait'];
  return [index < last ? 'between two waits' : 'after the last wait'];
}

/** If a program lets this much world time pass between two requests, in ms, it has waited. */
const waitMs = 1000;

const subjectOf = ({ params }: RecordedRequest): string => JSON.stringify([params?.['to'], params?.['id']]);
