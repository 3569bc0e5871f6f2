import { isList, isPlainObject } from './objects.ts';
import type { Mapping } from './objects.ts';
import { printableLines } from './words.ts';

const named = (names: string): readonly string[] => names.split(/\s+/);

/** The columns of records with very many fields. Other records have a column for each field. */
export const csvColumns: Readonly<Record<string, readonly string[]>> = {
  faxes: named(`id created_at completed_at direction is_test status from_number to_number
    recipients.number recipients.status recipients.error.message pages pages_sent cost_cents
    error.id error.type error.message caller_name tags options.batch resent_from v3_ids`),
  requests: named(`id at took_ms method path query operation version key fax_id new_fax_ids numbers
    answer.status answer.broken refused.reason refused.field rule user_agent`),
  webhooks: named(`id created_at event fax_id state url format redelivery_of
    attempts.at attempts.answer.status attempts.failure attempts.rule`),
};

/** Names of fields, each below the one before it. */
type Path = readonly string[];

/**
 * Rows with a head, in the form of RFC 4180, except that a line ends with LF, as programs of Unix expect. The columns have the names
 * of the JSON: `error.message` is the message below `error`.
 */
export function csvText(rows: readonly Mapping[], columns?: readonly string[]): string {
  const paths = columns?.map((column): Path => column.split('.')) ?? pathsIn(rows);
  if (paths.length === 0) return '';
  const lines = [paths.map((path) => path.join('.')), ...rows.map((row) => paths.map((path) => textAt(row, path)))];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\n`).join('');
}

/** A path for each field of the rows, and for each field of a group in them. */
function pathsIn(rows: readonly Mapping[]): readonly Path[] {
  const found = new Map(rows.flatMap((row) => leavesOf(row).map((path) => [path.join('.'), path] as const)));
  // A group that is null in another row has columns already.
  return [...found]
    .filter(([name]) => ![...found.keys()].some((other) => other.startsWith(`${name}.`)))
    .map(([, path]) => path);
}

const leavesOf = (group: Mapping): readonly Path[] =>
  Object.entries(group).flatMap(([name, value]) =>
    isPlainObject(value) && Object.keys(value).length > 0 ? leavesOf(value).map((path) => [name, ...path]) : [[name]],
  );

function textAt(value: unknown, [name, ...rest]: Path): string {
  if (name === undefined) return textOf(value);
  if (isList(value)) return joined(value.map((item) => textAt(item, [name, ...rest])));
  return isPlainObject(value) ? textAt(value[name], rest) : '';
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isList(value) && !value.some(isPlainObject)) return joined(value.map(textOf));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The items of a list in one cell. An empty item keeps its place beside others. */
const joined = (items: readonly string[]): string => (items.every((item) => item === '') ? '' : items.join(';'));

/** A cell with quotes where it needs them. A spreadsheet runs no text of others as a formula. */
function cellOf(text: string): string {
  const cell = printableLines(isFormula(text) ? `'${text}` : text);
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Whether a spreadsheet takes a text for a formula. Numbers such as -7 and +12025550123 stay as they are. */
const isFormula = (text: string): boolean => /^[=@+-]/.test(text.trimStart()) && !/^[+-][\d.;+]*$/.test(text);
