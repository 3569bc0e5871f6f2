import { groupBy, keysOf } from '../../../model/shared/objects.ts';
import { durationWords, unitMs } from '../../../model/shared/duration.ts';
import { capital, listed, pluralize, printable } from '../../../model/shared/words.ts';
import { codesOf, factsOf, itemsSection, linesSection, reproduction, seconds } from '../../report/form.ts';
import type {
  ReportCellMark,
  ReportItem,
  ReportMark,
  ReportSection,
  ReportTone,
  ToolReport,
} from '../../report/form.ts';
import { idOf, isIdOf } from '../../report/item-id.ts';
import { verdicts } from '../../sweep/verdicts.ts';
import { findingKinds } from '../finding.ts';
import { runsMax } from '../runs-max.ts';
import type { parityJson } from './json.ts';
import { explainingKinds, rareRows } from './achieved-rows.ts';

/** The content of `report.json`. Earlier files lack remarks, commands, some parts of findings, and some of faults. */
export type ParityFile = Partial<Pick<WholeFile, LaterField>> &
  Omit<WholeFile, LaterField | 'findings' | 'faults'> & {
    readonly findings: readonly ReportedDifference[];
    readonly faults: ReportedFaults | null;
  };

type LaterField = 'skipped_ms' | 'made' | 'remarks' | 'again' | 'secret_variables';
type WholeFaults = NonNullable<WholeFile['faults']>;
type LaterCount = 'compared' | 'only_old' | 'only_new';
type ReportedFaults = Partial<Pick<WholeFaults, LaterCount>> &
  Omit<WholeFaults, LaterCount | 'worse'> & { readonly worse: readonly WorseInFile[] };
type WholeWorse = WholeFaults['worse'][number];
type WorseInFile = Partial<Pick<WholeWorse, 'again'>> & Omit<WholeWorse, 'again'>;

type WholeFile = ReturnType<typeof parityJson>;
type WholeDifference = WholeFile['findings'][number];
type LaterPart = 'follows' | 'output_line';
type ReportedDifference = Partial<Pick<WholeDifference, LaterPart>> & Omit<WholeDifference, LaterPart>;

/** The report for people: the findings, then what both programs achieve. */
export function parityReport(file: ParityFile): ToolReport {
  const { findings, remarks = [], left_out: noise, again, secret_variables: secrets } = file;
  return {
    name: 'faxsim parity',
    marks: [verdictOf(file)],
    summary: summaryOf(file),
    sections: [
      ...itemsSection('Findings', withAlikeBehind(findings.map((one) => differenceItem(one, 'bad'))), {
        isRanked: true,
        ...(again !== undefined && reproduction(again, secrets)),
      }),
      ...itemsSection(
        'To look at',
        remarks.map((one) => differenceItem(one, 'busy')),
        remarks.some(({ kind }) => kind === 'other retries') ? { lead: skippedText(file) } : {},
      ),
      ...faultsSection(file),
      achievedSection(file),
      ...linesSection('Left out, since the runs of the old program differ', noise, { isEvidence: true }),
    ],
  };
}

function verdictOf({ findings, faults, remarks = [] }: ParityFile): ReportMark {
  const worse = faults?.worse.length ?? 0;
  const counts = [
    ...(findings.length === 0 ? [] : [pluralize(findings.length, 'finding')]),
    ...(worse === 0 ? [] : [`worse with ${pluralize(worse, 'fault')}`]),
  ];
  if (counts.length > 0) return { tone: 'bad', word: counts.join(', ') };
  if (remarks.length === 0) return { tone: 'good', word: 'no finding' };
  return { tone: 'busy', word: `no finding, but ${pluralize(remarks.length, 'thing')} to look at` };
}

function summaryOf(file: ParityFile): string {
  const { findings, runs, took_ms: ms } = file;
  const skipped = skippedText(file);
  const verdict = praiseOrRemark(file);
  const more = findings.some(({ kind }) => kind === 'not finished')
    ? 'More findings may follow when the new program comes to its end. '
    : '';
  return `${verdict}${more}The old program ran ${times(runs.old)}, the new one ${times(runs.new)}${why(file)}: ${seconds(ms)}.${skipped === '' ? '' : ` ${skipped}`}`;
}

/** Praises the new program, unless a person has to look at something; then names the first such thing. */
function praiseOrRemark({ findings, remarks: [remark] = [], achieved: { old, new: now } }: ParityFile): string {
  if (findings.length > 0) return '';
  const different = Object.keys(old).filter((name) => old[name] !== now[name]);
  if (remark === undefined && different.length > 0)
    return `No finding explains the numbers that differ: ${listed(different)}. `;
  if (remark === undefined) return 'The new program achieves what the old one does. ';
  return `${capital(printable(remark.sentence))}. `;
}

