import { groupBy } from '../../model/shared/objects.ts';
import { isFinding } from '../sweep/judge.ts';
import { onlyNameOf } from '../sweep/plan.ts';
import type { Trial } from '../sweep/plan.ts';
import { labelOf } from '../sweep/point-names.ts';
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

/** Faults that only one of the programs had, because the other makes no such request or gets no such webhook. */
interface OneSidedFaults {
  /** `unsigned at webhook`. */
  readonly name: string;
  readonly count: number;
}

export interface FaultComparison {
  readonly worse: readonly WorseFault[];
  /** The number of faults of the new program that were compared. */
  readonly compared: number;
  /** The number of faults that were not compared: those of one program alone, and those for which the budget was too small. */
  readonly notCompared: number;
  readonly onlyOld: readonly OneSidedFaults[];
  readonly onlyNew: readonly OneSidedFaults[];
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
  const [oldTrials, newTrials] = [trialsOf(old), trialsOf(now)];
  const oldKinds = new Set(oldTrials.map(kindOf));
  const newKinds = new Set(newTrials.flatMap((trial) => [kindOf(trial), olderKindOf(trial)]));
  const all = [...after].map(([kind, results]) => {
    const earlierKind = oldKinds.has(kind) ? kind : olderKindOf(results[0].trial);
    const earlier = before.get(earlierKind) ?? [];
    // If the budget ended the sweep of the old program, only as many points are compared as it has tried.
    const compared = undone.has(earlierKind) ? results.slice(0, earlier.length) : results;
    return { results: compared, earlier, isOfBoth: oldKinds.has(earlierKind) };
  });
  const worse = all.flatMap(({ earlier, results }) => worseIn(worstOf(results), worstOf(earlier), newTrials));
  const worseKinds = new Set(worse.map(({ fault, point }) => `${fault} ${point.split(' ', 1)[0] ?? ''}`));
  const onlyOld = oldTrials.filter((trial) => !newKinds.has(kindOf(trial)));
  // The report lists a finding at a fault of the new program alone, so that fault is not left out.
  const onlyNew = now.results
    .map(({ trial }) => trial)
    .filter((trial) => !oldKinds.has(kindOf(trial)) && !oldKinds.has(olderKindOf(trial)))
    .filter((trial) => !worseKinds.has(kindOf(trial)));
  const compared = all.reduce((sum, { results, isOfBoth }) => sum + (isOfBoth ? results.length : 0), 0);
  const tooLate = all.reduce((sum, { results }) => sum - results.length, now.results.length) + now.undone.length;
  return {
    worse,
    compared,
    notCompared: tooLate + onlyOld.length + onlyNew.length,
    onlyOld: oneSided(onlyOld),
    onlyNew: oneSided(onlyNew),
    runs: { old: old.results.length, new: now.results.length },
  };
}

const trialsOf = ({ results, undone }: SweepResult): Trial[] => [...results.map(({ trial }) => trial), ...undone];

const oneSided = (trials: readonly Trial[]): OneSidedFaults[] =>
  [...groupBy(trials, ({ fault, point }) => `${fault.id} at ${point.on}`)].map(([name, { length: count }]) => ({
    name,
    count,
  }));

/** The faults of signed webhooks in which a stranger does the same as with the credentials of a URL, the only proof of v3. */
const olderFaults: Readonly<Record<string, string>> = { anonymous: 'unsigned', 'wrong-password': 'forged' };

function worseIn(
  result: TrialResult | undefined,
  earlier: TrialResult | undefined,
  trials: readonly Trial[],
): WorseFault[] {
  if (result === undefined || !isFinding(result) || (earlier !== undefined && isFinding(earlier))) return [];
  const { trial, verdict, because } = result;
  const { id: fault, says } = trial.fault;
  return [
    {
      name: onlyNameOf(trial, trials),
      fault,
      says,
      point: labelOf(trial.point),
      verdict,
      because,
      old: earlier?.verdict,
    },
  ];
}

const kindOf = ({ fault, point }: Trial): string => `${fault.id} ${point.on}`;

/** The kind of the old program's fault that equals this one. */
const olderKindOf = ({ fault, point }: Trial): string => `${olderFaults[fault.id] ?? fault.id} ${point.on}`;

const resultsByKind = ({ results }: SweepResult) => groupBy(results, ({ trial }) => kindOf(trial));

const worstOf = (results: readonly TrialResult[]): TrialResult | undefined =>
  results.toSorted((one, other) => rankOf(one) - rankOf(other))[0];

const rankOf = ({ verdict }: TrialResult): number => verdictNames.indexOf(verdict);
