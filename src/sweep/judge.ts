import type { Ending } from './ending.ts';
import { harmsOf } from './harms.ts';
import type { RunComparison } from './harms.ts';
import type { Trial } from './rule.ts';

export const verdictNames = ['wrong', 'broken', 'degraded', 'unaffected', 'not reached'] as const;
export type VerdictName = (typeof verdictNames)[number];

export interface Judgement {
  readonly verdict: VerdictName;
  /** The reasons, without a full stop. */
  readonly because: readonly string[];
}

export interface JudgedRun extends RunComparison {
  readonly trial: Trial;
  /** The invariants of the user that do not hold, in sentences. */
  readonly broken: readonly string[];
}

/** The verdict on a run. A harm goes before a crash, since the crash may be the smaller damage. */
export function judge({ trial: { fault }, broken, ...comparison }: JudgedRun): Judgement {
  const { ending, run, baseline } = comparison;
  if (run.fired === 0) return { verdict: 'not reached', because: [] };
  const harms = [...harmsOf(comparison), ...broken];
  if (harms.length > 0) return { verdict: 'wrong', because: harms };
  if (ending.how === 'crashed' || ending.how === 'endless')
    return { verdict: 'broken', because: [breakOf(ending), ...mostRepeated({ run, baseline })] };
  if (ending.how === 'passed') return { verdict: 'unaffected', because: [] };
  const because = `the program fails (${ending.detail})`;
  if (fault.mustPass === undefined) return { verdict: 'degraded', because: [because] };
  return { verdict: 'wrong', because: [`${because}, though ${fault.mustPass}`] };
}

const breakOf = ({ how, detail, ms }: Ending): string =>
  how === 'crashed' ? `the program crashes (${detail})` : `the program still runs after ${(ms / 1000).toFixed(1)} s`;

/** The operation that an endless program repeats, if there is one. */
function mostRepeated({ run, baseline }: Pick<RunComparison, 'run' | 'baseline'>): string[] {
  const counts = new Map<string, number>();
  for (const { operation } of run.calls) counts.set(operation ?? '', (counts.get(operation ?? '') ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (most === undefined) return [];
  const [operation, count] = most;
  const usual = baseline.calls.filter((call) => call.operation === operation).length;
  return count > usual + many ? [`it sends ${operation} ${count} times in place of ${usual}`] : [];
}

const many = 10;
