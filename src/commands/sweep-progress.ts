import { planText, progressText } from '../sweep/report/text.ts';
import type { Planned, SweepOptions, TrialResult } from '../sweep/sweep.ts';
import type { FlagValues } from './flags.ts';

type Listeners = Required<Pick<SweepOptions, 'onPlan' | 'onResult'>>;

/** Prints the plan, and on a terminal one line that says how far the runs are. */
export function progressLine({ json }: Pick<FlagValues, 'json'>): Listeners {
  const results: TrialResult[] = [];
  let planned: Planned | undefined;
  let since = 0;
  const show = (text: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  };
  return {
    onPlan: (plan) => {
      planned = plan;
      since = performance.now();
      (json ? process.stderr : process.stdout).write(planText(plan));
    },
    onResult: (result) => {
      results.push(result);
      if (planned === undefined) return;
      const isLast = results.length === planned.trials.length;
      show(isLast ? '' : progressText(results, planned, performance.now() - since));
    },
  };
}
