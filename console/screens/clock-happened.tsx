import type { Change } from '../../src/control/client/named-types.ts';
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

/** An event, with the former words of its record, the oldest first. */
type Line = Change & { readonly before: readonly string[] };

/** The latest events of the world, newest first, as far as the simulator keeps them. */
export function ClockHappened() {
  const happened = useResource(
    world.value,
    (signal) => ask<readonly Change[]>('/clock/happened', { input: { limit: 500 }, signal }),
    { changedBy: isOfClock },
  );
  const { kind: kindFilter = '' } = route.value.query;
  const events = useMemo(
    () => linesOf(eventsOfWorld(happened.data ?? [])).filter(({ kind }) => kindFilter === '' || kind === kindFilter),
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
          <li key={event.id} class={isReplacement(event) ? 'bad' : toneOf(event.status)}>
            <span>
              <RecordLink record={event}>{event.summary}</RecordLink>
              {event.before.length > 0 && <span class="muted"> after {event.before.join(', ')}</span>}
            </span>
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

/** Whether an event put another state in the place of the world. */
const isReplacement = ({ kind, action, subject }: Change): boolean =>
  kind === 'world' && subject === world.value && ['reset', 'imported', 'rewound', 'restored'].includes(action);

/** The events whose records the world still has: a reset removes all before it, a rewind those later than its time. */
function eventsOfWorld(events: readonly Change[]): readonly Change[] {
  const kept: Change[] = [];
  let latest = '9999';
  for (const event of events) {
    if (event.at > latest) continue;
    kept.push(event);
    if (!isReplacement(event)) continue;
    if (event.action === 'reset' || event.action === 'imported') break;
    latest = event.at;
  }
  return kept;
}

/** Lines for each fax and webhook: its latest event, with the words of those before. Other events have a line each. */
function linesOf(events: readonly Change[]): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const event of events) {
    const isRecord = (event.kind === 'fax' || event.kind === 'webhook') && event.subject !== null;
    const key = isRecord ? `${event.kind} ${event.subject}` : event.id;
    const line = lines.get(key) ?? { ...event, before: [] };
    const word = event.status ?? event.action;
    const isKnown = word === (line.status ?? line.action) || line.before.includes(word);
    lines.set(key, isKnown ? line : { ...line, before: [word, ...line.before] });
  }
  return [...lines.values()];
}

/** Whether an event is of another day than the one above it, or than today. */
const isOtherDay = (events: readonly Change[], index: number): boolean =>
  dateOf(events[index]?.at ?? 0) !== dateOf(events[index - 1]?.at ?? now.value ?? 0);
