import { entriesOf, groupBy } from '../../../model/shared/objects.ts';
import { capital, listed, pluralize } from '../../../model/shared/words.ts';
import { itemsSection, linesSection, roughTime, seconds } from '../../report/form.ts';
import type { ReportItem, ReportMark, ReportSection, ToolReport } from '../../report/form.ts';
import { recoveryShare } from '../sweep-result.ts';
import { verdictNames, verdicts } from '../verdicts.ts';
import type { VerdictName } from '../verdicts.ts';
import type { SinceThen } from './findings.ts';
import { matrixSections } from './matrix.ts';
import { firstOf, placeText, runItem } from './run-item.ts';
import type { SweepFile } from './run-item.ts';

/** The report for people: the findings by their causes, then the matrix and the runs that were not done. */
export function sweepReport(file: SweepFile): ToolReport {
  const { results, causes, differences, is_shuffled: isShuffled = false } = file;
  return {
    name: 'faxsim sweep',
    marks: verdictNames.map((name) => countMark(results, name)),
    summary: summaryOf(file),
    sections: [
      ...sinceSections(file.since ?? null),
      ...itemsSection(
        'Findings',
        causes.map((cause) => causeItem(file, cause)),
        { isRanked: true },
      ),
      ...matrixSections(file),
      ...unreachedSections(file),
      ...undoneSections(file),
      ...leftOutSections(file),
      ...equalSections(file),
      ...linesSection('Left out', differences, { linesMax: 5, isEvidence: true }),
      ...linesSection('Order', isShuffled ? [shuffledText] : [], { isEvidence: true }),
    ],
  };
}

/** `3 wrong`; a count of 0 is pale. */
function countMark(results: SweepFile['results'], name: VerdictName): ReportMark {
  const count = results.filter(({ verdict }) => verdict === name).length;
  return { tone: count === 0 ? 'waiting' : verdicts[name].tone, word: `${count} ${name}` };
}

/** `The program copes with every fault. 62 runs, 12 of them with a second fault, in 61 s, of 80 faults at all points.` */
function summaryOf(file: SweepFile): string {
  const { results, findings, planned, possible, is_running: isRunning, undone_ms: undoneMs, took_ms: ms } = file;
  const verdict = findings.length > 0 ? '' : `${noFindingText(file)} `;
  if (isRunning)
    return `${verdict}${results.length} of ${pluralize(planned, 'run')}, about ${roughTime(undoneMs)} left.`;
  const count = results.filter((run) => firstOf(run) !== null).length;
  const second = count === 0 ? '' : `, ${count} of them with a second fault,`;
  return `${stopText(file)}${verdict}${pluralize(results.length, 'run')}${second} in ${seconds(ms)}, of ${pluralize(possible, 'fault')} at all points.`;
}

/** Says first that a sweep ended before all its runs; empty if it did not. */
function stopText({ undone, stopped_by: stoppedBy }: SweepFile): string {
  if (undone.length === 0) return '';
  const end = stoppedBy === 'budget' ? 'The budget ended the sweep' : 'The sweep was stopped';
  return `${end} before ${pluralize(undone.length, 'run')}. `;
}

/** The verdict on a program without a finding. It says less if the program fails at some faults, or not everything was tried. */
function noFindingText({ is_running: isRunning, undone, results, only = null }: SweepFile): string {
  if (isRunning || undone.length > 0) return 'No finding so far.';
  if (results.length === 0) return 'No fault was tried.';
  const textOf = (name: VerdictName, before: string, after = ''): string[] => {
    const count = results.filter(({ verdict }) => verdict === name).length;
    return count === 0 ? [] : [`${before} ${pluralize(count, 'fault')}${after}`];
  };
  const passed = textOf('unaffected', 'passes with');
  const others = [
    ...textOf('degraded', 'fails with', ' at which it may fail'),
    ...textOf('not reached', 'does not reach'),
  ];
  if (others.length === 0) return `The program copes with ${triedText(results.length, only)}.`;
  return `No finding: the program ${listed([...passed, ...others])}.`;
}

function triedText(count: number, only: string | null): string {
  if (count === 1) return 'this fault';
  return only === null ? 'every fault' : `the ${count} faults that were tried (--only ${only})`;
}

/** The finding with the smallest scenario, with the other findings of its cause folded behind it. */
function causeItem(
  file: SweepFile,
  { title, findings: [first = '', ...others] }: SweepFile['causes'][number],
): ReportItem {
  const item = runItem(file, first);
  const named = { ...item, title: `${capital(title)}: ${item.title}${oddRequest(file, first)}` };
  if (others.length === 0) return named;
  const faultCount = new Set([first, ...others].map((name) => file.results.find((run) => run.name === name)?.fault))
    .size;
  const counts = `One cause, ${pluralize(faultCount, 'fault')}, ${pluralize(others.length + 1, 'finding')}.`;
  return {
    ...named,
    paragraphs: [counts, ...(item.paragraphs ?? [])],
    others: {
      title: `${pluralize(others.length, 'more finding')} of this cause`,
      items: others.map((name) => runItem(file, name)),
      isOfLinks: true,
    },
  };
}

