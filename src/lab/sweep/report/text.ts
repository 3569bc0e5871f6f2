import { faults } from '../faults.ts';
import { isFinding, verdictNames, verdicts } from '../judge.ts';
import type { VerdictName } from '../judge.ts';
import { kindOf, pointsIn, secondFaultsAfter } from '../plan.ts';
import type { Trial } from '../plan.ts';
import { labelOf } from '../points.ts';
import type { Point } from '../points.ts';
import { requestText } from '../requests.ts';
import { recoveryShare } from '../sweep-result.ts';
import type { MeasuredPlan, SweepResult } from '../sweep-result.ts';
import type { TrialResult } from '../trial-run.ts';
import { groupBy } from '../../../model/shared/objects.ts';
import { pluralize } from '../../../model/shared/words.ts';
import { sinceText, causesOf } from './findings.ts';
import { outputLine } from './output-line.ts';
import type { SinceThen, Cause, FaultFinding } from './findings.ts';

/** The commands and files of each finding in the reports, by its scenario. */
export interface FindingFiles {
  readonly findings: readonly FaultFinding[];
  /** The difference to an earlier sweep, if one was given. */
  readonly since?: SinceThen | undefined;
  /** The command that shows a finding again. */
  readonly again: (finding: FaultFinding) => string;
  /** The path of its scenario file. */
  readonly scenarioFile: (finding: FaultFinding) => string;
}

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

export const shuffledText =
  'The order of the requests differs between the two runs without a fault. A fault may miss the test that it is for: give a runner that shuffles its tests a fixed seed.';

function unsignedLines({ isSigned, classes }: MeasuredPlan): string[] {
  if (!isSigned) return ['Left out: forged webhooks, since the world signs none; --webhook-token TOKEN signs them.'];
  const hasUnsigned = classes.some(({ points }) =>
    points.some((point) => point.kind === 'webhook' && !point.isSigned && !point.hasCredentials),
  );
  return hasUnsigned ? ['Left out: forged webhooks of v3, which signs none, to URLs without credentials.'] : [];
}

/** The time of the first faults, and that of second ones where they are tried. */
export const estimateText = (ms: number, hasSecond: boolean): string =>
  `The sweep takes about ${seconds(ms)}${hasSecond ? `, and second faults at most ${seconds(recoveryShare * ms)} more` : ''}.\n`;

/** The matrix, the findings, and the runs that were not done. */
export function resultText(result: SweepResult, findingFiles: FindingFiles): string {
  const { results, ms } = result;
  const counts = verdictNames.map((name) => countText(results, name));
  const parts = [
    matrix(result),
    ...causesOf(findingFiles.findings).map((cause, at) => causeText(cause, at + 1, findingFiles)),
    `${pluralize(results.length, 'run')}${secondText(results)} in ${seconds(ms)}: ${counts.join(', ')}.`,
    ...(findingFiles.since === undefined ? [] : [sinceText(findingFiles.since).trimEnd()]),
    ...unreachedLines(results),
    ...undoneLines(result),
    ...leftOutLines(result),
    ...equalLines(result),
  ];
  return `${parts.join('\n')}\n`;
}

/** `, 12 of them with a second fault`. */
function secondText(results: readonly TrialResult[]): string {
  const count = results.filter(({ trial }) => trial.first !== undefined).length;
  return count === 0 ? '' : `, ${count} of them with a second fault,`;
}

export const countText = (results: readonly TrialResult[], name: VerdictName): string =>
  `${results.filter(({ verdict }) => verdict === name).length} ${name}`;

/** The points to which the program did not come again, though it ran several times: no findings. */
function unreachedLines(results: readonly TrialResult[]): string[] {
  const unreached = results.filter(({ verdict }) => verdict === 'not reached');
  if (unreached.length === 0) return [];
  return [
    'Not reached, also when the program ran again:',
    ...shortList(
      unreached.map(({ trial }) => `  ${placeText(trial)}`),
      10,
    ),
  ];
}

/** The runs that were not done: kinds of faults that were never tried, then further places of the others. */
function undoneLines({ results, undone, undoneMs, stoppedBy }: SweepResult): string[] {
  if (undone.length === 0) return [];
  const done = new Set(results.map(({ trial }) => kindOf(trial)));
  const untried = undone.filter((trial, at) => {
    const kind = kindOf(trial);
    return !done.has(kind) && undone.findIndex((other) => kindOf(other) === kind) === at;
  });
  const further = undone.length - untried.length;
  const reason = stoppedBy === 'budget' ? 'the budget is used up' : 'the sweep was stopped';
  return [
    `Not done, since ${reason}: ${pluralize(undone.length, 'run')}, about ${seconds(undoneMs)}.`,
    ...shortList(
      untried.map((trial) => `  never tried: ${placeText(trial)}`),
      10,
    ),
    ...(further === 0 ? [] : [`  further places of the same faults: ${further}`]),
  ];
}

/** The second faults beyond the share of the runs, and how to try those after one first fault. */
function leftOutLines({ leftOut }: SweepResult): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOutTexts(leftOut).map((line) => `  ${line}`);
  return [`${leftOutTitle}: ${pluralize(leftOut.length, 'second fault')}.`, ...shortList(lines, 6)];
}

export const leftOutTitle = `Left out, since second faults add at most ${100 * recoveryShare} % to the runs`;

/** `12 after lost-answer at sendFax: --only 001-send-fax-lost-answer-then-` for each first fault. */
export const leftOutTexts = (leftOut: readonly Trial[]): string[] =>
  [...groupBy(leftOut, ({ first }) => first)].flatMap(([first, { length }]) =>
    first === undefined ? [] : [`${length} after ${placeText(first)}: --only ${secondFaultsAfter(first)}`],
  );

