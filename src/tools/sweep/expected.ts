import { aboutOf, isReaching, repetitionsOf } from '../achievements/deeds.ts';
import { beside, beyond } from '../achievements/beside.ts';
import { contentOf, faxNames, varyingParams } from '../achievements/noise.ts';
import type { Baselines, RunComparison } from '../achievements/noise.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';
import type { Change } from './faults.ts';
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

/**
 * The faxes of a run with the same recipients, beside those that a faithful program sends them where the fault has made its change. A fax
 * that fails by itself may be sent again at a fault, which gives its recipients no fax more than one that succeeds.
 */
interface ExpectedFaxes {
  /** `to +12025550123`. */
  readonly to: string;
  readonly faxes: readonly SentFax[];
  /** Faxes of the second run without a fault. */
  readonly usual: readonly SentFax[];
  /** The faxes of the run that reach their recipients, or still may. */
  readonly reaching: readonly SentFax[];
  readonly mostReaching: number;
  /** The fewest faxes, whatever their end. */
  readonly fewestSent: number;
  /**
   * How many of the reaching faxes answer the change: one for each arrival, or as many as usual. A fax that fails may have a
   * substitute to another number.
   */
  readonly reactions: number;
}

/** All faxes of a run by their recipients; where a program has others in each run, all are one group. */
export function expectedFaxes({ run, former, baseline, trial }: FaultedRun): ExpectedFaxes[] {
  const { fault, point } = trial;
  const nameOf = faxNames({ former, baseline });
  const touched = former.faxes.find(({ id }) => id === point.faxId);
  const again = touched === undefined ? [] : replacementsOf(touched, former, { former, baseline });
  const isFailing = touched !== undefined && !isReaching(touched, former);
  const mayBeReplaced = isFailing && !again.some((fax) => isReaching(fax, former));
  const isNoLongerFailing = isFailing && (fault.changes === 'fax is late' || fault.changes === 'fax stays open');
  const arrivals = arrivalsIn({ run, former, baseline }, fault.changes);
  const isReaction = (fax: SentFax): boolean => {
    const [call] = makersOf(fax.id, run.calls);
    if (call === undefined) return false;
    const isAnswer = arrivals.some((arrival) => mentions(call, arrival, true));
    return isAnswer || (touched !== undefined && aboutOf(fax) !== aboutOf(touched) && mentionsFax(call, touched, run));
  };
  return beside({ usual: baseline.faxes, once: former.faxes, faxes: run.faxes }, nameOf).map((group) => {
    const { key: to, usual, once, faxes } = group;
    const isTouched = touched !== undefined && to === nameOf(touched);
    const usuallyReaching = Math.max(reachingIn(once, former).length, reachingIn(usual, baseline).length);
    const reaching = reachingIn(faxes, run);
    const named = reaching.filter(isReaction).length;
    const unnamed = arrivals.length * usualAnswers(to, usuallyReaching, { former, baseline });
    const hasTrouble = touched !== undefined && fault.changes !== undefined && !isTouched;
    const substitutes = hasTrouble ? usualSubstitutes(usuallyReaching, baseline) : 0;
    return {
      to,
      faxes,
      usual,
      reaching,
      mostReaching: usuallyReaching + (isTouched && mayBeReplaced ? 1 : 0),
      fewestSent: Math.min(once.length, usual.length) - (isTouched && isNoLongerFailing ? again.length : 0),
      reactions: Math.max(Math.min(named, Math.max(1, arrivals.length)), unnamed, substitutes),
    };
  });
}

const reachingIn = (faxes: readonly SentFax[], run: RunRecord): SentFax[] =>
  faxes.filter((fax) => isReaching(fax, run));

/** The faxes to recipients for each received fax, where all others received as many: copies to a number of the user's own. */
function usualAnswers(to: string, usual: number, { former, baseline }: Baselines): number {
  const received = Math.max(
    ...[former, baseline].map(({ received: own, receivedBefore }) => own.length + receivedBefore),
  );
  const isSender = baseline.received.some(({ from_number: from }) => `to ${from ?? ''}` === to);
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
  const contentFor = ({ id }: SentFax) => makersOf(id, calls).map((call) => contentOf(call, varying))[0];
  const content = contentFor(fax);
  const isEqual = (one: SentFax): boolean =>
    aboutOf(one) === aboutOf(fax) && content !== undefined && contentFor(one) === content;
  return repetitionsOf(fax, faxes, isEqual);
}

/** The faxes that a fault has received, as far as the runs without it did not receive them. */
function arrivalsIn({ run, former, baseline }: Omit<RunComparison, 'ending'>, changes: Change | undefined): SentFax[] {
  const usual = Math.max(former.received.length, baseline.received.length);
  return changes === 'fax arrives' && run.received.length > usual
    ? beyond(run.received, baseline.received, aboutOf)
    : [];
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
  const ids = run.faxes.filter((fax) => aboutOf(fax) === aboutOf(touched)).map(({ id }) => id);
  return ids.some((id) => mentions(call, { ...touched, id, from_number: number === '' ? null : number }, false));
}

const hasWord = (text: string, words: readonly string[]): boolean =>
  text.split(/[^\d]+/).some((part) => words.includes(part));
