import { fitting } from './terminal.ts';

const gap = 2;

/** So many letters say something of a cell. */
const usefulWidth = 10;
/** A time, a number or an id has no more letters: columns go before such a cell is cut. */
const wholeWidth = 20;

/** The widths of columns that leave a line within the given one: the last column gives way first, then the widest ones. */
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

/** The columns that a narrow line has room for: those at `droppable` go one after the other, until the others say something. */
function keptColumns(widths: readonly number[], lineWidth: number, droppable: readonly number[]): readonly number[] {
  const least = (columns: readonly number[]): number =>
    columns.reduce((sum, at) => sum + Math.min(widths[at] ?? 0, wholeWidth) + gap, -gap);
  let kept = widths.map((_, at) => at);
  for (const at of droppable) {
    if (least(kept) <= lineWidth) break;
    kept = kept.filter((column) => column !== at);
  }
  return kept;
}

type Rows = readonly (readonly string[])[];

/** A column of rows: its place in them, and the most letters of a cell. */
export interface FittedColumn {
  readonly at: number;
  readonly width: number;
}

/** The widths of the columns of rows, as their cells are. */
export const widthsIn = (rows: Rows): readonly number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));

/** The columns of rows that fit a line of a terminal. */
export function fitColumns(rows: Rows, lineWidth: number, droppable: readonly number[]): readonly FittedColumn[] {
  const widths = widthsIn(rows);
  const kept = keptColumns(widths, lineWidth, droppable);
  const own = kept.map((at) => widths[at] ?? 0);
  return fittedWidths(own, lineWidth).map((width, index) => ({ at: kept[index] ?? 0, width }));
}

/** Rows of texts whose columns fit a line of a terminal. */
export function fitRows(rows: Rows, lineWidth: number, droppable: readonly number[]): Rows {
  const columns = fitColumns(rows, lineWidth, droppable);
  return rows.map((row) => columns.map(({ at, width }) => fitting(row[at] ?? '', width)));
}

/** The text in lines of at most so many letters, where its words allow that. */
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

/** A line for each pair; the second text goes on below itself where a terminal is too narrow, or below the first one. */
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
