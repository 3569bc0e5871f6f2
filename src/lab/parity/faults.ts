import { groupBy } from '../../model/shared/objects.ts';
import { isFinding } from '../sweep/judge.ts';
import type { Trial } from '../sweep/plan.ts';
import { labelOf } from '../sweep/points.ts';
import type { SweepResult } from '../sweep/sweep-result.ts';
import type { TrialResult } from '../sweep/trial-run.ts';
import { verdictNames } from '../sweep/verdicts.ts';
import type { VerdictName } from '../sweep/verdicts.ts';

/** A fault with which the new program copes worse than the old one. */
export interface WorseFault {
  /** The name for `faxsim sweep --only`, with the new program: `send-fax-lost-answer`. */
  readonly name: string;
  /** `lost-answer`. */
  readonly fault: string;
  /** The fault in words: `the answer is 503`. */
  readonly says: string;
  /** `sendFax to=+12025550123`. */
  readonly point: string;
  /** The verdict on the new program, and its reasons. */
  readonly verdict: VerdictName;
  readonly because: readonly string[];
  /** The old program's worst verdict for this fault at this operation; undefined if it makes no such request. */
  readonly old: VerdictName | undefined;
}

export interface FaultComparison {
  readonly worse: readonly WorseFault[];
  /** The number of faults of the new program that could not be compared, because the budget was used up. */
  readonly notCompared: number;
  /** The numbers of runs with a fault. */
  readonly runs: { readonly old: number; readonly new: number };
}

/**
 * Compares the sweeps of both programs by fault and operation, because their points have different names. A fault is worse if the
 * new program has a finding and the old one has none. The first finding of a fault at an operation counts.
 */
export function compareSweeps(old: SweepResult, now: SweepResult): FaultComparison {
  const [before, after] = [resultsByKind(old), resultsByKind(now)];
  const undone = groupBy(old.undone, kindOf);
  const compared = [...after].map(([kind, results]) => {
    const earlier = before.get(kind) ?? [];
    // If the budget ended the sweep of the old program, only as many points are compared as it has tried.
    return { earlier, results: undone.has(kind) ? results.slice(0, earlier.length) : results };
  });
  const count = compared.reduce((sum, { results }) => sum + results.length, 0);
  return {
    worse: compared.flatMap(({ earlier, results }) => worseIn(worstOf(results), worstOf(earlier))),
    notCompared: now.results.length - count + now.undone.length,
    runs: { old: old.results.length, new: now.results.length },
  };
}

function worseIn(result: TrialResult | undefined, earlier: TrialResult | undefined): WorseFault[] {
  if (result === undefined || !isFinding(result) || (earlier !== undefined && isFinding(earlier))) return [];
  const { trial, verdict, because } = result;
  const { id: fault, says } = trial.fault;
  const name = trial.name.replace(/^sweep-\d+-/, '');
  return [{ name, fault, says, point: labelOf(trial.point), verdict, because, old: earlier?.verdict }];
}

const kindOf = ({ fault, point }: Trial): string => `${fault.id} ${point.on}`;

const resultsByKind = ({ results }: SweepResult) => groupBy(results, ({ trial }) => kindOf(trial));

const worstOf = (results: readonly TrialResult[]): TrialResult | undefined =>
  results.toSorted((one, other) => rankOf(one) - rankOf(other))[0];

const rankOf = ({ verdict }: TrialResult): number => verdictNames.indexOf(verdict);
