import { isList, isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { printable, printableJsonLines, printableLines } from '../model/shared/words.ts';
import { fitLines, fitRows } from './columns.ts';
import type { FlagValues } from './flags.ts';
import { widthOf } from './output-width.ts';
import { readable, shownZone } from './terminal.ts';

interface PrintedText {
  readonly text?: string;
  /** Whether the text has colours, and control characters in users' data are escaped already. */
  readonly isPainted?: boolean;
  /** Whether its lines are as wide as the terminal already. */
  readonly isFitted?: boolean;
  readonly exitCode?: number;
}

/** Prints JSON for scripts, or a text for people, by default a table of the data. Returns the exit code. */
export function print(
  data: unknown,
  { json }: Pick<FlagValues, 'json'>,
  { text = formatAnswer(data), isPainted = false, isFitted = false, exitCode = 0 }: PrintedText = {},
): number {
  const printed = isPainted ? text : printableLines(text);
  const shown = isFitted ? printed : fitLines(printed, widthOf());
  process.stdout.write(json ? printableJsonLines(data) : shown);
  return exitCode;
}

/** The answer of a call for people. A list becomes a table, other values a line for each field. Ends with a newline. */
export function formatAnswer(data: unknown): string {
  if (isList(data)) return data.length === 0 ? 'none\n' : alignColumns(fitToTerminal(tableOf(data)));
  if (isPlainObject(data)) return isDone(data) ? 'done\n' : alignColumns(fieldsOf(data));
  return wholeLines(cell(data));
}

/** A text that ends with a newline, and with no second one. */
export const wholeLines = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const widest = 60;

function tableOf(rows: readonly unknown[]): string[][] {
  if (!rows.every(isPlainObject)) return rows.map((row) => [cell(row)]);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  // A narrow terminal drops the last columns, and a row is about its time.
  const columns = [...names.filter((name) => name === 'at'), ...names.filter((name) => name !== 'at')];
  const short = columns.filter((name) => rows.every((row) => cell(row[name]).length <= widest));
  return [short, ...rows.map((row) => short.map((name) => printable(cell(row[name]))))]; // one line each
}

/** On a terminal, formats times and numbers for people, and cuts columns to its width, the last ones first. */
function fitToTerminal(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const width = widthOf();
  if (width === undefined) return rows;
  const [head = [], ...records] = rows;
  const cellsOf = (at: number): string[] => records.map((row) => row[at] ?? '');
  const zoned = head.map((name, at) => zonedHead(name, cellsOf(at)));
  const columns = head.map((_, at) => at).slice(1);
  const shown = [zoned, ...records.map((row) => row.map((cell) => readable(cell)))];
  return fitRows(shown, width, columns.toReversed());
}

const wholeTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The name of a column, with the zone if it has times: `at (GMT+1)`. */
function zonedHead(name: string, cells: readonly string[]): string {
  const times = cells.filter((cell) => wholeTime.test(cell));
  return times.length === 0 ? name : `${name} (${shownZone(times)})`;
}

/** A line for each field, and for each group in a list. */
function fieldsOf(group: Mapping, indent = ''): string[][] {
  return Object.entries(group).flatMap(([name, value]): string[][] => {
    const label = `${indent}${name}`;
    if (isPlainObject(value)) return [[label], ...fieldsOf(value, `${indent}  `)];
    if (isList(value) && value.some(isPlainObject)) {
      return [[label], ...value.map((item) => [`${indent}  ${isPlainObject(item) ? pairs(item) : cell(item)}`])];
    }
    return [[label, cell(value)]];
  });
}

const pairs = (group: Mapping): string =>
  Object.entries(group)
    .map(([name, value]) => `${name}=${cell(value)}`)
    .join('  ');

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    if (row.length > 1) row.forEach(({ length }, at) => (widths[at] = Math.max(widths[at] ?? 0, length)));
  }
  const lines = rows.map((row) => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const isDone = (group: Mapping): boolean => group['done'] === true && Object.keys(group).length === 1;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
