import { groupBy } from '../../model/shared/objects.ts';
import { isReaching } from './achievements.ts';
import type { Change } from './faults.ts';
import { contentOf } from './requests.ts';
import { callThatMade, haveVaryingRecipients, recipientsOf, varyingParams } from './observation.ts';
import type { Baselines, RecordedRequest, RunComparison, RunRecord, SentFax } from './observation.ts';
import type { Trial } from './plan.ts';

/** A run with a fault at a point. */
export interface FaultedRun extends RunComparison {
  readonly trial: Trial;
}

/** A wrong state of the world that the fault alone does not explain. */
export interface Harm {
  /** Sentence without a full stop. */
  readonly sentence: string;
  /** The request of the program that did it, or after which the program did not do what was needed. */
  readonly request: RecordedRequest | undefined;
}

/** Groups faxes by their recipients; where a program has others in each run, all are one group. */
export function groupingOf(baselines: Baselines) {
  const isVarying = haveVaryingRecipients(baselines);
  return (faxes: readonly SentFax[]): ReadonlyMap<string, readonly SentFax[]> =>
    groupBy(faxes, (fax) => (isVarying ? 'numbers that differ between runs' : recipientsOf(fax)));
}

/**
 * The world as a faithful program leaves it where the fault has made its change. A fax that fails by itself may be sent again
 * at a fault, which gives its recipients no fax more than one that succeeds.
 */
export interface ExpectedWorld {
  /** The most faxes to those recipients that reach them, or still may. */
  readonly mostReaching: (to: string) => number;
  /** The fewest faxes to those recipients, whatever their end. */
  readonly fewestSent: (to: string) => number;
  /**
   * The faxes of a run that answer the change, of those to the same recipients: one for each arrival, or as many as usual. A fax that
   * fails may have a substitute to another number.
   */
  readonly reactionsIn: (to: string, faxes: readonly SentFax[]) => number;
}

export function expectedWorld({ run, former, baseline, trial }: FaultedRun): ExpectedWorld {
  const { fault, point } = trial;
  const grouped = groupingOf({ former, baseline });
  const groups = [former, baseline].map((one) => ({ run: one, letters: grouped(one.faxes) }));
  const touched = former.faxes.find(({ id }) => id === point.faxId);
  const [touchedTo] = touched === undefined ? [] : [...grouped([touched]).keys()];
  const again = touched === undefined ? [] : replacementsOf(touched, former, { former, baseline });
  const isFailing = touched !== undefined && !isReaching(touched, former);
  const mayBeReplaced = isFailing && !again.some((fax) => isReaching(fax, former));
  const isNoLongerFailing = isFailing && (fault.changes === 'fax is late' || fault.changes === 'fax stays open');
  const arrivals = arrivalsIn({ run, former, baseline }, fault.changes);
  const usuallyReaching = (recipients: string): number =>
    Math.max(...groups.map(({ run: one, letters }) => reachingIn(letters.get(recipients), one)));
  return {
    mostReaching: (to) => usuallyReaching(to) + (to === touchedTo && mayBeReplaced ? 1 : 0),
    fewestSent: (to) =>
      Math.min(...groups.map(({ letters }) => letters.get(to)?.length ?? 0)) -
      (to === touchedTo && isNoLongerFailing ? again.length : 0),
    reactionsIn: (recipients, faxes) => {
      const named = faxes.filter((fax) => {
        const call = callThatMade(fax, run.calls);
        if (call === undefined) return false;
        const isAnswer = arrivals.some((arrival) => mentions(call, arrival, true));
        return isAnswer || (touched !== undefined && to(fax) !== to(touched) && mentionsFax(call, touched, run));
      });
      const usual = usuallyReaching(recipients);
      const unnamed = arrivals.length * usualAnswers(recipients, usual, { former, baseline });
      const hasTrouble = touched !== undefined && fault.changes !== undefined && recipients !== touchedTo;
      const substitutes = hasTrouble ? usualSubstitutes(usual, baseline) : 0;
      return Math.max(Math.min(named.length, Math.max(1, arrivals.length)), unnamed, substitutes);
    },
  };
}

const to = recipientsOf;

const reachingIn = (faxes: readonly SentFax[] = [], run: RunRecord): number =>
  faxes.filter((fax) => isReaching(fax, run)).length;

/** The faxes to recipients for each received fax, where all others received as many: copies to a number of the user's own. */
function usualAnswers(recipients: string, usual: number, { former, baseline }: Baselines): number {
  const received = Math.max(
    ...[former, baseline].map(({ received: own, receivedBefore }) => own.length + receivedBefore),
  );
  const isSender = baseline.received.some(({ from_number: from }) => from === recipients);
  return isSender || received === 0 || usual % received > 0 ? 0 : usual / received;
}

/**
 * The faxes to recipients for each fax that fails by itself, where all have as many: letters to a number of last resort. One, where
 * no other fax goes there.
 */
function usualSubstitutes(usual: number, baseline: RunRecord): number {
  if (usual === 0) return 1;
  const failures = baseline.faxes.filter((fax) => !isReaching(fax, baseline)).length;
  return failures === 0 || usual % failures > 0 ? 0 : usual / failures;
}

/** The later faxes to the same recipients that send a fax again: its resends, and those of equal requests. */
function replacementsOf(fax: SentFax, { faxes, calls }: RunRecord, baselines: Baselines): SentFax[] {
  const varying = varyingParams(baselines);
  const contentFor = (one: SentFax): string | undefined => {
    const call = callThatMade(one, calls);
    return call && contentOf(call, varying);
  };
  const content = contentFor(fax);
  const family = new Set([fax.id]);
  const isAgain = (one: SentFax): boolean => {
    const isResend = one.resent_from !== null && family.has(one.resent_from);
    return isResend || (to(one) === to(fax) && content !== undefined && contentFor(one) === content);
  };
  const later = faxes.filter(({ id }) => id > fax.id).toSorted((one, other) => one.id - other.id);
  return later.filter((one) => {
    if (!isAgain(one)) return false;
    family.add(one.id);
    return true;
  });
}

/** The faxes that a fault has received, as far as the runs without it did not receive them. */
function arrivalsIn({ run, former, baseline }: Omit<RunComparison, 'ending'>, changes: Change | undefined): SentFax[] {
  const usual = Math.max(former.received.length, baseline.received.length);
  if (changes !== 'fax arrives' || run.received.length <= usual) return [];
  const known = baseline.received.map(({ from_number: from }) => from);
  return run.received.filter(({ from_number: from }) => {
    const at = known.indexOf(from);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** Whether a request names the number or the id of an arrived fax, anywhere or in a parameter other than its recipients. */
function mentions(call: RecordedRequest, { id, from_number: from }: SentFax, isAnywhere: boolean): boolean {
  const names = [String(id), ...(from === null ? [] : [from.replace('+', '')])];
  return Object.entries(call.params ?? {}).some(
    ([name, value]) => (isAnywhere || name !== 'to') && hasWord(JSON.stringify(value), names),
  );
}

/**
 * True if a call mentions a fax of the program, whose place in the run without the fault is known by its recipients.
 */
function mentionsFax(call: RecordedRequest, touched: SentFax, run: RunRecord): boolean {
  const [number = ''] = touched.recipients.map((recipient) => recipient.number);
  const ids = run.faxes.filter((fax) => to(fax) === to(touched)).map(({ id }) => id);
  return ids.some((id) => mentions(call, { ...touched, id, from_number: number === '' ? null : number }, false));
}

const hasWord = (text: string, words: readonly string[]): boolean =>
  text.split(/[^\d]+/).some((part) => words.includes(part));
