import type { controlRoutes } from '../control-routes.ts';
import type { ShownEvent } from '../events.ts';
import { assertGiven } from './given.ts';
import { routes } from './routes.generated.ts';
import type { RouteSpec } from './route-spec.ts';

type Routes = typeof controlRoutes;

interface Typed<Types> {
  readonly '~types'?: Types | undefined;
}

/** The input of a call, as a program writes it. */
type RowInput<Row> = Row extends { readonly form: Typed<{ input: infer Input }> } ? Input : never;
/** The answer of a call. */
type RowOutput<Row> = Row extends { readonly answer: Typed<{ output: infer Output }> } ? Output : never;

/** A call of the control surface as a function. Rejects with a ControlError. */
type CallFunction<Row> =
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- asks whether nothing is required
  {} extends RowInput<Row>
    ? (input?: RowInput<Row>) => Promise<RowOutput<Row>>
    : (input: RowInput<Row>) => Promise<RowOutput<Row>>;

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

/** A call in the form that a transport takes. */
export interface ControlCall {
  readonly group: string;
  readonly name: string;
  readonly route: RouteSpec;
  /** The id of the world that it is about. */
  readonly world: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * An event of a world. `open` begins each stream; `reset` stands for events that are lost, after which all data are to be
 * read again.
 */
export type WorldEvent = { readonly id: string } & (ShownEvent | { readonly kind: 'open' | 'reset' });

export interface FollowOptions {
  /** The id of the last event that the caller has. Default: the stream begins now. */
  readonly after?: string | undefined;
  /** Also the events of kind `world` of all other worlds. Default: those of this world. */
  readonly worlds?: 'all' | undefined;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
}

/** How calls reach a simulator: by HTTP, or directly when it runs in this process. */
export interface Transport {
  /** The simulator's own base URL, without a final slash. */
  readonly baseUrl: string;
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
  // The list is made from the rows of which Surface is the type.
  return Object.fromEntries(functions) as Surface;
}
