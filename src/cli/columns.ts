import { stripVTControlCharacters } from 'node:util';
import { fitting } from '../model/shared/words.ts';

/** The number of spaces between two columns. */
export const gap = 2;

/** A cell that is cut to fewer letters than this is useless. */
const usefulWidth = 10;
/** Times, numbers and ids have at most this many letters. They are never cut: whole columns are dropped first. */
const wholeWidth = 20;

/** The widths of columns that fit into a line. The last column shrinks first, then the widest ones. */
function fittedWidths(widths: readonly number[], lineWidth: number): readonly number[] {
  const fitted = [...widths];
  const last = fitted.length - 1;
  const room = lineWidth - gap * last;
  for (let over = fitted.reduce((sum, width) => sum + width, -room); over > 0; over--) {
    const widest = Math.max(...fitted);
    const giving = (fitted[last] ?? 0) > usefulWidth ? last : fitted.lastIndexOf(widest);
    if (widest <= 1) break;
    fitted[giving] = (fitted[giving] ?? 1) - 1;
  }
  return fitted;
}

/** The columns that a narrow line lacks, in order, and whether the last column may be cut before any is dropped. */
export interface Sacrifice {
  readonly droppable: readonly number[];
  readonly cutsLast?: boolean;
}

/**
 * The columns that fit into a line. Drops the columns at `droppable`, one after the other, until the rest is wide
 * enough to read.
 */
function keptColumns(
  widths: readonly number[],
  lineWidth: number,
  { droppable, cutsLast = false }: Sacrifice,
): readonly number[] {
  const leastOf = (at: number): number => (cutsLast && at === widths.length - 1 ? usefulWidth : wholeWidth);
  const least = (columns: readonly number[]): number =>
    columns.reduce((sum, at) => sum + Math.min(widths[at] ?? 0, leastOf(at)) + gap, -gap);
  let kept = widths.map((_, at) => at);
  for (const at of droppable) {
    if (least(kept) <= lineWidth) break;
    kept = kept.filter((column) => column !== at);
  }
  return kept;
}

type Rows = readonly (readonly string[])[];

/** A column: its index in each row, and the width of its cells in letters. */
export interface FittedColumn {
  readonly at: number;
  readonly width: number;
}

/** The width of the widest cell of each column. */
const widthsIn = (rows: Rows): readonly number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));

/** The columns that fit into a line of a terminal. */
export function fitColumns(rows: Rows, lineWidth: number, sacrifice: Sacrifice): readonly FittedColumn[] {
  const widths = widthsIn(rows);
  const kept = keptColumns(widths, lineWidth, sacrifice);
  const own = kept.map((at) => widths[at] ?? 0);
  return fittedWidths(own, lineWidth).map((width, index) => ({ at: kept[index] ?? 0, width }));
}

/** The rows, cut so that they fit into a line of a terminal. */
export function fitRows(rows: Rows, lineWidth: number, droppable: readonly number[]): Rows {
  const columns = fitColumns(rows, lineWidth, { droppable });
  return rows.map((row) => columns.map(({ at, width }) => fitting(row[at] ?? '', width)));
}

/** Wraps the text at a number of letters. A longer word keeps a line of its own. */
export function wrap(text: string, columns: number): string[] {
  const wrapped = [''];
  for (const word of text.split(' ')) {
    const line = wrapped.at(-1) ?? '';
    if (line === '') wrapped[wrapped.length - 1] = word;
    else if (line.length + 1 + word.length <= columns) wrapped[wrapped.length - 1] = `${line} ${word}`;
    else wrapped.push(word);
  }
  return wrapped;
}

/** The lines of a cell of so many letters. A longer word is cut. */
export const foldCell = (text: string, width: number): readonly string[] =>
  text.length <= width ? [text] : wrap(text, width).flatMap((line) => slices(line, width));

/**
 * The lines of a text, wrapped at the width of a terminal. A line goes on below its second column, or a little further right than
 * it begins. Only URLs and paths stay whole, however wide, because people copy them. Without a width, nothing changes.
 */
export function fitLines(text: string, lineWidth: number | undefined): string {
  if (lineWidth === undefined) return text;
  const fits = (line: string): boolean => visibleLength(line) <= lineWidth;
  return text
    .split('\n')
    .flatMap((line) => (fits(line) ? [line] : foldLine(line, lineWidth)))
    .join('\n');
}

const visibleLength = (text: string): number => stripVTControlCharacters(text).length;

function foldLine(line: string, lineWidth: number): string[] {
  const { column, margin } = indentsOf(line, lineWidth);
  const lines: string[] = [];
  let folded = '';
  for (const part of partsOf(line, lineWidth - column)) {
    const isFull = visibleLength(folded) + visibleLength(part) > lineWidth && folded.trim() !== '';
    if (isFull) {
      lines.push(folded.trimEnd());
      folded = ' '.repeat(column + visibleLength(part) > lineWidth ? margin : column);
    }
    if (!isFull || part.trim() !== '') folded += part;
  }
  return [...lines, folded.trimEnd()];
}

/** The indents of further lines: that of the second column, and a smaller one for parts that are too wide there. */
function indentsOf(line: string, lineWidth: number) {
  const [head = ''] = /^ *(?:\S+(?: \S+)*? {2,})?/.exec(stripVTControlCharacters(line)) ?? [];
  const [start = ''] = /^ */.exec(line) ?? [];
  const margin = Math.min(start.length + gap, Math.floor(lineWidth / 2));
  return { column: head.length <= lineWidth / 2 ? Math.max(head.length, margin) : margin, margin };
}

/** The words of a line and the spaces between them. A word that is wider than `most` is cut, unless it is an address. */
const partsOf = (line: string, most: number): string[] =>
  (line.match(/ +|[^ ]+/g) ?? []).flatMap((part) =>
    part.startsWith(' ') || isAddress(part) ? [part] : slices(part, most),
  );

/** A URL or a path, maybe as the value of a name: `url=http://127.0.0.1:8329/`, `/v2.1/faxes/1`. */
const isAddress = (word: string): boolean => /^(?:[\w.-]+=)?["'(]?(?:[a-z][a-z+.-]*:\/\/|[.~]{0,2}\/)/i.test(word);

/** The parts of a word that is wider than a line. A word with colours stays whole. */
const slices = (word: string, length: number): readonly string[] =>
  word.length <= length || visibleLength(word) !== word.length
    ? [word]
    : Array.from({ length: Math.ceil(word.length / length) }, (_, at) => word.slice(at * length, (at + 1) * length));

/** A line for each pair. On a narrow terminal, the second text is wrapped in its column, or begins below the first one. */
export function twoColumns(rows: readonly (readonly [string, string])[], lineWidth: number | undefined): string {
  const indent = Math.max(...rows.map(([{ length }]) => length)) + gap;
  const isNarrow = lineWidth !== undefined && lineWidth - indent < 2 * usefulWidth;
  const column = isNarrow ? gap : indent;
  return rows
    .flatMap(([first, second]) => {
      const [beside = '', ...below] = lineWidth === undefined ? [second] : wrap(second, lineWidth - column);
      const opening = isNarrow ? [first, ' '.repeat(column) + beside] : [first.padEnd(column) + beside];
      return [...opening, ...below.map((line) => ' '.repeat(column) + line)];
    })
    .join('\n');
}
