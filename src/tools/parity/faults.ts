import { groupBy } from '../../model/shared/objects.ts';
import { isFinding, verdictNames } from '../sweep/judge.ts';
import type { VerdictName } from '../sweep/judge.ts';
import { labelOf } from '../sweep/points.ts';
import type { SweepResult } from '../sweep/sweep.ts';
import type { TrialResult } from '../sweep/trial-run.ts';

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
  /** The worst verdict on the old program at this fault of this operation; undefined: it makes no such request. */
  readonly old: VerdictName | undefined;
}

export interface FaultComparison {
  readonly worse: readonly WorseFault[];
  /** The numbers of runs with a fault. */
  readonly runs: { readonly old: number; readonly new: number };
}

/**
 * Compares the sweeps of both programs, by faults and operations: their points have other names. Only a finding in the new program is
 * worse, and only where the old one has none. The first finding of a fault at an operation counts.
 */
export function compareSweeps(old: SweepResult, now: SweepResult): FaultComparison {
  const before = worstByKind(old);
  const worse = [...worstByKind(now)].flatMap(([kind, result]): WorseFault[] => {
    const earlier = before.get(kind);
    if (!isFinding(result) || (earlier !== undefined && isFinding(earlier))) return [];
    const { trial, verdict, because } = result;
    const { id: fault, says } = trial.fault;
    const name = trial.name.replace(/^sweep-\d+-/, '');
    return [{ name, fault, says, point: labelOf(trial.point), verdict, because, old: earlier?.verdict }];
  });
  return { worse, runs: { old: old.results.length, new: now.results.length } };
}

/** The worst result of each fault at each operation. */
function worstByKind({ results }: SweepResult): Map<string, TrialResult> {
  const groups = groupBy(results, ({ trial: { fault, point } }) => `${fault.id} ${point.on}`);
  const worse = (one: TrialResult, other: TrialResult) => (rankOf(other) < rankOf(one) ? other : one);
  return new Map(Array.from(groups, ([kind, alike]) => [kind, alike.reduce(worse)]));
}

const rankOf = ({ verdict }: TrialResult): number => verdictNames.indexOf(verdict);
