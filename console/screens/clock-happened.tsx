import { now } from '../clock.ts';
import { dateOf, exactTime } from '../format.ts';
import { world } from '../router.ts';
import { useRowHighlights } from '../ui/highlight.ts';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { useActivity } from './activity-log.ts';
import { AllActivity } from './activity-row.tsx';
import { placeOf, readable } from './activity-words.ts';

/** The latest entries of the activity, newest first. The screen of the activity shows all entries. */
export function ClockHappened({ most }: { readonly most: number }) {
  const log = useActivity(world.value, {}, most);
  const list = useRowHighlights<HTMLOListElement>(world.value);
  const entries = log.entries.value;
  const today = dateOf(now.value ?? 0);
  return (
    <Part title="What happened" actions={<AllActivity />}>
      {log.error.value !== undefined && <Failed error={log.error.value} onRetry={log.reload} />}
      {entries === undefined && log.error.value === undefined && <Loading what="what happened" />}
      {entries?.length === 0 && <p class="muted">Nothing has happened in this world yet.</p>}
      <ol ref={list} class="timeline happened">
        {entries
          ?.slice(-most)
          .toReversed()
          .map((entry) => (
            <li key={entry.id} data-key={entry.id} class={entry.tone === 'plain' ? undefined : entry.tone}>
              <Link to={placeOf(entry)} title={readable(entry)}>
                {readable(entry)}
              </Link>
              <time dateTime={entry.at} title={entry.at}>
                {dateOf(entry.at) === today ? exactTime(entry.at).slice(11) : exactTime(entry.at)}
              </time>
            </li>
          ))}
      </ol>
    </Part>
  );
}
