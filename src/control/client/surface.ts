import type { controlRoutes } from '../control-routes.ts';
import type { ShownEvent } from '../events.ts';
import { routes } from './routes.generated.ts';
import type { RouteSpec } from './routes.generated.ts';
import { tooDeepMessage } from '../../model/shared/objects.ts';
import { describeValue } from '../../model/shared/words.ts';
import { ControlError } from './control-error.ts';
import { asText } from '../../model/shared/conversion.ts';

type Routes = typeof controlRoutes;

interface Typed<Types> {
  readonly '~types'?: Types | undefined;
}

/** The input of a call, as a program writes it. */
type RouteInput<Route> = Route extends { readonly schema: Typed<{ input: infer Input }> } ? Input : never;
/** The answer of a call. */
type RouteOutput<Route> = Route extends { readonly answer: Typed<{ output: infer Output }> } ? Output : never;

/** A call of the control surface as a function. Rejects with a ControlError. */
type CallFunction<Route> =
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- asks whether nothing is required
  {} extends RouteInput<Route>
    ? (input?: RouteInput<Route>) => Promise<RouteOutput<Route>>
    : (input: RouteInput<Route>) => Promise<RouteOutput<Route>>;

/** All calls of the control surface, by group and name: `worlds.create`, `clock.move`. */
export type Surface = {
  readonly [Group in keyof Routes]: { readonly [Name in keyof Routes[Group]]: CallFunction<Routes[Group][Name]> };
};

/** The input of a call, by group and name: `InputOf<'worlds', 'create'>`. */
export type InputOf<Group extends keyof Surface, Name extends keyof Surface[Group]> = Surface[Group][Name] extends (
  input: infer Input,
) => unknown
  ? Exclude<Input, undefined>
  : never;
/** The answer of a call, by group and name. */
export type AnswerOf<Group extends keyof Surface, Name extends keyof Surface[Group]> = Surface[Group][Name] extends (
  ...args: never
) => Promise<infer Answer>
  ? Answer
  : never;

/** A call in the form that a transport accepts. */
export interface ControlCall {
  readonly group: string;
  readonly name: string;
  readonly route: RouteSpec;
  /** The id of the world that the call is about. */
  readonly world: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * An event of a world. `open` begins each stream; `reset` means that events were lost: read all data again.
 */
export type WorldEvent = { readonly id: string } & (ShownEvent | { readonly kind: 'open' | 'reset' });

export interface FollowOptions {
  /** The id of the last event that the caller has. Default: the stream begins now. */
  readonly after?: string | undefined;
  /** Adds the events of kind `world` of all other worlds. Default: those of this world. */
  readonly worlds?: 'all' | undefined;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
}

/** How calls reach a simulator: by HTTP, or directly when it runs in this process. */
export interface Transport {
  /** The simulator's own base URL, without a final slash. */
  readonly baseUrl: string;
  /** Whether the simulator ends with this program. Its addresses then no longer answer. */
  readonly endsWithProgram: boolean;
  /** Rejects with a ControlError. */
  ask(call: ControlCall): Promise<unknown>;
  /** The events of a world as they happen, until the world ends. Rejects with a ControlError. */
  follow(world: string, options: FollowOptions): AsyncIterable<WorldEvent>;
}

/** The calls about one world. */
export function surfaceOf(transport: Transport, world: string): Surface {
  const functions = Object.entries(routes).map(([group, named]) => [
    group,
    Object.fromEntries(
      Object.entries(named).map(([name, route]) => [
        name,
        async (input: ControlCall['input'] = {}) => {
          assertGiven(input, `${group}.${name}`);
          return transport.ask({ group, name, route, world, input });
        },
      ]),
    ),
  ]);
  // The functions follow from the routes whose type is Surface.
  return Object.fromEntries(functions) as Surface;
}

/**
 * Checks the input of a call, which a program without type checks can get wrong. Throws a ControlError for values that
 * no request can contain.
 */
export function assertGiven(input: unknown, call: string): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw refuse(`${call} takes an object, and got ${describeValue(input)}`);
  }
  for (const [name, value] of Object.entries(input)) {
    if (!isPlain(value) && !isSayable(value)) throw refuse(`${name} cannot be ${describeValue(value)}`);
  }
}

/** Text of a value in JSON. Throws a ControlError for a value without a JSON form. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify calls itself for each level.
    if (error instanceof RangeError) throw refuse(tooDeepMessage('What the call is given'));
    throw refuse(`not all that is given can be written as JSON: ${asText(error)}`);
  }
}

/** Whether a value is a list or mapping whose items must be checked. */
const isPlain = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && !('toJSON' in value));

/** False for NaN, infinite numbers, invalid dates and functions: JSON would turn them into null or drop them. */
const isSayable = (value: unknown): boolean =>
  typeof value !== 'bigint' && ![undefined, 'null'].includes(JSON.stringify(value));

const refuse = (message: string) => new ControlError(message, { status: 422 });
