import type { FaxList, FaxRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { useActivity } from './activity-log.ts';
import { ActivityRow, AllActivity } from './activity-row.tsx';
import type { ShownEntry } from './activity-row.tsx';
import { faxStatuses, otherEnd, pagesText } from './fax-words.ts';

const mostShown = 8;

/** The latest entries of the activity, newest first. Faxes of the fixture fill a list that is still short. */
export function Latest() {
  const log = useActivity(world.value, {}, mostShown);
  const entries = log.entries.value?.slice(-mostShown).toReversed();
  const isShort = entries !== undefined && entries.length < mostShown;
  const older = useResource(isShort ? world.value : '', (signal) =>
    ask<FaxList>('/faxes', { input: { limit: mostShown }, signal }),
  );
  const known = new Set(entries?.map(({ fax_id: fax }) => fax));
  const faxes = older.data?.faxes.filter(({ id }) => !known.has(id)).map(entryOf) ?? [];
  const shown: readonly ShownEntry[] = [...(entries ?? []), ...faxes].slice(0, mostShown);
  if (shown.length === 0) return null;
  return (
    <Part title="Latest" actions={entries?.length === 0 ? <AllFaxes /> : <AllActivity />}>
      <ul class="latest">
        {shown.map((entry, index) => (
          <ActivityRow key={index} entry={entry} before={shown[index - 1]} />
        ))}
      </ul>
    </Part>
  );
}

const AllFaxes = () => (
  <Link to={{ screen: 'faxes', id: undefined, query: {} }} class="button quiet">
    All faxes
  </Link>
);

/** A fax that is older than the activity, in the form of an entry. */
function entryOf(fax: FaxRecord): ShownEntry {
  const { id, created_at: at, direction, status, error } = fax;
  const { word } = faxStatuses[status];
  const end = `${direction === 'sent' ? 'to' : 'from'} ${otherEnd(fax)}`;
  const reason = error === null ? pagesText(fax) : error.message;
  const summary = `Fax ${id} ${end}: ${word.toLowerCase()}, ${reason}`;
  const tone = status === 'success' ? 'good' : status === 'failure' || status === 'partialsuccess' ? 'bad' : 'plain';
  return { kind: 'fax', at, tone, summary, reason: null, subject: id, fax_id: id, rule: null };
}
