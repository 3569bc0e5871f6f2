import type { FollowOptions, WorldEvent } from './client/surface.ts';
import { eventView, isOfStream } from './control/events.ts';
import type { EventLog, LoggedEvent } from './worlds/event-log.ts';

/** Events that wait for a caller; more than these become one `reset`. */
const mostWaiting = 10_000;

const shownEvent = (event: LoggedEvent): WorldEvent => ({ id: event.id, ...eventView.body(event) });

/** The stream of `GET /_faxsim/events` of a world, from the log itself, until the log ends or the signal aborts. */
export async function* followLog(
  { id, events: log }: { readonly id: string; readonly events: EventLog },
  { after, signal, worlds }: FollowOptions,
): AsyncGenerator<WorldEvent, void, void> {
  const queue = new EventQueue(signal);
  const isWanted = isOfStream({ id, worlds });
  for (const event of firstEvents(log, after, isWanted)) queue.add(event);
  const stop = log.follow({
    event: (event) => {
      if (isWanted(event)) queue.add(shownEvent(event));
    },
    end: () => queue.end(),
  });
  try {
    for (let events = await queue.take(); events.length > 0; events = await queue.take()) yield* events;
  } finally {
    stop();
  }
}

function firstEvents(
  log: EventLog,
  after: string | undefined,
  isWanted: (event: LoggedEvent) => boolean,
): readonly WorldEvent[] {
  if (after === undefined) return [{ id: log.lastId, kind: 'open' }];
  const { isComplete, events } = log.after(after);
  return isComplete ? events.filter(isWanted).map(shownEvent) : [{ id: log.lastId, kind: 'reset' }];
}

/** Events on their way to a caller that reads when it likes. */
class EventQueue {
  #waiting: WorldEvent[] = [];
  #hasEnded: boolean;
  #wake = (): void => undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#hasEnded = signal?.aborted === true;
    signal?.addEventListener('abort', () => this.end());
  }

  add(event: WorldEvent): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(event);
    else this.#waiting = [{ id: event.id, kind: 'reset' }];
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /** Resolves to the events that wait, as soon as there is one; empty at the end. */
  async take(): Promise<readonly WorldEvent[]> {
    while (this.#waiting.length === 0 && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#waiting.splice(0);
  }
}
