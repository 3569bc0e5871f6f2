import { capital, printable } from '../../model/shared/words.ts';
import { factsOf, isMatrix, taskText } from './form.ts';
import type { ReportCode, ReportFact, ReportItem, ReportSection, Reproduction, ToolReport } from './form.ts';
import { wrapped } from './text-lines.ts';
import type { Span, TextLook } from './text-lines.ts';
import { matrixLines, tableLines } from './text-table.ts';

/** A report that is longer than a screen repeats its verdict at the end, because a terminal shows the end. */
const screenLines = 30;

/**
 * The report for a terminal, without control characters. Lines fit the width of the terminal, except commands and
 * paths.
 */
export function textOf({ marks, summary, sections }: ToolReport, look: TextLook = {}): string {
  const head = wrapped(headSpans({ marks, summary }), look);
  const body = sections.flatMap((section) => ['', ...sectionLines(section, look)]);
  return [...head, ...body, ...(body.length > screenLines ? ['', ...head] : []), ''].join('\n');
}

const headSpans = ({ marks, summary }: Pick<ToolReport, 'marks' | 'summary'>): Span[] => [
  ...marks.flatMap(({ tone, word }, at): Span[] => [...(at > 0 ? [', '] : []), [at > 0 ? word : capital(word), tone]]),
  [...(marks.length > 0 ? ['.'] : []), ...(summary === '' ? [] : [summary])].join(' '),
];

function sectionLines(section: ReportSection, look: TextLook): string[] {
  const { title, lead, items = [], isRanked = false, facts = [], table, lines = [], linesMax, tasks = [] } = section;
  const parts = items.map((item, at) => itemLines(item, isRanked ? `${at + 1}. ` : '', look));
  const isLong = items.some(hasEvidence);
  return [
    ...wrapped([[title, 'title']], look),
    ...(lead === undefined ? [] : wrapped([lead], look)),
    ...parts.flatMap((part, at) => (isLong && at > 0 ? ['', ...part] : part)),
    ...(section.again === undefined ? [] : ['', ...factLines(commandFacts(section), look, 0)]),
    ...(table === undefined ? [] : isMatrix(table) ? matrixLines(table, look) : tableLines(table, look)),
    ...(table !== undefined && facts.length > 0 ? [''] : []),
    ...factLines(facts, look, 0),
    ...shortened(lines, linesMax).flatMap((line) => wrapped([line], look, 2, 4)),
    ...tasks.flatMap((task) => wrapped([`- [ ] ${taskText(task)}`], look, 0, 6)),
  ];
}

/** Whether an item has more than sentences. Otherwise it needs no empty line before the next one. */
const hasEvidence = ({ facts = [], again, pair, others }: ReportItem): boolean =>
  facts.length > 0 || [again, pair, others].some((one) => one !== undefined);

const indent = 3;
/** The maximum number of items of one cause, and of texts of one fact. */
const othersMax = 6;

function itemLines(item: ReportItem, number: string, look: TextLook): string[] {
  const { mark, title, paragraphs = [], facts = [], pair = [], others } = item;
  const head: Span[] = mark === undefined ? [number, title] : [number, [mark.word, mark.tone], `: ${title}`];
  const all: TextFact[] = [
    ...facts,
    ...commandFacts(item),
    ...(others === undefined ? [] : [{ name: 'also', texts: others.items.map((one) => titleOf(one, mark?.word)) }]),
  ];
  return [
    ...wrapped(head, look, 0, indent),
    ...paragraphs.flatMap((text) => wrapped([text], look, indent)),
    ...factLines(all, look, indent),
    ...pair.flatMap(codeLines(look)),
  ];
}

/** The title of another item, with its mark if that differs from `word`. */
const titleOf = ({ mark, title }: ReportItem, word: string | undefined): string =>
  mark === undefined || mark.word === word ? title : `${mark.word}: ${title}`;

const commandFacts = ({ first, again }: Reproduction): TextFact[] =>
  factsOf({ first, again }).map((fact) => ({ ...fact, isWhole: true }));

interface TextFact extends ReportFact {
  /** Whether the text stays on one line, however long. */
  readonly isWhole?: boolean;
}

/** The names of facts and their texts in two columns; a legend has its signs before the names. */
function factLines(facts: readonly TextFact[], look: TextLook, left: number): string[] {
  const width = Math.max(0, ...facts.map(({ name }) => name.length)) + 2;
  return facts.flatMap(({ name, texts, isCode = false, isWhole = false, sign }) => {
    if (sign !== undefined) {
      const label: Span = [`${sign.sign}  ${name}`, sign.tone];
      return wrapped([label, `${' '.repeat(width - name.length)}${texts.join(' ')}`], look, left, left + 3 + width);
    }
    return shortened(texts, othersMax).flatMap((text, at) => {
      const label = (at === othersMax ? '' : `${name}:`).padEnd(width);
      // Commands and paths are copied, so they are not broken.
      if (isWhole) return [`${' '.repeat(left)}${label}${printable(text)}`];
      return wrapped([`${label}${text}`], { ...look, keepsWords: isCode }, left, left + width);
    });
  });
}

/** Each request with its values below it. Words stay whole, such as a path that is copied. */
const codeLines =
  (look: TextLook) =>
  ({ name, note, requests }: ReportCode): string[] =>
    requests.flatMap((request) => {
      const [first = '', ...values] = request.split('\n');
      const label = `${' '.repeat(indent)}${name}:`.padEnd(2 * indent + 3);
      const whole = { ...look, keepsWords: true };
      return [
        ...wrapped([`${label}${first}${note === undefined ? '' : `  (${note})`}`], whole, 0, label.length),
        ...values.flatMap((value) => wrapped([value], whole, label.length + 2, label.length + 4)),
      ];
    });

/** The first texts, and the number of the others. */
const shortened = (texts: readonly string[], most = Infinity): readonly string[] =>
  texts.length <= most ? texts : [...texts.slice(0, most), `and ${texts.length - most} more`];
