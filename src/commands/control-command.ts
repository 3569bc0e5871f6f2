import type { Surface } from '../client/surface.ts';
import { readCall } from './call-words.ts';
import type { AskedCall } from './call-words.ts';
import type { Values } from './flags.ts';
import type { Run } from './invocation.ts';
import { rendered } from './rendered.ts';
import { withSimulator } from './simulator-at.ts';

/** `faxsim clock advance 45m`: a call of a group, as the words say. */
export const controlCommand =
  (group: string): Run =>
  async ({ words, options }) =>
    print(await ask(group, await readCall(group, words), options), options);

/** A call that is a command of its own. */
export const oneCall =
  (group: string, name: string): Run =>
  async ({ options }) =>
    print(await ask(group, { name, input: {} }, options), options);

type AnyCall = (input: object) => Promise<unknown>;

function ask(group: string, { name, input }: AskedCall, options: Values): Promise<unknown> {
  return withSimulator(options, async (world) => {
    const surface: Surface = world;
    const calls = surface[group as keyof Surface] as unknown as Readonly<Record<string, AnyCall>>;
    return calls[name]?.(input); // group and name stand in the list from which both are made
  });
}

function print(data: unknown, { json }: Values): number {
  process.stdout.write(json ? `${JSON.stringify(data, undefined, 2)}\n` : rendered(data));
  return 0;
}
