import { estimateText, liveMatrix, planText, progressText } from '../tools/sweep/report/text.ts';
import type { SweepOptions } from '../tools/sweep/sweep.ts';
import type { FlagValues } from './flags.ts';

type ProgressListeners = Required<Pick<SweepOptions, 'onPlan' | 'onEstimate' | 'onProgress'>>;

/** Prints the plan and the estimate, and on a terminal the URL of the live report and the matrix as far as the runs are. */
export function progressLine({ json }: Pick<FlagValues, 'json'>, reportUrl: string): ProgressListeners {
  const print = (text: string): void => void (json ? process.stderr : process.stdout).write(text);
  let isEstimated = false;
  let drawn = 0;
  // Goes up to the first line of the last drawing, and clears all below.
  const show = (text: string): void => {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}\r\u001b[J${text}`);
    drawn = text.split('\n').length - 1;
  };
  return {
    onPlan: (plan) => {
      print(planText(plan));
      if (process.stderr.isTTY) process.stderr.write(`Watch it at ${reportUrl}\n`);
    },
    onEstimate: (ms) => {
      isEstimated = true;
      show('');
      print(estimateText(ms));
    },
    onProgress: (soFar) => {
      const { columns, rows } = process.stderr;
      const lines = liveMatrix(soFar, rows - 2).map((line) => line.slice(0, columns - 1));
      const isLast = soFar.undone.length === 0;
      show(isLast ? '' : [...lines, progressText(soFar, isEstimated)].join('\n'));
    },
  };
}
