import { planText, progressText } from '../sweep/report/text.ts';
import type { MeasuredPlan, SweepOptions, TrialResult } from '../sweep/sweep.ts';
import type { FlagValues } from './flags.ts';

type ProgressListeners = Required<Pick<SweepOptions, 'onPlan' | 'onResult'>>;

/** Prints the plan, and on a terminal one line that says how far the runs are. */
export function progressLine({ json }: Pick<FlagValues, 'json'>): ProgressListeners {
  const results: TrialResult[] = [];
  let measured: MeasuredPlan | undefined;
  let since = 0;
  const show = (text: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  };
  return {
    onPlan: (plan) => {
      measured = plan;
      since = performance.now();
      (json ? process.stderr : process.stdout).write(planText(plan));
    },
    onResult: (result) => {
      results.push(result);
      if (measured === undefined) return;
      const isLast = results.length === measured.trials.length;
      show(isLast ? '' : progressText(results, measured, performance.now() - since));
    },
  };
}
