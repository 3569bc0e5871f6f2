import type { Duration } from '../domain/duration.ts';
import { ControlError } from './control-error.ts';
import { assertGiven } from './given.ts';
import { surfaceOf } from './surface.ts';
import type { AnswerOf, FollowOptions, InputOf, Surface, Transport, WorldEvent } from './surface.ts';

type Moved = AnswerOf<'clock', 'move'>;
type Report = AnswerOf<'scenarios', 'switch'>;
type ShownWorld = AnswerOf<'worlds', 'show'>;

/** A world that is asked for; what is not given is as in the simulator's first world. */
export type WorldOrder = InputOf<'worlds', 'create'>;

/** Short names for the moves of a clock. Each move runs the events that fall due and returns them. */
interface ClockWords {
  /** Moves the clock on, and resolves when all that fell due is done, webhooks included. */
  readonly advance: (by: Duration) => Promise<Moved>;
  /** Moves the clock on to a time. */
  readonly set: (time: Date | string) => Promise<Moved>;
  /** Stops the clock: it only moves when told. */
  readonly freeze: () => Promise<Moved>;
  /** Goes from one event to the next until nothing is due, for so long at most. Default: ten years. */
  readonly runUntilIdle: (limit?: Duration) => Promise<Moved>;
}

/** Short words for the switching of scenarios. */
interface ScenarioWords {
  /** Switches on a scenario of the library. */
  readonly on: (name: string) => Promise<Report>;
  readonly off: (name: string) => Promise<Report>;
}

/** All that can be done with one world of a simulator. */
export interface WorldHandle extends Omit<Surface, 'clock' | 'scenarios'> {
  readonly id: string;
  /** What a client's base URL is to be to reach this world, without version and final slash. */
  readonly baseUrl: string;
  readonly clock: Surface['clock'] & ClockWords;
  readonly scenarios: Surface['scenarios'] & ScenarioWords;
  /** The events of the world as they happen, until it ends or the signal aborts. */
  readonly events: (options?: FollowOptions) => AsyncIterable<WorldEvent>;
  /** Returns the world to before a request of its journal, by its id; from there it goes on differently. */
  readonly rewind: (before: number) => Promise<AnswerOf<'history', 'rewind'>>;
  /** Returns the world to how it began, with nothing of what happened since; its snapshots stay. */
  readonly reset: () => Promise<ShownWorld>;
  /** Another world of the simulator that is there already. */
  world(id: string): WorldHandle;
  /**
   * Makes a world of its own, for a test: with its data, clock, scenarios, settings and API keys. With an `id`, the world of
   * that id, which is made when it is not there; a balancer finds its process by the id.
   */
  world(order?: WorldOrder): Promise<OwnWorld>;
}

/** A world that was made here. */
export interface OwnWorld extends WorldHandle, AsyncDisposable {
  readonly credentials: ShownWorld['credentials'];
  /** Deletes the world. Can be called again, and where the world has gone for want of calls, or with its simulator. */
  readonly close: () => Promise<void>;
}

/** The id of the world that is served at the root. */
export const defaultWorld = 'default';

export function worldHandle(transport: Transport, id: string = defaultWorld): WorldHandle {
  const surface = surfaceOf(transport, id);
  function world(id: string): WorldHandle;
  function world(order?: WorldOrder): Promise<OwnWorld>;
  function world(wanted: string | WorldOrder = {}): WorldHandle | Promise<OwnWorld> {
    return typeof wanted === 'string' ? worldHandle(transport, wanted) : ownWorld(transport, surface, wanted);
  }
  return {
    ...surface,
    id,
    baseUrl: id === defaultWorld ? transport.baseUrl : `${transport.baseUrl}/w/${encodeURIComponent(id)}`,
    clock: { ...surface.clock, ...clockWords(surface) },
    scenarios: {
      ...surface.scenarios,
      on: (name) => surface.scenarios.switch({ on: name }),
      off: (name) => surface.scenarios.switch({ off: name }),
    },
    events: (options = {}) => transport.follow(id, options),
    rewind: (before) => surface.history.rewind({ before }),
    reset: () => surface.worlds.reset(),
    world,
  };
}

/** As long as a port order, or a webhook's last retry, can take; a clock that never comes to rest ends there. */
const tenYears = '3650d';

const clockWords = ({ clock: { move } }: Surface): ClockWords => ({
  advance: (by) => move({ advance: by }),
  set: (time) => move({ set: time }), // of a Date, JSON makes the text
  freeze: () => move({ speed: 'manual' }),
  runUntilIdle: (limit = tenYears) => move({ run_until_idle: limit }),
});

async function ownWorld(transport: Transport, { worlds }: Surface, order: WorldOrder): Promise<OwnWorld> {
  assertGiven(order, 'worlds.put');
  const { id, credentials } = await worlds.put({ ...order, id: order.id ?? crypto.randomUUID().slice(0, 13) });
  let closing: Promise<void> | undefined;
  const remove = () => worlds.delete({ id });
  const end = async (): Promise<void> => {
    try {
      // A connection that was kept may break where a new one is answered, or refused.
      await remove().catch((error: unknown) => (isUnanswered(error) ? remove() : Promise.reject(error as Error)));
    } catch (error) {
      if (!isClosed(error)) throw error;
    }
  };
  const close = (): Promise<void> =>
    (closing ??= end().catch((error: unknown) => {
      closing = undefined;
      throw error;
    }));
  return { ...worldHandle(transport, id), credentials, close, [Symbol.asyncDispose]: close };
}

const isUnanswered = (error: unknown): boolean => error instanceof ControlError && error.status === undefined;

/** Whether the world was deleted, or its simulator has ended or is ending. */
const isClosed = (error: unknown): boolean =>
  error instanceof ControlError &&
  (error.status === 404 || error.status === 421 || error.status === 503 || error.code === 'ECONNREFUSED');
