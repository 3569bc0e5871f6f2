import { useMemo } from 'preact/hooks';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { clockTime, dateOf } from '../format.ts';
import { useResource } from '../resource.ts';
import { route, setQuery, world } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { isOfClock, RecordLink } from './clock-words.tsx';

type Happened = AnswerOf<'clock', 'happened'>;

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
    (signal) => ask<Happened>('/clock/happened', { input: { limit: 500 }, signal }),
    { changedBy: isOfClock },
  );
  const { kind: wanted = '' } = route.value.query;
  const shown = useMemo(
    () => withoutRepeats(sinceReset(happened.data ?? [])).filter(({ kind }) => wanted === '' || kind === wanted),
    [happened.data, wanted],
  );
  return (
    <Part title="What happened">
      <div class="segments wrap" role="group" aria-label="Kind">
        {Object.entries(kinds).map(([kind, word]) => (
          <Button
            key={kind}
            kind="quiet"
            isPressed={kind === wanted}
            onClick={() => setQuery({ kind }, { replace: true })}
          >
            {word}
          </Button>
        ))}
      </div>
      {happened.error !== undefined && <Failed error={happened.error} onRetry={happened.reload} />}
      {happened.data === undefined && happened.error === undefined && <Loading what="what happened" />}
      {happened.data !== undefined && shown.length === 0 && (
        <p class="muted">
          Nothing yet. The list begins when the console, or another program, begins to follow the world.
        </p>
      )}
      <ol class="timeline happened">
        {shown.map((event, index) => (
          <li key={event.id} class={toneOf(event.status)}>
            <RecordLink record={event}>{event.summary}</RecordLink>
            <time dateTime={event.at} title={event.at}>
              {isOtherDay(shown, index) && `${dateOf(event.at)} `}
              {clockTime(event.at)}
            </time>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The events up to the latest reset, which removes the records of those before it. */
function sinceReset(events: Happened): Happened {
  const reset = events.findIndex(
    ({ kind, action, subject }) => kind === 'world' && action === 'reset' && subject === world.value,
  );
  return reset < 0 ? events : events.slice(0, reset + 1);
}

/** Without changes of a record that its line does not show, such as a further page of a fax in progress. */
function withoutRepeats(events: Happened): Happened {
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
const isOtherDay = (events: Happened, index: number): boolean =>
  dateOf(events[index]?.at ?? 0) !== dateOf(events[index - 1]?.at ?? now.value ?? 0);