/** Says that the new program did not wait in real time; empty if it did. */
function skippedText({ skipped_ms: ms = 0 }: ParityFile): string {
  if (ms < 1000) return '';
  const waits = ms < 120_000 ? seconds(ms) : durationWords(Math.round(ms / unitMs.m) * unitMs.m);
  return `The clock was moved over ${waits} in which the new program waited or a webhook was tried again; --skip-waits=off runs in real time.`;
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/** Says why the programs ran more often than the comparison needs. */
function why({ findings, runs }: ParityFile): string {
  if (findings.length > 0) return ', as a finding needs';
  if (runs.new > 1) return ', which took a finding back';
  return runs.old > 2 ? `, as its runs differ (at most ${runsMax.old} runs)` : '';
}

function differenceItem(difference: ReportedDifference, tone: ReportTone): ReportItem {
  const { kind, sentence, follows = [], old, new: now, output_line: output } = difference;
  return {
    id: idOf(kind, sentence),
    mark: { tone, word: kind },
    title: printable(sentence),
    facts: [
      ...factsOf({ 'it follows': follows.map((one) => printable(`${one.kind}: ${one.sentence}`)) }),
      // A remark may be about the old program alone, whatever the new one sends.
      ...codesOf({ old: callTexts(old), new: tone === 'busy' && now.length === 0 ? [] : callTexts(now), output }),
    ],
  };
}

const callTexts = (calls: readonly string[]): readonly string[] =>
  calls.length === 0 ? ['no request'] : calls.map(printable);

const shownOfKindMax = 3;

/** Findings of one kind mostly have one cause, so the others are folded behind the first few. */
function withAlikeBehind(items: readonly ReportItem[]): ReportItem[] {
  const kinds = groupBy(items, ({ mark }) => mark?.word);
  return items.flatMap((item) => {
    const alike: readonly ReportItem[] = kinds.get(item.mark?.word) ?? [];
    const nth = alike.indexOf(item) + 1;
    if (nth > shownOfKindMax) return [];
    const others = alike.slice(shownOfKindMax);
    if (nth < shownOfKindMax || others.length === 0) return [item];
    return [{ ...item, others: { title: `${others.length} more of this kind`, items: others } }];
  });
}

/** The faults with which the new program copes worse, if both were swept; without one, a sentence says so. */
function faultsSection({ faults, secret_variables: secrets }: ParityFile): ReportSection[] {
  if (faults === null) return [];
  const { worse, runs } = faults;
  const lead = [
    `${pluralize(runs.old, 'run')} of the old program, ${runs.new} of the new one.`,
    ...notComparedTexts(faults),
    ...(worse.length > 0 ? [] : [praiseOf(faults)]),
  ];
  return [
    {
      title: worse.length > 0 ? 'Faults with which the new program copes worse' : 'Faults in both programs',
      lead: lead.join(' '),
      items: worse.map((one) => worseItem(one, secrets)),
    },
  ];
}

function praiseOf({ compared = 1, not_compared: notCompared }: ReportedFaults): string {
  if (compared === 0) return 'So no fault was compared.';
  return `The new program copes with all ${notCompared > 0 ? 'others' : 'of them'} as well as the old one does.`;
}

/** Names the faults that a budget left out, and those of one program alone. */
function notComparedTexts({ not_compared: all, only_old: old = [], only_new: now = [] }: ReportedFaults): string[] {
  const countOf = (faults: typeof old): number => faults.reduce((sum, { count }) => sum + count, 0);
  const late = all - countOf(old) - countOf(now);
  const ofOne = (faults: typeof old, which: string): string[] =>
    faults.length === 0
      ? []
      : [
          `${pluralize(countOf(faults), 'fault')} not compared, since only the ${which} program has such requests or webhooks: ${faults.map(({ name }) => name).join(', ')}.`,
        ];
  return [
    ...(late > 0
      ? [
          `${pluralize(late, 'fault')} not compared: --budget ended before both programs had ${late === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...ofOne(old, 'old'),
    ...ofOne(now, 'new'),
  ];
}

const worseKind = 'worse';

/** Whether an id is one of a comparison, though the report may have no such finding. */
export const isParityId = (id: string): boolean => isIdOf([...keysOf(findingKinds), worseKind], id);

const worseItem = (
  { name, fault, says, point, verdict, because, old, again }: WorseInFile,
  secretVariables?: readonly string[],
): ReportItem => ({
  id: `${worseKind}-${name}`,
  mark: { tone: verdicts[verdict].tone, word: verdict },
  title: `${fault} at ${point}: ${says}`,
  paragraphs: because,
  facts: factsOf({
    'the old program': old ?? (point.startsWith('webhook') ? 'gets no such webhook' : 'makes no such request'),
  }),
  ...reproduction(again ?? `npx faxsim sweep --only ${name}`, secretVariables),
});

/**
 * Shows the achievements of both programs. A difference leads to the first finding of a kind that explains it. One without a finding has
 * no colour of a fault: it may be intended, or the runs differ.
 */
function achievedSection({ achieved, findings, remarks = [] }: ParityFile): ReportSection {
  const rows = Object.entries(achieved.old)
    .map(([name, value]) => ({ name, old: value, now: achieved.new[name] ?? '' }))
    .filter(({ name, old, now }) => !rareRows.includes(name) || old !== '0' || now !== '0');
  return {
    title: 'Old and new in numbers',
    table: {
      heads: [{ text: 'old' }, { text: 'new' }, { text: '' }],
      rows: rows.map(({ name, old, now }) => ({
        head: { text: name },
        cells: [old, now, old === now ? undefined : differenceMark(name, findings, remarks)],
      })),
    },
    isEvidence: true,
  };
}

function differenceMark(
  row: string,
  findings: readonly ReportedDifference[],
  remarks: readonly ReportedDifference[],
): ReportCellMark {
  const firstIn = (differences: readonly ReportedDifference[]): ReportedDifference | undefined =>
    explainingKinds[row]
      ?.map((kind) => differences.find((one) => [one, ...(one.follows ?? [])].some((part) => part.kind === kind)))
      .find((one) => one !== undefined);
  const finding = firstIn(findings);
  const cause = finding ?? firstIn(remarks);
  if (cause === undefined) return { tone: 'waiting', word: 'differs' };
  return { tone: finding === undefined ? 'busy' : 'bad', word: 'differs', item: idOf(cause.kind, cause.sentence) };
}
