import type { ClockMove } from '../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { retryDelays } from '../src/model/domain/retry-delays.ts';
import { parseDuration } from '../src/model/shared/duration.ts';
import { agenda, moveClock, moving, now, readClock, speed, stopMove } from './clock.ts';
import { dateOf, durationWords, pluralize, shortReason, zonedText } from './format.ts';
import type { ScreenRoute } from './routes.ts';
import { settings, takesAllPages } from './conditions.ts';
import { Button } from './ui/button.tsx';
import { toast } from './ui/toast.tsx';

/** The longest move of a clock that never comes to rest, as for `faxsim clock run`. */
export const longestRun = '3650d';

/** How long the service retries a webhook that is always refused. */
const longestRetry = durationWords(retryDelays.reduce((sum, wait) => sum + wait, 0));

/** The estimated number of events in the move that this page started; 0 for few. */
const expected = signal(0);

/** Moves the clock, and reports the events. */
export async function moveAndTell(input: Parameters<typeof moveClock>[0]): Promise<void> {
  expected.value = expectedEvents(input.advance);
  const { value: from } = now;
  const { happened, now: time, stopped } = await moveClock(input);
  const day = input.set === undefined || from === undefined ? '' : dayWords(from, time);
  const [first] = happened;
  const span =
    input.run_until_idle === undefined || from === undefined ? '' : spanText(Date.parse(time) - from, happened);
  const link = first && { word: 'Open the activity', to: activitySince(first.at) };
  const text = `${stopped ? 'Stopped: it' : 'It'} is ${day}${zonedText(time)}: ${happenedText(happened)}${span}`;
  toast(text, 'good', 'clock', link); // the move itself has not failed
}

/** ` Moved 3 d 1 h: 2 webhooks were retried until they were given up.`, because retries make most of a long move. */
function spanText(ms: number, happened: ClockMove['happened']): string {
  const webhooks = happened.filter((event) => event.what === 'webhook');
  const ends = new Map(webhooks.filter(({ attempts }) => attempts > 1).map(({ id, state }) => [id, state]));
  const isLost = [...ends.values()].every((state) => state === 'failed');
  if (ends.size === 0) return happened.length === 0 ? '' : ` Moved ${durationWords(ms)}.`;
  const [were, they] = ends.size === 1 ? ['was', 'it was'] : ['were', 'they were'];
  const words = `${pluralize(ends.size, 'webhook')} ${were} retried${isLost ? ` until ${they} given up` : ''}`;
  return ` Moved ${durationWords(ms)}: ${words}.`;
}

/** `the next day, `: the day of a move to a time, because a typed time without a day can mean tomorrow. */
function dayWords(before: number, time: string): string {
  const days = Math.round((Date.parse(dateOf(time)) - Date.parse(dateOf(before))) / 86_400_000);
  if (days < 1) return '';
  return days === 1 ? 'the next day, ' : `${pluralize(days, 'day')} later, `;
}

type Happening = ClockMove['happened'][number];

/** The faxes that failed, and the webhooks whose latest attempt did. One that a later attempt delivered is no failure. */
function failuresIn(happened: readonly Happening[]): Happening[] {
  const latest = new Map(happened.map((event) => [`${event.what} ${event.id}`, event]));
  return [...latest.values()].filter((event) =>
    event.what === 'webhook' ? event.failure !== null : event.status === 'failure',
  );
}

/**
 * `fax 323075963, dialling.`, `3 events, 1 failed: webhook 2 of fax 323075963, fax_completed: HTTP status 500, tried again later.`
 * Names a failure before all else, and a step of a fax before the webhooks that follow from it.
 */
function happenedText(happened: readonly Happening[]): string {
  const failed = failuresIn(happened);
  const newest = failed.at(-1) ?? happened.findLast(({ what }) => what === 'fax') ?? happened.at(-1);
  if (newest === undefined) return 'nothing happened';
  if (happened.length === 1) return `${wordsOf(newest)}.`;
  const which = failed.length === 0 ? '. The newest: ' : `, ${failed.length} failed: `;
  return `${pluralize(happened.length, 'event')}${which}${wordsOf(newest)}.`;
}

function wordsOf(event: Happening): string {
  if (event.what === 'webhook')
    return `webhook ${event.id} of fax ${event.fax_id}, ${event.event}: ${outcomeOf(event)}`;
  if (event.what === 'portOrder') return `port order ${event.id}, ${event.status}`;
  return `fax ${event.id}, ${event.step ?? event.status}`;
}

function outcomeOf({ failure, state, attempts }: Extract<Happening, { what: 'webhook' }>): string {
  if (failure !== null) return `${shortReason(failure)}${state === 'pending' ? ', tried again later' : ''}`;
  return attempts === 0 ? 'due' : state;
}

