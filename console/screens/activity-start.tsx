import type { FaxList } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { pluralize, zonedText } from '../format.ts';
import { useResource } from '../resource.ts';
import { route, world } from '../router.ts';
import type { ScreenRoute } from '../routes.ts';
import { Link } from '../ui/link.tsx';
import { hasPeriod, seededConditions } from './activity-beginning.ts';
import type { WorldStart } from './activity-log.ts';
import { ActivityRow } from './activity-row.tsx';
import type { ShownEntry } from './activity-row.tsx';

/** Stands for the beginning of the world among the items of the list. */
export const startRow = { id: 'start' } as const;

interface Seeded {
  /** The number of faxes; undefined until it is read, or where the period has none. */
  readonly count: number | undefined;
  /** The list of these faxes. */
  readonly place: Partial<ScreenRoute>;
}

/** The faxes that the world had when it began, with the period and the result of the list. */
function useSeeded(start: WorldStart): Seeded {
  const conditions = seededConditions(start, route.value.query);
  const key = conditions === undefined ? '' : `${world.value} ${JSON.stringify(conditions)}`;
  const found = useResource(key, (signal) => ask<FaxList>('/faxes', { input: { ...conditions, limit: 1 }, signal }));
  return { count: found.data?.total, place: { screen: 'faxes', id: undefined, query: conditions ?? {} } };
}

interface StartRowProps {
  readonly start: WorldStart;
  /** The entry in the row above. */
  readonly before: ShownEntry | undefined;
}

/** The oldest row: the beginning of the world, its start again with a data directory, or the end of what was dropped. */
export function StartRow({ start, before }: StartRowProps) {
  const { query } = route.value;
  const { count = 0, place } = useSeeded(start);
  const entry = { kind: 'world', at: start.at, tone: 'plain', reason: null, subject: null, fax_id: null } as const;
  const began = start.isDropped
    ? 'The activity begins here; older entries were dropped, because the history was full'
    : 'The activity begins here';
  const what = pluralize(count, query['tone'] === 'bad' ? 'failed fax' : 'fax');
  const had = count === 0 ? '' : `. The world had ${what}${hasPeriod(query) ? ' of this period' : ''} then: see Faxes`;
  return <ActivityRow entry={{ ...entry, summary: `${began}${had}`, rule: null }} before={before} to={place} />;
}

/** Why an empty list lacks the faxes of the beginning. */
export function StartText({ start }: { readonly start: WorldStart | undefined }) {
  return start === undefined ? null : <KnownStart start={start} />;
}

function KnownStart({ start }: { readonly start: WorldStart }) {
  const { query } = route.value;
  const { count, place } = useSeeded(start);
  const isAny = query['tone'] === undefined && !hasPeriod(query);
  return (
    <p>
      The activity begins at {zonedText(start.at)}
      {isAny && count !== undefined && count > 0 && (
        <>
          {' '}
          with <Link to={place}>{pluralize(count, 'fax')}</Link>, which this list leaves out
        </>
      )}
      .{!isAny && count !== undefined && <SeededText count={count} place={place} />}
      {start.isDropped && ' Older entries were dropped, because the history was full.'}
    </p>
  );
}

/** The faxes of the beginning with the result and in the period of the list. */
function SeededText({ count, place }: Seeded & { readonly count: number }) {
  const result = resultOf(route.value.query, Math.max(count, 1));
  if (count === 0) return <> No earlier fax {result}.</>;
  return (
    <>
      {' '}
      {pluralize(count, 'fax')} {result}: <Link to={place}>see {count === 1 ? 'it' : 'them'}</Link>.
    </>
  );
}

/** `failed in this period`, of the faxes of the beginning. */
function resultOf(query: ScreenRoute['query'], count: number): string {
  const created = count === 1 ? 'was created' : 'were created';
  const result = { bad: 'failed', good: 'succeeded' }[query['tone'] ?? ''] ?? created;
  return `${result} ${hasPeriod(query) ? 'in this period' : 'before'}`;
}
