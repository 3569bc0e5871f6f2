import { routes } from '../control/client/routes.generated.ts';
import { CliError } from '../model/shared/errors.ts';
import { csvColumns, csvText } from '../model/shared/csv-text.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { kebabCase } from '../model/shared/words.ts';
import type { FlagValues } from './flags.ts';
import { recordsIn } from './list-rest.ts';

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
  process.stdout.write(csvText(rows, rows.every((row) => 'id' in row) ? csvColumns[group] : undefined));
  return 0;
}

/** The records of a list, of a page of a list, or a single record; undefined for other answers. */
function rowsOf(answer: unknown): readonly Mapping[] | undefined {
  if (answer instanceof Uint8Array) return undefined;
  const records = recordsIn(answer) ?? (isPlainObject(answer) ? [answer] : undefined);
  return records?.map((row) => (isPlainObject(row) ? row : { value: row }));
}
