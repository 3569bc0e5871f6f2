import { routes } from '../control/client/routes.generated.ts';
import { CliError } from '../model/shared/errors.ts';
import { isList, isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { kebabCase, printableLines } from '../model/shared/words.ts';
import type { FlagValues } from './flags.ts';
import { recordsIn } from './list-rest.ts';

/** The columns of records with very many fields. Other records have a column for each field. */
const columnsOf: Readonly<Record<string, string>> = {
  faxes: `id created_at completed_at direction is_test status from_number to_number
    recipients.number recipients.status recipients.error.message pages pages_sent cost_cents
    error.id error.type error.message caller_name tags options.batch resent_from v3_ids`,
  requests: `id at took_ms method path query operation version key fax_id new_fax_ids numbers
    answer.status answer.broken refused.reason refused.field rule user_agent`,
  webhooks: `id created_at event fax_id state url format redelivery_of
    attempts.at attempts.answer.status attempts.failure attempts.rule`,
};

/** Throws a CliError if a call has no rows for CSV. */
export function assertCsv(group: string, name: string, { json }: Pick<FlagValues, 'json'>): void {
  if (json) throw new CliError('--csv excludes --json');
  if (routes[group]?.[name]?.method !== 'GET') throw noRows(group, name);
}

const noRows = (group: string, name: string): CliError =>
  new CliError(`--csv is for calls that list or show records, not for ${group} ${kebabCase(name)}`);

/** Prints the records of an answer as CSV. */
export function printCsv(group: string, name: string, answer: unknown): number {
  const rows = rowsOf(answer);
  if (rows === undefined) throw noRows(group, name);
  process.stdout.write(csvText(rows, rows.every((row) => 'id' in row) ? columnsOf[group]?.split(/\s+/) : undefined));
  return 0;
}

/** The records of a list, of a page of a list, or a single record; undefined for other answers. */
function rowsOf(answer: unknown): readonly Mapping[] | undefined {
  if (answer instanceof Uint8Array) return undefined;
  const records = recordsIn(answer) ?? (isPlainObject(answer) ? [answer] : undefined);
  return records?.map((row) => (isPlainObject(row) ? row : { value: row }));
}

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
