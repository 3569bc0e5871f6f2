import type * as v from 'valibot';
import type { JournalSpace } from '../journal/journal-space.ts';
import type { FindScenario, ScenarioFiles } from '../scenarios/saved-scenario.ts';
import type { UrlFinding } from '../network/url-check.ts';
import type { HostedWorld } from '../worlds/hosted-world.ts';
import type { WorldFactory } from '../worlds/world-factory.ts';
import type { World } from '../worlds/world.ts';
import type { RequestCounts } from './request-counts.ts';
import type { Worlds } from '../worlds/worlds.ts';

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

/** `call('POST /clock', …)` */
export function controlRoute<F extends AnyForm, A extends AnyAnswer>(
  line: `${ControlMethod} /${string}`,
  spec: RouteDefinition<F, A>,
): ControlRoute<F, A> {
  const [method, path = ''] = line.split(' ');
  return { ...spec, method: method as ControlMethod, path };
}