/** The points that were held for equal, and those that stand for them. */
function equalLines({ plan: { classes }, spared }: SweepResult): string[] {
  const reduced = classes.filter(({ points, tried }) => tried.length < points.length);
  const endless = [...new Set(spared.map(({ fault, point }) => `${fault.id} at ${point.on}`))];
  return [
    ...reduced.flatMap(({ points, tried }) => [
      `Held for equal: ${points.length} × ${points[0]?.on ?? ''}, of which ${tried.length} are tried:`,
      ...shortList(
        tried.map(({ point, standsFor }) => `  ${labelOf(point)}: ${standsFor.join('; ')}`),
        6,
      ),
    ]),
    ...(endless.length === 0
      ? []
      : [
          `Left out, since the program does not end at an equal point: ${pluralize(spared.length, 'run')}: ${endless.join(', ')}.`,
        ]),
  ];
}

/** The first lines, and the number of the others. */
const shortList = (lines: readonly string[], most: number, indent = '  '): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `${indent}and ${lines.length - most} more`];

const columnsAtOnce = 30;

/** The matrix of the runs so far, without its legend, of so many lines at most. */
export function liveMatrix(soFar: SweepResult, most: number): string[] {
  if (soFar.results.length === 0) return [];
  const lines = matrix(soFar).split('\n');
  const end = lines.indexOf('', 1);
  return end > most ? [] : lines.slice(1, end);
}

/** The matrix of the faults, one of the second faults for each first fault, and the legend. */
function matrix({ plan, recoveries, results }: SweepResult): string {
  const legend = verdictNames.map((name) => `${verdicts[name].sign}  ${name.padEnd(12)} ${verdicts[name].meaning}`);
  const second = recoveries.flatMap(({ first, points }) => {
    const own = results.filter(({ trial }) => trial.first === first);
    if (own.length === 0) return [];
    return ['', `While the program recovers from ${first.fault.id} at ${labelOf(first.point)}:`, ...table(points, own)];
  });
  const ofFirst = results.filter(({ trial }) => trial.first === undefined);
  return [...table(pointsIn(plan), ofFirst), ...second, '', ...legend, ''].join('\n');
}

/** A row for each fault, a column for each point, with its name above it. */
function table(all: readonly Point[], results: readonly TrialResult[]): string[] {
  const reached = new Set(results.map(({ trial }) => trial.point));
  const points = all.filter((point) => reached.has(point)).map(labelOf);
  const rows = new Set(results.map(({ trial }) => trial.fault.id));
  const ids = faults.flatMap(({ id }) => (rows.has(id) ? [id] : []));
  const at = new Map(
    results.map(({ trial, verdict }) => [`${trial.fault.id} ${labelOf(trial.point)}`, verdicts[verdict].sign]),
  );
  const width = Math.max(0, ...ids.map(({ length }) => length)) + 2;
  const blocks = Array.from({ length: Math.ceil(points.length / columnsAtOnce) }, (_, index) => {
    const columns = points.slice(index * columnsAtOnce, (index + 1) * columnsAtOnce);
    const heads = columns.map((point, before) => `${' '.repeat(width)}${'│  '.repeat(before)}${point}`);
    const signs = ids.map(
      (id) => id.padEnd(width) + columns.map((point) => (at.get(`${id} ${point}`) ?? '').padEnd(3)).join(''),
    );
    return ['', ...heads, ...signs.map((row) => row.trimEnd())];
  });
  return blocks.flat();
}

/** `unavailable at listFaxes`, with the first fault before it: `lost-answer at sendFax, then unavailable at listFaxes`. */
const placeText = ({ fault, point, first }: Trial): string =>
  `${first === undefined ? '' : `${placeText(first)}, then `}${fault.id} at ${labelOf(point)}`;

/** A cause: its worst details once, with the smallest scenario, and the names of the others. */
function causeText({ title, findings }: Cause, number: number, { again, scenarioFile }: FindingFiles): string {
  const [finding, ...others] = findings;
  const { result, sentence, accepted } = finding;
  const faultCount = new Set(findings.map(({ result: { trial } }) => trial.fault.id)).size;
  const output = outputLine(result);
  const lines = [
    `${number}. ${result.verdict}${accepted === undefined ? '' : `, accepted: ${accepted}`}: ${title}`,
    ...(others.length === 0
      ? []
      : [`   one cause, ${pluralize(faultCount, 'fault')}, ${pluralize(findings.length, 'finding')}`]),
    `   ${sentence}`,
    ...result.requests.slice(0, 1).map((request) => `   by:       ${requestText(request)}`),
    ...(result.departure === undefined ? [] : [`   differs:  ${result.departure}`]),
    ...(output === undefined ? [] : [`   output:   ${output.slice(0, lineCharactersMax)}`]),
    `   scenario: ${scenarioFile(finding)}`,
    ...(result.worldFile === undefined ? [] : [`   bundle:   ${result.worldFile}`]),
    `   again:    ${again(finding)}`,
    ...shortList(
      others.map((other) => `   also:     ${placeText(other.result.trial)}`),
      6,
      '             ',
    ),
    '',
  ];
  return lines.join('\n');
}

const lineCharactersMax = 200;

export const seconds = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;

/** A line while the runs go on. */
export function progressText({ results, undone, undoneMs }: SweepResult, isEstimated: boolean): string {
  const findings = results.filter(isFinding).length;
  const left = isEstimated ? `, ${seconds(undoneMs)} left` : '';
  return `${results.length} of ${pluralize(results.length + undone.length, 'run')}, ${pluralize(findings, 'finding')}${left}`;
}
