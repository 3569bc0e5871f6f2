import { pluralize } from '../../../model/shared/words.ts';
import { roughTime, seconds } from '../../report/form.ts';
import { matrixLines } from '../../report/text-table.ts';
import { isFinding } from '../judge.ts';
import { recoveryShare } from '../sweep-result.ts';
import type { MeasuredPlan, SweepResult } from '../sweep-result.ts';
import { matrixJson } from './json.ts';
import { faultTable } from './matrix.ts';
import { shuffledText } from './sections.ts';

/** The plan in numbers, before its runs. */
export function planText(plan: MeasuredPlan): string {
  const { trials, possible, differences, runMs } = plan;
  const lines = [
    `A run without a fault takes ${seconds(runMs)}. ${pluralize(possible, 'fault')} → ${pluralize(trials.length, 'run')}.`,
    ...shortList(
      differences.map((difference) => `Left out: ${difference}.`),
      5,
    ),
    ...unsignedLines(plan),
    ...(plan.isShuffled ? [shuffledText] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The versions whose webhooks have no signature. */
const neverSigned = new Set<unknown>(['v3']);

function unsignedLines({ isSigned, classes }: MeasuredPlan): string[] {
  const versions = classes.flatMap(({ points }) =>
    points.flatMap(({ kind, where }) => (kind === 'call' ? where['version'] : [])),
  );
  if (!isSigned && versions.some((version) => !neverSigned.has(version)))
    return ['Left out: forged webhooks, since the world signs none; --webhook-token TOKEN signs them.'];
  const hasUnsigned = classes.some(({ points }) =>
    points.some((point) => point.kind === 'webhook' && !point.isSigned && !point.hasCredentials),
  );
  return hasUnsigned ? ['Left out: forged webhooks of v3, which signs none, to URLs without credentials.'] : [];
}

/** The estimated time of the first faults, and of second faults if they are tried. */
export const estimateText = (ms: number, hasSecond: boolean): string =>
  `The sweep takes about ${roughTime(ms)}${hasSecond ? `, and second faults at most ${roughTime(recoveryShare * ms)} more` : ''}.\n`;

/** The first lines, and the number of the others. */
const shortList = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `  and ${lines.length - most} more`];

/** The matrix of the runs so far, without its legend; empty without results, or if it has more than `most` lines. */
export function liveMatrix({ plan, results: all }: SweepResult, most: number): string[] {
  const { points, faults, results } = matrixJson({
    plan,
    results: all.filter(({ trial }) => trial.first === undefined),
  });
  if (results.length === 0) return [];
  const lines = matrixLines(faultTable(points, faults, { runs: results }), {});
  return lines.length > most ? [] : lines.slice(1);
}

/** The progress of the runs in one line. */
export function progressText({ results, undone, undoneMs }: SweepResult, isEstimated: boolean): string {
  const findings = results.filter(isFinding).length;
  const left = isEstimated ? `, about ${roughTime(undoneMs)} left` : '';
  return `${results.length} of ${pluralize(results.length + undone.length, 'run')}, ${pluralize(findings, 'finding')}${left}`;
}
