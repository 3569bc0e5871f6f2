import { aboutOf, isReaching, repetitionsOf } from '../achievements/deeds.ts';
import { beyond } from '../achievements/beside.ts';
import { contentOf, varyingParams } from '../achievements/noise.ts';
import type { Baselines } from '../achievements/noise.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';
import type { FaultedRun } from './faulted-run.ts';
import { hasHeardOf, relationOf } from './mentions.ts';

/**
 * The acts that a fault excuses. A program may answer a fax that arrives because of the fault, replace a fax that the fault
 * changes, and treat a changed received fax differently. An act that mentions another fax is not excused. An act that mentions no
 * fax is excused if the runs without the fault have as many for each of their faxes, and, for an arriving fax, if the program has
 * heard of it.
 */
interface Excuses {
  /** The faxes that arrived because of the fault. */
  readonly arrivals: readonly SentFax[];
  /** The fax of the point, as it was in the first run without the fault. */
  readonly touched: SentFax | undefined;
  /** Whether the fault has changed that fax, so that the program may send a replacement to other recipients. */
  readonly hasTrouble: boolean;
  /** The received fax that the fault changes, as it was in the second run without the fault. */
  readonly changedCall: SentFax | undefined;
}

type Compared = Omit<FaultedRun, 'ending'>;

export function excusesOf({ run, former, baseline, trial: { fault, point } }: Compared): Excuses {
  const usual = Math.max(former.received.length, baseline.received.length);
  const hasArrivals = fault.changes === 'fax arrives' && run.received.length > usual;
  const arrivals = hasArrivals ? beyond(run.received, baseline.received, aboutOf) : [];
  const touched = former.faxes.find(({ id }) => id === point.faxId);
  return {
    arrivals,
    touched,
    hasTrouble: touched !== undefined && fault.changes !== undefined,
    changedCall: fault.changes === undefined ? undefined : baseline.received.find(({ id }) => id === point.faxId),
  };
}

/** The faxes to one recipient, in a run with the fault and in the second one without it. */
interface Group {
  readonly faxes: readonly SentFax[];
  readonly usual: readonly SentFax[];
  /** The highest number of faxes of the group that reach their recipients without the fault. */
  readonly usuallyReaching: number;
}

/** The number of faxes of a group that the fault excuses. */
export function excusedFaxes(group: Group, compared: Compared, excuses: Excuses): number {
  const { faxes, usual, usuallyReaching } = group;
  const { run, former, baseline } = compared;
  const makerOf = (one: RunRecord) => (fax: SentFax) => makersOf(fax.id, one.calls)[0];
  const calls = faxes.filter((fax) => isReaching(fax, run)).flatMap((fax) => makerOf(run)(fax) ?? []);
  const usualCalls = usual.flatMap((fax) => makerOf(baseline)(fax) ?? []);
  const { touched, hasTrouble, arrivals, changedCall } = excuses;
  const isOther = touched !== undefined && [...faxes, ...usual].every((fax) => aboutOf(fax) !== aboutOf(touched));
  const perReceived = sharesWith(baseline, usual) ? 0 : perEach(usuallyReaching, receivedIn({ former, baseline }));
  return Math.max(
    excusedBy(arrivals, { calls, usualCalls, most: perReceived, isHeard: true }, compared),
    hasTrouble && isOther
      ? excusedBy(
          alikeIn(run.faxes, touched),
          { calls, usualCalls, most: substitutesFor(usuallyReaching, baseline) },
          compared,
        )
      : 0,
    changedCall === undefined ? 0 : excusedByCall(changedCall, { calls, usualCalls, group }, compared),
  );
}

/**
 * The number of faxes that a changed received fax excuses: one answer for each fax from that sender, or one fax to a number that
 * gets no other.
 */
function excusedByCall(
  changed: SentFax,
  { group, ...acts }: Pick<Acts, 'calls' | 'usualCalls'> & { readonly group: Group },
  compared: Compared,
): number {
  const { run, baseline } = compared;
  const { faxes, usual, usuallyReaching } = group;
  const isToSender = [...faxes, ...usual].some((fax) => aboutOf(fax) === `to ${changed.from_number ?? ''}`);
  const answerable = isToSender ? alikeIn(baseline.received, changed).length : 1;
  const most = Math.max(0, answerable - usuallyReaching);
  return Math.min(most, excusedBy(alikeIn(run.received, changed), { ...acts, most, isHeard: true }, compared));
}

