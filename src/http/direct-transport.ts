import { ControlError } from '../control/client/control-error.ts';
import { withFiles } from '../control/client/http-transport.ts';
import { jsonOf } from '../control/client/surface.ts';
import type { ControlCall, FollowOptions, Transport, WorldEvent } from '../control/client/surface.ts';
import type { ControlContext, ControlRoute } from '../control/control-route.ts';
import type { SimulatorParts } from '../control/simulator-parts.ts';
import { asRefusal, refusals } from './errors.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { isTooDeep, tooDeepMessage } from '../model/shared/objects.ts';
import type { Params } from '../wire/fields.ts';
import { isOfStream } from '../worlds/activity/world-events.ts';
import type { EventLog, LoggedEvent } from '../worlds/activity/world-events.ts';

/** Calls a simulator in this process. It uses the routes themselves, with the same input and refusals as over HTTP. */
export function directTransport(parts: SimulatorParts, baseUrl: string): Transport {
  const { worlds, onFault } = parts;
  const startedAt = performance.now();
  const contextFor = ({ route, world }: ControlCall): Omit<ControlContext, 'world'> => {
    const hosted = route.isGlobal ? worlds.first : worlds.find(world);
    return { ...parts, hosted, url: baseUrl, uptimeMs: performance.now() - startedAt };
  };
  const controlErrorOf = (thrown: unknown): ControlError => {
    if (thrown instanceof ControlError) return thrown;
    const { kind, message } = asRefusal(thrown, onFault);
    return new ControlError(message, { status: refusals.statuses[kind], cause: thrown });
  };
  return {
    baseUrl,
    endsWithProgram: true,
    follow: (world, options) => {
      try {
        return followLog(worlds.find(world), options);
      } catch (thrown) {
        throw controlErrorOf(thrown);
      }
    },
    ask: async (call) => {
      if (worlds.default.clock.isStopped)
        throw new ControlError('The simulator is closed', { status: refusals.statuses.unavailable });
      try {
        return await answer(call, contextFor(call));
      } catch (thrown) {
        throw controlErrorOf(thrown);
      }
    },
  };
}

/**
 * Answers a call, and keeps its world in use until then. The first call loads the control API, so an idle simulator
 * does not need it.
 */
async function answer({ group, name, input }: ControlCall, context: Omit<ControlContext, 'world'>): Promise<unknown> {
  const end = context.hosted.beginUse();
  try {
    const params = await paramsOf(input);
    const { controlContext, runCall } = await import('../control/control-route.ts');
    const { controlRoutes } = await import('../control/control-routes.ts');
    const routes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = controlRoutes;
    const route = routes[group]?.[name] as ControlRoute; // the names come from controlRoutes
    return await runCall(route, controlContext(context), params);
  } finally {
    end();
  }
}

/** The input as HTTP would carry it: a copy that shares no object with the caller. */
async function paramsOf(input: ControlCall['input']): Promise<Params> {
  const params = JSON.parse(jsonOf(await withFiles(input))) as Params;
  if (isTooDeep(params)) throw new Refusal('malformed', tooDeepMessage('What the call is given'));
  return params;
}

/** Limit for the events that wait for a caller. Beyond it, one `reset` replaces them all. */
const waitingMax = 10_000;

/** The mark at which a stream begins, or from which it has missed events. */
type Mark = Pick<WorldEvent, 'id'> & { readonly kind: 'open' | 'reset' };

/** Streams the events of a world like `GET /_faxsim/events`, directly from the log, until the log ends or the signal aborts. */
async function* followLog(
  { id, events: log }: { readonly id: string; readonly events: EventLog },
  { after, signal, worlds }: FollowOptions,
): AsyncGenerator<WorldEvent, void, void> {
  const queue = new EventQueue(signal);
  const isWanted = isOfStream({ id, worlds });
  for (const event of firstEvents(log, after, isWanted)) queue.add(event);
  const stop = log.follow({
    event: (event) => {
      if (isWanted(event)) queue.add(event);
    },
    end: () => queue.end(),
  });
  try {
    const { eventView } = await import('../control/events.ts');
    for (let events = await queue.take(); events.length > 0; events = await queue.take()) {
      for (const event of events) yield 'at' in event ? { id: event.id, ...eventView.body(event) } : event;
    }
  } finally {
    stop();
  }
}

function firstEvents(
  log: EventLog,
  after: string | undefined,
  isWanted: (event: LoggedEvent) => boolean,
): readonly (LoggedEvent | Mark)[] {
  if (after === undefined) return [{ id: log.lastId, kind: 'open' }];
  const { isComplete, events } = log.after(after);
  return isComplete ? events.filter(isWanted) : [{ id: log.lastId, kind: 'reset' }];
}

/** Events on their way to a caller that reads at its own pace. */
class EventQueue {
  #waiting: (LoggedEvent | Mark)[] = [];
  #hasEnded: boolean;
  #wake = (): void => undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#hasEnded = signal?.aborted === true;
    signal?.addEventListener('abort', () => this.end());
  }

  add(event: LoggedEvent | Mark): void {
    if (this.#waiting.length < waitingMax) this.#waiting.push(event);
    else this.#waiting = [{ id: event.id, kind: 'reset' }];
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /** Resolves to the waiting events as soon as there are any; to an empty list at the end. */
  async take(): Promise<readonly (LoggedEvent | Mark)[]> {
    while (this.#waiting.length === 0 && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#waiting.splice(0);
  }
}
