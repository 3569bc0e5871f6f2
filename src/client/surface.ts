import type { calls } from '../control/calls.ts';
import { assertGiven } from './given.ts';
import { lines } from './lines.ts';
import type { Line } from './line.ts';

type Calls = typeof calls;

interface Typed<Types> {
  readonly '~types'?: Types | undefined;
}

/** What a call takes, as a program gives it. */
type Taken<Row> = Row extends { readonly form: Typed<{ input: infer Input }> } ? Input : never;
/** What a call answers. */
type Answered<Row> = Row extends { readonly answer: Typed<{ output: infer Output }> } ? Output : never;

/** A call of the control surface as a function. Rejects with a ControlError. */
type CallFunction<Row> =
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- asks whether nothing is required
  {} extends Taken<Row>
    ? (input?: Taken<Row>) => Promise<Answered<Row>>
    : (input: Taken<Row>) => Promise<Answered<Row>>;

/** All calls of the control surface, by group and name: `worlds.create`, `clock.move`. */
export type Surface = {
  readonly [Group in keyof Calls]: { readonly [Name in keyof Calls[Group]]: CallFunction<Calls[Group][Name]> };
};

/** What a call takes, by group and name: `InputOf<'worlds', 'create'>`. */
export type InputOf<Group extends keyof Calls, Name extends keyof Calls[Group]> = Taken<Calls[Group][Name]>;
/** What a call answers. */
export type AnswerOf<Group extends keyof Calls, Name extends keyof Calls[Group]> = Answered<Calls[Group][Name]>;

/** A call in the form that a transport takes. */
export interface Asked {
  readonly group: string;
  readonly name: string;
  readonly line: Line;
  /** The id of the world that it is about. */
  readonly world: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** How calls reach a simulator: by HTTP, or directly when it runs in this process. */
export interface Transport {
  /** The simulator's own base URL, without a final slash. */
  readonly baseUrl: string;
  /** Rejects with a ControlError. */
  ask(asked: Asked): Promise<unknown>;
}

/** The calls about one world. */
export function surfaceOf(transport: Transport, world: string): Surface {
  const functions = Object.entries(lines).map(([group, named]) => [
    group,
    Object.fromEntries(
      Object.entries(named).map(([name, line]) => [
        name,
        async (input: Asked['input'] = {}) => {
          assertGiven(input, `${group}.${name}`);
          return transport.ask({ group, name, line, world, input });
        },
      ]),
    ),
  ]);
  // The list is made from the rows of which Surface is the type.
  return Object.fromEntries(functions) as Surface;
}