const activitySince = (since: string): Partial<ScreenRoute> => ({
  screen: 'activity',
  id: undefined,
  query: { since },
});

/** The latest press of Step. The next one waits for its end, because quick presses would request the same step twice. */
let lastStep: Promise<unknown> = Promise.resolve();

function stepAndTell(): Promise<unknown> {
  lastStep = lastStep.catch(() => undefined).then(step);
  return lastStep;
}

/** Moves the clock to the next due step. Asks the simulator for it, because the page may not know it yet. */
async function step(): Promise<void> {
  await readClock();
  const [next] = agenda.value;
  if (next === undefined) return;
  const byMs = Math.max(Math.ceil(Date.parse(next.at) - (now.value ?? 0)), 0);
  await moveAndTell({ advance: `${byMs}ms` });
}

/** A move with this many events or more takes noticeable time. */
const manyEvents = 500;
/** The estimated number of events of a fax, with its webhook. */
const eventsOfFax = 6;
const msOf = (duration: string): number => parseDuration(duration) ?? 0;

/** The estimated number of events in a move, from the traffic of the world; 0 for few. */
function expectedEvents(advance: string | number = '0m'): number {
  const [faxes = '0', window = '1h'] = settings.value?.traffic?.split('/') ?? [];
  const events = (eventsOfFax * Number(faxes) * msOf(String(advance))) / Math.max(msOf(window), 1);
  return events < manyEvents ? 0 : Number(events.toPrecision(1));
}

const aboutText = (before: string, count: number, after = ''): string =>
  count === 0 ? '' : `${before}${count.toLocaleString('en')}${after}`;

const moves = { '+1 min': ['1m', 'a minute'], '+1 h': ['1h', 'an hour'], '+1 day': ['1d', 'a day'] } as const;

/** The class by which a narrow window leaves a move out. */
const classIn = (word: string): string => ({ '+1 h': 'hour-button', '+1 day': 'day-button' })[word] ?? '';

/** The buttons that move the clock; during a move, its progress. */
export function ClockMoves() {
  if (moving.value !== undefined) return <MoveUnderWay move={moving.value} />;
  const isFrozen = speed.value === 0;
  return (
    <div class="clock-moves" role="group" aria-label="Move the clock">
      <NextStep />
      {Object.entries(moves).map(([word, [advance, meaning]]) => (
        <Button
          key={word}
          isStep
          class={classIn(word)}
          title={`Move the clock by ${meaning}${aboutText(': about ', expectedEvents(advance), ' events')}`}
          onClick={() => moveAndTell({ advance })}
        >
          {word}
        </Button>
      ))}
      <Button
        class="idle-button"
        title={`Move the clock until nothing is due. A refused webhook is retried for up to ${longestRetry}`}
        onClick={() => moveAndTell({ run_until_idle: longestRun })}
      >
        Until idle
      </Button>
      <Button
        class="run-button"
        icon={isFrozen ? 'play' : 'pause'}
        title={isFrozen ? 'Let the clock run in real time' : 'Freeze the clock'}
        onClick={() => moveClock({ speed: isFrozen ? 'real' : 'manual' })}
      >
        {isFrozen ? 'Run' : 'Freeze'}
      </Button>
    </div>
  );
}

/** The button that moves the clock to the next due step. So the clock can stop between two steps of a fax. */
function NextStep() {
  const [next] = agenda.value;
  const tip = takesAllPages(next?.summary ?? '') ? '. To step page by page, switch on inflight_webhooks' : '';
  return (
    <Button
      class="step-button"
      isStep
      icon="skip"
      title={next === undefined ? 'Nothing is due' : `Move the clock to the next step: ${next.summary}${tip}`}
      isDisabled={next === undefined}
      onClick={stepAndTell}
    >
      Step
    </Button>
  );
}

function MoveUnderWay({
  move: { from, until, events, stopping },
}: {
  readonly move: NonNullable<typeof moving.value>;
}) {
  const start = Date.parse(from);
  const done = Math.max((now.value ?? start) - start, 0);
  const way = until === null ? undefined : Date.parse(until) - start;
  return (
    <div class="clock-moves under-way" role="group" aria-label="Move the clock">
      <span class="move-progress">
        <progress aria-label="Move of the clock" {...(way !== undefined && { max: way, value: Math.min(done, way) })} />
        <span>
          {durationWords(done)} {way === undefined ? 'until idle' : `of ${durationWords(way)}`},{' '}
          {pluralize(events, 'event')}
          {aboutText(' of about ', expected.value)}
        </span>
      </span>
      <Button onClick={stopMove} isDisabled={stopping}>
        {stopping ? 'Stopping…' : 'Stop'}
      </Button>
    </div>
  );
}