/** The number of faxes that a program need not send, because a changed received fax has no document. */
export function forgoneFaxes(usual: readonly SentFax[], compared: Compared, { changedCall }: Excuses): number {
  const { run, former, baseline } = compared;
  if (changedCall === undefined || alikeIn(run.received, changedCall).every(hasArrived)) return 0;
  const calls = usual.flatMap((fax) => makersOf(fax.id, baseline.calls)[0] ?? []);
  const named = calls.filter((call) => relationOf(call, [changedCall], baseline) === 'a subject').length;
  return Math.max(named, perEach(usual.length, receivedIn({ former, baseline })));
}

/** Whether a received fax has its document. */
export const hasArrived = ({ status }: SentFax): boolean => status === 'success';

/** The number of records of a kind, made by these requests, that the fault excuses. */
export function excusedRecords(
  { calls, usualCalls, usual }: Pick<Acts, 'calls' | 'usualCalls'> & { readonly usual: number },
  compared: Compared,
): number {
  const { arrivals } = excusesOf(compared);
  return excusedBy(
    arrivals,
    { calls, usualCalls, most: perEach(usual, receivedIn(compared)), isHeard: true },
    compared,
  );
}

/** The requests that did acts of one kind. */
interface Acts {
  readonly calls: readonly RecordedRequest[];
  /** The calls of the second run without the fault. */
  readonly usualCalls: readonly RecordedRequest[];
  /** The highest number of acts without a mention of a fax, for each subject. */
  readonly most: number;
  /** Whether the program can know a subject only by a response or a webhook. */
  readonly isHeard?: true;
}

/** The number of acts beyond the usual ones that a fault with these subjects excuses. */
function excusedBy(
  subjects: readonly SentFax[],
  { calls, usualCalls, most, isHeard }: Acts,
  compared: Compared,
): number {
  if (subjects.length === 0) return 0;
  const { run } = compared;
  const varying = varyingParams(compared);
  const contents = usualCalls.map((call) => contentOf(call, varying));
  const areDistinct = contents.length > 1 && new Set(contents).size === contents.length;
  const isRepetition = (call: RecordedRequest): boolean => areDistinct && contents.includes(contentOf(call, varying));
  const extra = beyond(calls, usualCalls, (call) => contentOf(call, varying));
  const relations = extra.map((call) => ({ call, relation: relationOf(call, subjects, run) }));
  const isKnown = (call: RecordedRequest): boolean =>
    isHeard === undefined || subjects.some((fax) => hasHeardOf(fax, run, call));
  const named = relations.filter(({ relation }) => relation === 'a subject').length;
  const silent = relations.filter(
    ({ call, relation }) => relation === 'no fax' && isKnown(call) && !isRepetition(call),
  ).length;
  const count = isHeard === undefined ? 1 : subjects.length;
  return Math.max(Math.min(named, Math.max(count, most * count)), Math.min(silent, most * count));
}

/** The faxes with the same recipients or sender as a fax of another run. */
const alikeIn = (faxes: readonly SentFax[], one: SentFax): SentFax[] =>
  faxes.filter((fax) => aboutOf(fax) === aboutOf(one));

/** Whether these faxes go to the sender of a received fax, so that they may be answers to that fax. */
const sharesWith = ({ received }: RunRecord, [fax]: readonly SentFax[]): boolean =>
  fax !== undefined && received.some(({ from_number: from }) => aboutOf(fax) === `to ${from ?? ''}`);

const receivedIn = ({ former, baseline }: Baselines): number =>
  Math.max(...[former, baseline].map(({ received, receivedBefore }) => received.length + receivedBefore));

/** The number of acts for each thing if all have equally many, such as one copy of each fax to the user's own number; else 0. */
const perEach = (acts: number, things: number): number => (things === 0 || acts % things > 0 ? 0 : acts / things);

/**
 * The number of replacements for each fax that fails without the fault, such as letters to a number of last resort, if all have
 * equally many. One, if no other fax goes to these recipients.
 */
const substitutesFor = (usual: number, baseline: RunRecord): number =>
  usual === 0 ? 1 : perEach(usual, baseline.faxes.filter((fax) => !isReaching(fax, baseline)).length);

/** The later faxes that repeat a fax to the same recipients: resends, and sends with an equal request. */
export function replacementsOf(fax: SentFax, { faxes, calls }: RunRecord, baselines: Baselines): SentFax[] {
  const varying = varyingParams(baselines);
  const contentFor = ({ id }: SentFax) => makersOf(id, calls).map((call) => contentOf(call, varying))[0];
  const content = contentFor(fax);
  const isEqual = (one: SentFax): boolean =>
    aboutOf(one) === aboutOf(fax) && content !== undefined && contentFor(one) === content;
  return repetitionsOf(fax, faxes, isEqual);
}
