import * as v from 'valibot';
import type { Fax } from '../model/domain/fax.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { errorText } from '../model/shared/errors.ts';
import type { FindScenario, ScenarioFiles } from '../scenarios/saved-scenario.ts';
import type { UrlFinding } from '../service/network/url-check.ts';
import type { Params } from '../wire/fields.ts';
import { describedBy } from '../wire/json-schema.ts';
import { read } from '../wire/read.ts';
import type { HostedWorld } from '../worlds/hosted-world.ts';
import type { JournalSpace } from '../worlds/journal/journal-space.ts';
import type { WorldFactory } from '../worlds/world-factory.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { RequestCounts } from './request-counts.ts';

/** The world and the simulator that a control call works on. */
export interface ControlContext {
  readonly worlds: Worlds;
  readonly factory: WorldFactory;
  /** The world that the call is about. Throws the Refusal `unavailable` once it was deleted, as after any wait. */
  readonly hosted: HostedWorld;
  /** As it is now: a reset puts another in its place, so that it is to be read again after every wait. */
  readonly world: World;
  readonly findScenario: FindScenario;
  readonly library: ScenarioFiles;
  /** Whether webhooks reach a URL, with advice where they do not; sends nothing. */
  readonly checkUrl: (url: string) => Promise<UrlFinding>;
  readonly requests: RequestCounts;
  /** The memory that the journals of all worlds share. */
  readonly journalSpace: Pick<JournalSpace, 'dropped'>;
  readonly about: SimulatorInfo;
  /** For how many real ms the simulator is there. */
  readonly uptimeMs: number;
  /** Where the simulator is reached, without a final slash. */
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

/** The facts about the process of the simulator. */
export interface SimulatorInfo {
  readonly version: string;
  /** Host and process id, which differ for each process behind a balancer. */
  readonly process: string;
  /** How it was started, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parts of a control call: its method, path, schemas and handler. */
interface RouteDefinition<F extends AnyForm, A extends AnyAnswer> {
  /** One line, for the reference and the help of the command line. */
  readonly summary: string;
  /** Whether it is about the whole simulator, not about one of its worlds. Default false. */
  readonly isGlobal?: boolean;
  /** False: the world is the same after it. Default: true, except for GET. */
  readonly changesWorld?: false;
  /** The media type of a text response; undefined: JSON. */
  readonly produces?: string;
  readonly form: F;
  /** The schema of the response. */
  readonly answer: A;
  run(context: ControlContext, input: v.InferOutput<F>): v.InferInput<A> | Promise<v.InferInput<A>>;
}

type AnyForm = v.GenericSchema<never, unknown> | v.GenericSchema;
type AnyAnswer = v.GenericSchema;

/** One thing that the control surface can do: by HTTP, from the program that embeds it, and from the command line. */
export interface ControlRoute<F extends AnyForm = AnyForm, A extends AnyAnswer = AnyAnswer> extends RouteDefinition<
  F,
  A
> {
  readonly method: ControlMethod;
  /** In Express's form, below `/_faxsim`: `/snapshots/:name`. */
  readonly path: string;
}

/** A row of the control API: `controlRoute('POST /clock', …)`. */
export function controlRoute<F extends AnyForm, A extends AnyAnswer>(
  line: `${ControlMethod} /${string}`,
  spec: RouteDefinition<F, A>,
): ControlRoute<F, A> {
  const [method, path = ''] = line.split(' ');
  return { ...spec, method: method as ControlMethod, path };
}

/** RFC 3339 in UTC: this is the simulator's own face, not the service's. */
export const time = v.pipe(v.string(), v.isoTimestamp());

export const timeOf = (ms: number): string => new Date(ms).toISOString();
export const timeOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : timeOf(ms);

/** A value of any type. */
export const anything = v.pipe(v.unknown(), describedBy({ description: 'Any value' }));

export const done = v.strictObject({ done: v.literal(true) });
export const isDone = { done: true } as const;

/** The fax of an id. Throws the Refusal `not_found` that names it: the API's own, after the service's, does not. */
export function findFax({ store }: World, id: number): Fax {
  const fax = store.faxes.get(id);
  if (fax === undefined) throw notFoundRefusal('fax', id);
  return fax;
}

/** Throws the Refusal `not_found` that names a port order which is not there. */
export function assertPortOrder({ store }: World, id: number): void {
  if (store.portOrders.get(id) === undefined) throw notFoundRefusal('port order', id);
}

const notFoundRefusal = (what: string, id: number) => new Refusal('not_found', `Not found: there is no ${what} ${id}`);

/** Makes a control call, and writes it into the history of its world where it may change that. */
export async function runCall(row: ControlRoute, context: ControlContext, params: Params): Promise<unknown> {
  const run = () => row.run(context, read(row.form, params));
  if (row.isGlobal === true || row.method === 'GET' || row.changesWorld === false) return run();
  const { history, clock, scenarios } = context.world;
  const settings = history.stepSettings(clock.speed, scenarios.active);
  const [from, at] = [history.mark, clock.now()];
  const note = (error: string | null): void => {
    if (clock.isStopped) return; // the world was replaced
    const line = `${row.method} ${row.path}`;
    const timing = { from, at, to: history.mark, lasted: clock.now() - at, settings };
    history.control({ kind: 'control', line, input: params, ...timing, error });
  };
  try {
    const data = await run();
    note(null);
    return data;
  } catch (error) {
    note(errorText(error));
    throw error;
  }
}
