import type { FaxList } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { pluralize, zonedText } from '../format.ts';
import { useResource } from '../resource.ts';
import { route, world } from '../router.ts';
import type { ScreenRoute } from '../routes.ts';
import { Link } from '../ui/link.tsx';
import type { WorldStart } from './activity-log.ts';
import { ActivityRow } from './activity-row.tsx';
import type { ShownEntry } from './activity-row.tsx';

/** Stands for the beginning of the world among the items of the list. */
export const startRow = { id: 'start' } as const;

interface Seeded {
  /** The number of faxes; undefined until it is read. */
  readonly count: number | undefined;
  /** The list of these faxes. */
  readonly place: Partial<ScreenRoute>;
}

/**
 * The faxes that the world had when it began, or of these only the failed ones. Those of a program are younger, even if its clock
 * stands.
 */
function useSeeded({ at }: WorldStart, isFailed = false): Seeded {
  const until = new Date(Date.parse(at) - 1).toISOString();
  const conditions = { until, ...(isFailed && { status: 'failure' }) };
  const found = useResource(`${world.value} ${JSON.stringify(conditions)}`, (signal) =>
    ask<FaxList>('/faxes', { input: { ...conditions, limit: 1 }, signal }),
  );
  return { count: found.data?.total, place: { screen: 'faxes', id: undefined, query: conditions } };
}

/** Whether the only filter is that something went wrong. */
export function showsWhatWentWrong(): boolean {
  const { query } = route.value;
  return query['tone'] === 'bad' && Object.keys(query).every((name) => name === 'tone' || name === 'order');
}

interface StartRowProps {
  readonly start: WorldStart;
  /** The entry in the row above. */
  readonly before: ShownEntry | undefined;
}

/** The oldest row: the beginning of the world, its start again with a data directory, or the end of what was dropped. */
export function StartRow({ start, before }: StartRowProps) {
  const isFailed = showsWhatWentWrong();
  const { count, place } = useSeeded(start, isFailed);
  const entry = { kind: 'world', at: start.at, tone: 'plain', reason: null, subject: null, fax_id: null } as const;
  const began = start.isDropped
    ? 'The activity begins here; older entries were dropped, because the history was full'
    : 'The activity begins here';
  const what = pluralize(count ?? 0, isFailed ? 'failed fax' : 'fax');
  const had = count === undefined || count === 0 ? '' : `. The world had ${what} then: see Faxes`;
  return <ActivityRow entry={{ ...entry, summary: `${began}${had}`, rule: null }} before={before} to={place} />;
}

/** Why an empty list lacks the faxes of the beginning. */
export function StartText({ start }: { readonly start: WorldStart | undefined }) {
  return start === undefined ? null : <KnownStart start={start} />;
}

function KnownStart({ start }: { readonly start: WorldStart }) {
  const { count, place } = useSeeded(start);
  if (count === undefined) return null;
  return (
    <p>
      The activity begins at {zonedText(start.at)}
      {count > 0 && (
        <>
          {' '}
          with <Link to={place}>{pluralize(count, 'fax')}</Link>, which this list leaves out
        </>
      )}
      .{start.isDropped && ' Older entries were dropped, because the history was full.'}
    </p>
  );
}
