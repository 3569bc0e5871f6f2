import type { AnswerOf, Surface } from '../client/surface.ts';
import { readCall } from './control-args.ts';
import type { CommandCall } from './control-args.ts';
import type { FlagValues } from './flags.ts';
import { helpText } from './help.ts';
import type { Run } from './invocation.ts';
import { formatted } from './table-output.ts';
import { pageText, unmatchedText, verdictText, waitedText } from './request-table.ts';
import { givesDocument } from './shorthands.ts';
import { withSimulator } from './simulator-at.ts';
import { unmet } from './verdict.ts';

/** `faxsim clock advance 45m`: a call of a group, as the words say. */
export const controlCommand =
  (group: string): Run =>
  async ({ words, options }) => {
    const call = await readCall(group, words);
    if (call === undefined) return showHelp(group);
    const answer = await ask(group, call, options);
    const key = `${group}.${call.name}`;
    const shown = texts[key]?.(answer) ?? formatted(answer);
    const json = options.json || givesDocument(group, call.name);
    process.stdout.write(json ? jsonText(answer) : shown);
    return exitCodes[key]?.(answer) ?? 0;
  };

/** It would have to guess what was meant, and could change something. */
function showHelp(group: string): number {
  process.stderr.write(helpText(group));
  return 2;
}

/** Of calls whose answer is more than a screen shows. */
const texts: Readonly<Record<string, (answer: unknown) => string>> = {
  'requests.list': (answer) => pageText(answer as AnswerOf<'requests', 'list'>),
  'requests.unmatched': (answer) => unmatchedText(answer as AnswerOf<'requests', 'unmatched'>),
  'requests.verify': (answer) => verdictText(answer as AnswerOf<'requests', 'verify'>),
  'requests.wait': (answer) => waitedText(answer as AnswerOf<'requests', 'wait'>),
  'webhooks.wait': (answer) => (answer === null ? 'no such webhook came in time\n' : formatted(answer)),
};

/** Of calls whose answer may be that something is not as was asked. */
const exitCodes: Readonly<Record<string, (answer: unknown) => number>> = {
  'requests.verify': (answer) => ((answer as AnswerOf<'requests', 'verify'>).passed ? 0 : unmet),
  'webhooks.verify': (answer) => ((answer as AnswerOf<'webhooks', 'verify'>).passed ? 0 : unmet),
  'requests.wait': (answer) => ((answer as AnswerOf<'requests', 'wait'>).request === null ? 1 : 0),
  'webhooks.wait': (answer) => (answer === null ? 1 : 0),
};

/** A call that is a command of its own. */
export const oneCall =
  (group: string, name: string): Run =>
  async ({ options }) =>
    print(await ask(group, { name, input: {} }, options), options);

type AnyCall = (input: object) => Promise<unknown>;

/** Makes a call of a world. */
export function ask(group: string, { name, input }: CommandCall, options: FlagValues): Promise<unknown> {
  return withSimulator(options, async (world) => {
    const surface: Surface = world;
    const calls = surface[group as keyof Surface] as unknown as Readonly<Record<string, AnyCall>>;
    return calls[name]?.(input); // group and name stand in the list from which both are made
  });
}

/** Prints what a call answered, for people or scripts. Returns the exit code. */
export function print(data: unknown, { json }: Pick<FlagValues, 'json'>, exitCode = 0): number {
  process.stdout.write(json ? jsonText(data) : formatted(data));
  return exitCode;
}

const jsonText = (data: unknown): string => `${JSON.stringify(data, undefined, 2)}\n`;
