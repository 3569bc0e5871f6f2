import { estimateText, liveMatrix, planText, progressText } from '../tools/sweep/report/text.ts';
import type { MeasuredPlan, SweepOptions } from '../tools/sweep/sweep.ts';
import type { TrialResult } from '../tools/sweep/trial-run.ts';
import type { FlagValues } from './flags.ts';

type ProgressListeners = Required<Pick<SweepOptions, 'onPlan' | 'onEstimate' | 'onResult'>>;

/** Prints the plan and the estimate, and on a terminal the matrix as far as the runs are. */
export function progressLine({ json }: Pick<FlagValues, 'json'>): ProgressListeners {
  const startedAt = performance.now();
  const results: TrialResult[] = [];
  let measured: MeasuredPlan | undefined;
  let estimatedMs: number | undefined;
  const print = (text: string): void => void (json ? process.stderr : process.stdout).write(text);
  let drawn = 0;
  // Goes up to the first line of the last drawing, and clears all below.
  const show = (text: string): void => {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}\r\u001b[J${text}`);
    drawn = text.split('\n').length - 1;
  };
  return {
    onPlan: (plan) => {
      measured = plan;
      print(planText(plan));
    },
    onEstimate: (ms) => {
      estimatedMs = ms;
      show('');
      print(estimateText(ms));
    },
    onResult: (result) => {
      results.push(result);
      if (measured === undefined) return;
      const left = estimatedMs === undefined ? undefined : startedAt + estimatedMs - performance.now();
      const { columns, rows } = process.stderr;
      const lines = liveMatrix(results, rows - 2).map((line) => line.slice(0, columns - 1));
      const isLast = results.length === measured.trials.length;
      show(isLast ? '' : [...lines, progressText(results, measured, left)].join('\n'));
    },
  };
}
