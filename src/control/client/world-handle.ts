import type { Duration } from '../../model/shared/duration.ts';
import { ControlError } from './control-error.ts';
import { assertGiven, surfaceOf } from './surface.ts';
import type { ClockMove, Rewind, RuleReport, World, WorldOrder } from './named-types.ts';
import type { FollowOptions, Surface, Transport, WorldEvent } from './surface.ts';

/** Short names for the moves of a clock. Each move runs the events that fall due and returns them. */
interface ClockWords {
  /** Moves the clock forward. Resolves when all due steps are done, webhooks included. */
  readonly advance: (by: Duration) => Promise<ClockMove>;
  /** Moves the clock forward to a time. */
  readonly set: (time: Date | string) => Promise<ClockMove>;
  /** Stops the clock. The clock then moves only on request. */
  readonly freeze: () => Promise<ClockMove>;
  /** Moves the clock from event to event until no event is due, at most as far as the limit. Default: ten years. */
  readonly runUntilIdle: (limit?: Duration) => Promise<ClockMove>;
}

/** Short names for the calls that switch scenarios. */
interface ScenarioWords {
  /** Switches on a scenario of the library. */
  readonly on: (name: string) => Promise<RuleReport[]>;
  /** Switches off a scenario. */
  readonly off: (name: string) => Promise<RuleReport[]>;
}

/** Times in real time. */
export interface SettleOptions {
  /** The limit for the whole wait. */
  readonly timeout?: Duration | undefined;
  /** The program counts as finished after this time without a request; it must be longer than its work between two requests. */
  readonly quiet?: Duration | undefined;
}

/** The calls on one world of a simulator. */
export interface WorldHandle extends Omit<Surface, 'clock' | 'scenarios'> {
  readonly id: string;
  /** The base URL with which a client reaches this world, without version and final slash. */
  readonly baseUrl: string;
  /** Whether the simulator ends with this program, which started it. The pages of its console then no longer answer. */
  readonly endsWithProgram: boolean;
  readonly clock: Surface['clock'] & ClockWords;
  readonly scenarios: Surface['scenarios'] & ScenarioWords;
  /** Follows the events of the world as they happen, until the world ends or the signal aborts. */
  readonly events: (options?: FollowOptions) => AsyncIterable<WorldEvent>;
  /**
   * Lets the clock and the program take turns until both rest: no event is due, and no request or webhook comes for 200 ms. Rejects
   * after the timeout. Default: 4 seconds.
   */
  readonly settle: (options?: SettleOptions) => Promise<ClockMove>;
  /** Rewinds the world to its state before a request of its journal, by the id of the request. */
  readonly rewind: (request: number) => Promise<Rewind>;
  /** Returns the world to its start. Its snapshots stay. */
  readonly reset: () => Promise<World>;
  /** Finds another world of the simulator by its id, without a request. */
  world(id: string): WorldHandle;
  /**
   * Makes a world with its own data, clock, scenarios, settings and API keys. With the `id` of an existing
   * world, returns that world; a balancer finds the process by the id.
   */
  world(order?: WorldOrder): Promise<OwnWorld>;
}

/** A world that was made here. */
export interface OwnWorld extends WorldHandle, AsyncDisposable {
  readonly credentials: World['credentials'];
  /** The id of the Sinch project that contains the world's faxes in v3. */
  readonly projectId: string;
  /** Deletes the world. Further calls, and calls for a world that is gone, do nothing. */
  readonly close: () => Promise<void>;
}

/** The id of the world that is served at the root. */
export const defaultWorld = 'default';

export function worldHandle(transport: Transport, id: string = defaultWorld): WorldHandle {
  const surface = surfaceOf(transport, id);
  function world(id: string): WorldHandle;
  function world(order?: WorldOrder): Promise<OwnWorld>;
  function world(idOrOrder: string | WorldOrder = {}): WorldHandle | Promise<OwnWorld> {
    return typeof idOrOrder === 'string' ? worldHandle(transport, idOrOrder) : ownWorld(transport, surface, idOrOrder);
  }
  return {
    ...surface,
    id,
    baseUrl: id === defaultWorld ? transport.baseUrl : `${transport.baseUrl}/w/${encodeURIComponent(id)}`,
    endsWithProgram: transport.endsWithProgram,
    clock: { ...surface.clock, ...clockWords(surface) },
    scenarios: {
      ...surface.scenarios,
      on: (name) => surface.scenarios.switch({ on: name }),
      off: (name) => surface.scenarios.switch({ off: name }),
    },
    events: (options = {}) => transport.follow(id, options),
    settle: ({ timeout = settlesWithin, quiet } = {}) => surface.clock.move({ settle: timeout, quiet }),
    rewind: (request) => surface.history.rewind({ request }),
    reset: () => surface.worlds.reset(),
    world,
  };
}

/** Default time limit of `settle`: Jest and Vitest give up on a test after 5 s. */
const settlesWithin = '4s';

/**
 * The longest time that a port order, or the last retry of a webhook, can take. A clock that never comes to rest stops
 * after it.
 */
const tenYears = '3650d';

const clockWords = ({ clock: { move } }: Surface): ClockWords => ({
  advance: (by) => move({ advance: by }),
  set: (time) => move({ set: time }), // JSON writes a Date as text
  freeze: () => move({ speed: 'manual' }),
  runUntilIdle: (limit = tenYears) => move({ run_until_idle: limit }),
});

async function ownWorld(transport: Transport, { worlds }: Surface, order: WorldOrder): Promise<OwnWorld> {
  assertGiven(order, 'worlds.put');
  const {
    id,
    credentials,
    project_id: projectId,
  } = await worlds.put({ ...order, id: order.id ?? crypto.randomUUID().slice(0, 13) });
  let closing: Promise<void> | undefined;
  const remove = () => worlds.delete({ id });
  const end = async (): Promise<void> => {
    try {
      // The first try may fail on a kept connection that has broken, so the call is made once more.
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
  return { ...worldHandle(transport, id), credentials, projectId, close, [Symbol.asyncDispose]: close };
}

const isUnanswered = (error: unknown): boolean => error instanceof ControlError && error.status === undefined;

/** Whether the world was deleted, or its simulator has ended or is ending. */
const isClosed = (error: unknown): boolean =>
  error instanceof ControlError &&
  (error.status === 404 || error.status === 421 || error.status === 503 || error.code === 'ECONNREFUSED');
