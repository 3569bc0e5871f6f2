import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import { parseDistanceBack } from '../model/shared/duration.ts';
import { errorText } from '../model/shared/errors.ts';
import type { Params } from '../wire/fields.ts';
import { describedBy } from '../wire/json-schema.ts';
import { read } from '../wire/fields.ts';
import type { HostedWorld } from '../worlds/hosting/hosted-world.ts';
import { settleInstant } from '../worlds/waiting/instant.ts';
import type { World } from '../worlds/world.ts';
import { nothing } from './fields.ts';
import { hideInTurns } from './hidden-credentials.ts';
import type { SimulatorParts } from './simulator-parts.ts';

/** The world and the simulator that a control call works on. */
export interface ControlContext extends SimulatorParts {
  /**
   * The world that the call is about. Throws the Refusal `unavailable` once the world is deleted, which can happen during any wait.
   */
  readonly hosted: HostedWorld;
  /** The current world. A reset replaces it, so read it again after every wait. */
  readonly world: World;
  /** Age of the simulator, in real ms. */
  readonly uptimeMs: number;
  /** Address of the simulator, without a final slash: `http://127.0.0.1:8329`. */
  readonly url: string;
  /** Aborted when the client has closed the connection. */
  readonly disconnected?: AbortSignal | undefined;
}

export const controlContext = (parts: Omit<ControlContext, 'world'>): ControlContext => ({
  ...parts,
  get hosted() {
    parts.hosted.assertThere();
    return parts.hosted;
  },
  get world() {
    return this.hosted.world;
  },
});

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parts of a control call: its method, path, schemas and handler. */
interface RouteDefinition<F extends AnySchema, A extends AnyAnswer> {
  /** A line for the reference and the help of the command line. */
  readonly summary: string;
  /** Whether the call is about the whole simulator rather than one world. Default: false. */
  readonly isGlobal?: boolean;
  /** False if the call does not change the world. Default: true, except for GET. */
  readonly changesWorld?: false;
  /** Whether the call moves the clock, or sets its speed. Default: false. */
  readonly movesClock?: true;
  /** Whether the response shows the credentials in URLs. Default: they are hidden. */
  showsCredentials?(input: v.InferOutput<F>): boolean;
  /** The media type of a text response; undefined for JSON. */
  readonly produces?: string;
  /** The schema of the call's parameters. Default: none. */
  readonly schema?: F;
  /** The schema of the response. */
  readonly answer: A;
  run(context: ControlContext, input: v.InferOutput<F>): v.InferInput<A> | Promise<v.InferInput<A>>;
}

type AnySchema = v.GenericSchema<never, unknown> | v.GenericSchema;
type AnyAnswer = v.GenericSchema;

/** A control call, which can be made by HTTP, by an embedding program, and from the command line. */
export interface ControlRoute<F extends AnySchema = AnySchema, A extends AnyAnswer = AnyAnswer> extends RouteDefinition<
  F,
  A
> {
  readonly method: ControlMethod;
  readonly schema: F;
  /** Path in Express's form, below `/_faxsim`: `/snapshots/:name`. */
  readonly path: string;
}

/** A route of the control API: `controlRoute('POST /clock', …)`. */
export function controlRoute<A extends AnyAnswer, F extends AnySchema = typeof nothing>(
  line: `${ControlMethod} /${string}`,
  spec: RouteDefinition<F, A>,
): ControlRoute<F, A> {
  const [method, path = ''] = line.split(' ');
  const schema: AnySchema = spec.schema ?? nothing; // F is the type of `nothing` if the definition has none
  return { ...spec, schema: schema as F, method: method as ControlMethod, path };
}

/** RFC 3339 in UTC, because this API is the simulator's own. */
export const time = v.pipe(v.string(), v.isoTimestamp());

export function timeOf(ms: number): string {
  if (ms !== latestTime.ms) latestTime = { ms, text: new Date(ms).toISOString() };
  return latestTime.text;
}

/** Cached, because thousands of events have the same time. */
let latestTime = { ms: NaN, text: '' };

export const timeOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : timeOf(ms);

/** A value of any type. */
export const anyValue = v.pipe(v.unknown(), describedBy({ description: 'Any value' }));

export const done = v.strictObject({ done: v.literal(true) });
export const doneAnswer = { done: true } as const;

/** Bytes that the OpenAPI document describes by their media type. */
export const fileBytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Throws the Refusal `not_found` for a port order that does not exist. */
export function assertPortOrder({ store }: World, id: number): void {
  if (store.portOrders.get(id) === undefined) throw new Refusal('not_found', `Not found: there is no port order ${id}`);
}

/** The parameters with the times of filters in RFC 3339: `since=1h` is an hour before now on the world's clock. */
function withMoments(params: Params, context: ControlContext, { isGlobal = false }: ControlRoute): Params {
  if (isGlobal) return params;
  const moments = ['since', 'until'].flatMap((name) => {
    const given = params[name];
    const back = typeof given === 'string' ? parseDistanceBack(given) : undefined;
    return back === undefined ? [] : [[name, timeOf(context.world.clock.now() - back)] as const];
  });
  return moments.length === 0 ? params : { ...params, ...Object.fromEntries(moments) };
}

/** Makes a control call. Notes it in the history of its world if it may change the world. */
export async function runCall(route: ControlRoute, context: ControlContext, params: Params): Promise<unknown> {
  const run = async () => {
    const input = read(route.schema, withMoments(params, context, route));
    const data = await route.run(context, input);
    return route.showsCredentials?.(input) === true ? data : hideInTurns(data);
  };
  if (route.isGlobal !== true && context.hosted.replacing !== undefined) await context.hosted.replacing;
  if (route.isGlobal === true || route.method === 'GET' || route.changesWorld === false) return run();
  const { hosted, world } = context;
  const { history, clock, scenarios } = world;
  const settings = history.stepSettings(clock.speed, scenarios.active);
  const [from, at] = [history.mark, clock.now()];
  const note = (error: string | null): void => {
    if (clock.isStopped) return; // the world was replaced
    const line = `${route.method} ${route.path}`;
    const timing = { from, at, to: history.mark, lasted: history.effectAt(from, clock.now()) - at, settings };
    const isMove = route.movesClock === true;
    history.noteStep({ kind: 'control', line, isMove, input: params, ...timing, error });
  };
  try {
    const data = await run();
    note(null);
    if (hosted.world === world) await settleInstant(hosted, from);
    return data;
  } catch (error) {
    note(errorText(error));
    throw error;
  }
}
