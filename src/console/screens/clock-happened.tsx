import type { Change } from '../../client/named-types.ts';
import { useMemo } from 'preact/hooks';
import { ask } from '../api.ts';
import { now } from '../clock.ts';
import { clockTime, dateOf } from '../format.ts';
import { useResource } from '../resource.ts';
import { route, setQuery, world } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { isOfClock, RecordLink } from './clock-words.tsx';

const kinds = { '': 'All', fax: 'Faxes', webhook: 'Webhooks', port_order: 'Port orders', clock: 'Clock' } as const;

const goodEnds = ['success', 'delivered', 'completed', 'mailed'];
const badEnds = ['failure', 'failed', 'refused', 'rejected'];

const toneOf = (status: string | null): 'good' | 'bad' | undefined => {
  if (status === null) return undefined;
  if (goodEnds.includes(status)) return 'good';
  return badEnds.includes(status) ? 'bad' : undefined;
};

/** The latest events of the world, newest first, as far as the simulator keeps them. */
export function ClockHappened() {
  const happened = useResource(
    world.value,
    (signal) => ask<readonly Change[]>('/clock/happened', { input: { limit: 500 }, signal }),
    { changedBy: isOfClock },
  );
  const { kind: kindFilter = '' } = route.value.query;
  const events = useMemo(
    () =>
      withoutRepeats(sinceReset(happened.data ?? [])).filter(({ kind }) => kindFilter === '' || kind === kindFilter),
    [happened.data, kindFilter],
  );
  return (
    <Part title="What happened">
      <div class="segments wrap" role="group" aria-label="Kind">
        {Object.entries(kinds).map(([kind, word]) => (
          <Button
            key={kind}
            kind="quiet"
            isPressed={kind === kindFilter}
            onClick={() => setQuery({ kind }, { replace: true })}
          >
            {word}
          </Button>
        ))}
      </div>
      {happened.error !== undefined && <Failed error={happened.error} onRetry={happened.reload} />}
      {happened.data === undefined && happened.error === undefined && <Loading what="what happened" />}
      {happened.data !== undefined && events.length === 0 && (
        <p class="muted">
          Nothing yet. The list begins when the console, or another program, begins to follow the world.
        </p>
      )}
      <ol class="timeline happened">
        {events.map((event, index) => (
          <li key={event.id} class={toneOf(event.status)}>
            <RecordLink record={event}>{event.summary}</RecordLink>
            <time dateTime={event.at} title={event.at}>
              {isOtherDay(events, index) && `${dateOf(event.at)} `}
              {clockTime(event.at)}
            </time>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The events up to the latest reset, which removes the records of those before it. */
function sinceReset(events: readonly Change[]): readonly Change[] {
  const reset = events.findIndex(
    ({ kind, action, subject }) => kind === 'world' && action === 'reset' && subject === world.value,
  );
  return reset < 0 ? events : events.slice(0, reset + 1);
}

/** Without changes of a record that its line does not show, such as a further page of a fax in progress. */
function withoutRepeats(events: readonly Change[]): readonly Change[] {
  const last = new Map<string, string>();
  return events
    .toReversed()
    .filter(({ kind, subject, summary, at }) => {
      const line = kind === 'clock' ? `${summary} ${at}` : summary;
      const key = `${kind} ${subject ?? ''}`;
      const isNew = last.get(key) !== line;
      last.set(key, line);
      return isNew;
    })
    .reverse();
}

/** Whether an event is of another day than the one above it, or than today. */
const isOtherDay = (events: readonly Change[], index: number): boolean =>
  dateOf(events[index]?.at ?? 0) !== dateOf(events[index - 1]?.at ?? now.value ?? 0);