/** `, then request 6`: the first request that did the harm, or else the first that differs; empty if none is known. */
function oddRequest({ findings }: SweepFile, run: string): string {
  const { requests = [], departure } = findings.find(({ name }) => name === run) ?? {};
  const [odd] = /\brequest \d+/.exec([...requests, departure ?? ''].join('\n')) ?? [];
  return odd === undefined ? '' : `, then ${odd}`;
}

export const shuffledText =
  'The order of the requests differs between the two runs without a fault. A fault may miss the test that it is for: give a runner that shuffles its tests a fixed seed.';

const sinceWords = {
  mended: 'mended',
  fresh: 'new',
  first: 'first tried now',
  remaining: 'still there',
  untried: 'not tried',
} as const;

/** The counts, and a line for each scenario except those that are still there. */
function sinceSections(since: SinceThen | null): ReportSection[] {
  if (since === null) return [];
  const lines = (['mended', 'fresh', 'first', 'untried'] as const).flatMap((kind) =>
    (since[kind] ?? []).map((name) => `${sinceWords[kind]}: ${name}`),
  );
  return [{ title: 'Since then', lead: sinceText(since), lines }];
}

/** `3 mended, 1 new, 2 still there, 0 not tried`. */
export const sinceText = (since: SinceThen): string =>
  entriesOf(sinceWords)
    .map(([kind, word]) => ({ kind, word, count: since[kind]?.length ?? 0 }))
    .filter(({ kind, count }) => kind !== 'first' || count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(', ');

/** The points that the program did not reach again in several runs. They are not findings. */
const unreachedSections = (file: SweepFile): ReportSection[] =>
  linesSection(
    'Not reached, also when the program ran again',
    file.results.filter(({ verdict }) => verdict === 'not reached').map((run) => placeText(file, run)),
    { linesMax: 10, isEvidence: true },
  );

/** The runs that were not done: first kinds of faults that were never tried, then further points for the other kinds. */
function undoneSections(file: SweepFile): ReportSection[] {
  const { results, undone, undone_ms: undoneMs, stopped_by: stoppedBy, is_running: isRunning } = file;
  if (undone.length === 0 || isRunning) return [];
  const done = new Set(results.map(kindOf));
  const untried = [...groupBy(undone, kindOf)].flatMap(([kind, [first]]) => (done.has(kind) ? [] : [first]));
  const further = undone.length - untried.length;
  const reason = stoppedBy === 'budget' ? 'the budget is used up' : 'the sweep was stopped';
  return [
    {
      title: `Not done, since ${reason}: ${pluralize(undone.length, 'run')}, about ${seconds(undoneMs)}`,
      ...(further > 0 && { facts: [{ name: 'further places of the same faults', texts: [String(further)] }] }),
      lines: untried.map((run) => `never tried: ${placeText(file, run)}`),
      linesMax: 10,
      isEvidence: true,
    },
  ];
}

/** A fault at an operation or at an event of a webhook, after a first fault or none. */
const kindOf = (run: SweepFile['undone'][number]): string =>
  `${run.fault} ${/^webhook\(\w*|^\w+/.exec(run.point)?.[0] ?? ''} ${firstOf(run)?.replace(/\d+/, '') ?? ''}`;

/** The second faults that were skipped because of their share of the runs, and how to try those after one first fault. */
function leftOutSections({ left_out: leftOut = [] }: SweepFile): ReportSection[] {
  const count = leftOut.reduce((sum, one) => sum + one.second_faults, 0);
  return linesSection(
    `Left out, since second faults add at most ${100 * recoveryShare} % to the runs`,
    leftOut.map((one) => `${one.second_faults} after ${one.after.fault} at ${one.after.label}: --only ${one.only}`),
    { lead: `${pluralize(count, 'second fault')}.`, linesMax: 6, isEvidence: true },
  );
}

/** The points that count as equal, and the points that were tried in their place. */
function equalSections({ classes = [], spared = [] }: SweepFile): ReportSection[] {
  const endless = [...new Set(spared.map(({ fault, point }) => `${fault} at ${point.split('(', 1).join('')}`))];
  return [
    ...classes
      .filter(({ points, tried }) => tried.length < points)
      .map(({ on, points, tried }) => ({
        title: `Held for equal: ${points} × ${on}, of which ${tried.length} are tried`,
        lines: tried.map((one) => `${one.label}: ${one.stands_for.join('; ')}`),
        linesMax: 6,
        isEvidence: true,
      })),
    ...linesSection('Left out, since the program does not end at an equal point', endless, {
      lead: `${pluralize(spared.length, 'run')}.`,
      isEvidence: true,
    }),
  ];
}
