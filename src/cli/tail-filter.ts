import type { WorldHandle } from '../control/client/connect.ts';
import { CliError } from '../model/shared/errors.ts';
import { readCall } from './control-args.ts';
import { withFoundIds } from './last-record.ts';
import { withTimes } from './list-times.ts';

/** The conditions of `activity.list` that entries must meet. */
export type EntryFilter = Pick<
  NonNullable<Parameters<WorldHandle['activity']['list']>[0]>,
  'kind' | 'fax' | 'number' | 'search' | 'tone' | 'since'
>;

/** The filters of `faxsim activity list` that have a meaning for entries to come. */
const names: readonly string[] = ['kind', 'fax', 'number', 'search', 'tone', 'since'] satisfies (keyof EntryFilter)[];

/** Reads `kind=webhook since=1h` as `faxsim activity list` does. Throws a CliError for other words. */
export async function readTailFilter(world: WorldHandle, words: readonly string[]): Promise<EntryFilter> {
  const strange = words.find((word) => !names.includes(/^(\w+)(?:\[\])?=/.exec(word)?.[1] ?? ''));
  if (strange !== undefined) {
    const known = names.map((name) => `${name}=`).join(', ');
    throw new CliError(`tail: a filter must be one of ${known}, got ${JSON.stringify(strange)}`);
  }
  const call = await readCall('activity', ['list', ...words]);
  return call === undefined ? {} : (await withFoundIds(world, 'activity', await withTimes(world, call))).input;
}
