import type { VerdictName } from '../judge.ts';
import { nameOf } from '../point.ts';
import type { MeasuredPlan, SweepResult, TrialResult } from '../sweep.ts';
import { pluralize } from '../../shared/words.ts';
import type { Find } from './find.ts';

/** The commands and files of each find in the reports, by its scenario. */
export interface FindFiles {
  readonly finds: readonly Find[];
  /** The command that shows a find again. */
  readonly again: (find: Find) => string;
  /** The path of its scenario file. */
  readonly scenarioFile: (find: Find) => string;
}

export const signs: Readonly<Record<VerdictName, string>> = {
  wrong: 'W',
  broken: 'B',
  degraded: 'd',
  unaffected: '·',
  'not reached': '-',
};

/** The plan in numbers, before its runs. */
export function planText({ trials, possible, estimateMs, differences, isSigned, runMs }: MeasuredPlan): string {
  const lines = [
    `A run without a fault takes ${seconds(runMs)}. ${pluralize(possible, 'fault')} → ${pluralize(trials.length, 'run')}, about ${seconds(estimateMs)}.`,
    ...differences.slice(0, mostDifferences).map((difference) => `Left out: ${difference}.`),
    ...(differences.length > mostDifferences ? [`Left out: ${differences.length - mostDifferences} more.`] : []),
    ...(isSigned ? [] : ['Left out: forged webhooks, since the world signs none; --webhook-token TOKEN signs them.']),
  ];
  return `${lines.join('\n')}\n`;
}

const mostDifferences = 5;

/** The matrix, the finds, and the runs that were not done. */
export function resultText(result: SweepResult, findFiles: FindFiles): string {
  const { results, undone, stoppedBy, ms } = result;
  const counts = Object.keys(signs).map(
    (name) => `${results.filter(({ verdict }) => verdict === name).length} ${name}`,
  );
  const parts = [
    matrix(results),
    ...findFiles.finds.map((find, at) => findText(find, at + 1, findFiles)),
    `${pluralize(results.length, 'run')} in ${seconds(ms)}: ${counts.join(', ')}.`,
    ...(undone.length === 0
      ? []
      : [
          `Not done, since the ${stoppedBy === 'budget' ? 'budget is used up' : 'sweep was stopped'}: ${pluralize(undone.length, 'run')}.`,
        ]),
    ...undone.slice(0, mostUndone).map(({ point, fault }) => `  ${nameOf(point)}: ${fault.says}`),
    ...(undone.length > mostUndone ? [`  and ${undone.length - mostUndone} more`] : []),
  ];
  return `${parts.join('\n')}\n`;
}

const mostUndone = 10;
const columnsAtOnce = 30;

/** A row for each fault, a column for each point, and below it the names of the points. */
function matrix(results: readonly TrialResult[]): string {
  const points = [...new Set(results.map(({ trial }) => nameOf(trial.point)))];
  const faults = [...new Set(results.map(({ trial }) => trial.fault.id))];
  const at = new Map(results.map(({ trial, verdict }) => [`${trial.fault.id} ${nameOf(trial.point)}`, signs[verdict]]));
  const width = Math.max(0, ...faults.map(({ length }) => length)) + 2;
  const blocks = Array.from({ length: Math.ceil(points.length / columnsAtOnce) }, (_, index) => {
    const columns = points.slice(index * columnsAtOnce, (index + 1) * columnsAtOnce);
    const numbers = columns.map((_point, offset) => String(index * columnsAtOnce + offset + 1).padStart(3)).join('');
    const rows = faults.map(
      (fault) => fault.padEnd(width) + columns.map((point) => (at.get(`${fault} ${point}`) ?? '').padStart(3)).join(''),
    );
    return [
      '',
      ' '.repeat(width) + numbers,
      ...rows.map((row) => row.trimEnd()),
      '',
      ...columns.map((point, offset) => `${String(index * columnsAtOnce + offset + 1).padStart(3)}  ${point}`),
    ];
  });
  const legend = Object.entries(signs)
    .map(([name, sign]) => `${sign} ${name}`)
    .join('   ');
  return [...blocks.flat(), '', legend, ''].join('\n');
}

function findText(find: Find, number: number, { again, scenarioFile }: FindFiles): string {
  const {
    result: { verdict, worldFile },
    sentence,
    accepted,
  } = find;
  const lines = [
    `${number}. ${verdict}${accepted === undefined ? '' : `, accepted: ${accepted}`}`,
    `   ${sentence}`,
    `   scenario: ${scenarioFile(find)}`,
    ...(worldFile === undefined ? [] : [`   bundle:   ${worldFile}`]),
    `   again:    ${again(find)}`,
    '',
  ];
  return lines.join('\n');
}

export const seconds = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;

/** One line while the runs go on. */
export function progressText(
  results: readonly TrialResult[],
  { trials, estimateMs }: MeasuredPlan,
  passedMs: number,
): string {
  const finds = results.filter(({ verdict }) => verdict === 'wrong' || verdict === 'broken').length;
  const expected = results.length < enough ? estimateMs : (passedMs / results.length) * trials.length;
  return `${results.length} of ${pluralize(trials.length, 'run')}, ${pluralize(finds, 'find')}, ${seconds(Math.max(0, expected - passedMs))} left`;
}

/** So many results say more of the time than the estimate. */
const enough = 5;
