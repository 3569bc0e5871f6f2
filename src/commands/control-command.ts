import type { Surface } from '../client/surface.ts';
import { CliError } from '../cli-error.ts';
import { readCall } from './control-args.ts';
import type { CommandCall } from './control-args.ts';
import type { FlagValues } from './flags.ts';
import { consoleLine } from './console-links.ts';
import { faxPageText } from './fax-table.ts';
import { helpText } from './help.ts';
import type { RunCommand } from './invocation.ts';
import { formatAnswer } from './table-output.ts';
import { pageText, unmatchedText, verdictText, waitedText } from './request-table.ts';
import { givesDocument } from './shorthands.ts';
import { withSimulator } from './simulator-at.ts';
import { unmet } from './verdict.ts';

/** `faxsim clock advance 45m`: a call of a group, as the words say. */
export const controlCommand =
  (group: string): RunCommand =>
  async ({ words, options }) => {
    const call = await readCall(group, words);
    if (call === undefined) return showHelp(group);
    if (options.asFixture) return exportFixture(call, options);
    const { answer, baseUrl } = await withSimulator(options, async (world) => ({
      answer: await callOf(world, group, call),
      baseUrl: world.baseUrl,
    }));
    if (answer instanceof Uint8Array) {
      process.stdout.write(answer);
      return 0;
    }
    const text = functionIn(texts, group, call.name)?.(answer) ?? formatAnswer(answer);
    const json = options.json || givesDocument(group, call.name);
    const link = consoleLine(baseUrl, { group, ...call, answer });
    process.stdout.write(json ? jsonText(answer) : `${text}${link}`);
    return functionIn(exitCodes, group, call.name)?.(answer) ?? 0;
  };

/** Prints a world as a fixture file. */
async function exportFixture({ name }: CommandCall, options: FlagValues): Promise<number> {
  if (name !== 'export') throw new CliError('--as-fixture is for exchange export');
  const { fixture, left_out: leftOut } = await withSimulator(options, ({ exchange }) => exchange.exportFixture());
  for (const phrase of leftOut) process.stderr.write(`left out: ${phrase}\n`);
  process.stdout.write(fixture);
  return 0;
}

/** A guess could call an operation that changes data. */
function showHelp(group: string): number {
  process.stderr.write(helpText(group));
  return 2;
}

/** A function for some of the control calls, of the answer of each. */
type ByCall<Result> = {
  readonly [Group in keyof Surface]?: {
    readonly [Name in keyof Surface[Group]]?: (
      answer: Awaited<ReturnType<Extract<Surface[Group][Name], AnyCall>>>,
    ) => Result;
  };
};

/** The text of answers that a table of fields does not show well. */
const texts: ByCall<string> = {
  faxes: { list: faxPageText },
  requests: { list: pageText, unmatched: unmatchedText, verify: verdictText, wait: waitedText },
  webhooks: { wait: (answer) => (answer === null ? 'no such webhook came in time\n' : formatAnswer(answer)) },
};

/** The exit code of calls whose answer can be that an expectation is not met. */
const exitCodes: ByCall<number> = {
  requests: {
    verify: ({ passed }) => (passed ? 0 : unmet),
    wait: ({ request }) => (request === null ? 1 : 0),
  },
  webhooks: {
    check: ({ is_well: isWell }) => (isWell ? 0 : 1),
    verify: ({ passed }) => (passed ? 0 : unmet),
    wait: (answer) => (answer === null ? 1 : 0),
  },
};

/** `faxsim reset`. */
export const reset: RunCommand = async ({ options }) =>
  print(await withSimulator(options, ({ worlds }) => worlds.reset()), options);

/** Makes a call of a world. */
export const ask = (group: string, call: CommandCall, options: FlagValues): Promise<unknown> =>
  withSimulator(options, (world) => callOf(world, group, call));

function callOf(surface: Surface, group: string, { name, input }: CommandCall): Promise<unknown> {
  return Promise.resolve(functionIn<Promise<unknown>>(surface, group, name)?.(input));
}

type AnyCall = (input: never) => unknown;

type FunctionTable<Result> = Readonly<
  Record<string, Readonly<Record<string, ((input: never) => Result) | undefined>> | undefined>
>;

/** The function of a call in a table by groups and names. */
function functionIn<Result>(table: FunctionTable<Result>, group: string, name: string) {
  // The words name a route, and the types of each table follow the routes.
  return table[group]?.[name] as ((value: unknown) => Result) | undefined;
}

/** Prints the answer of a call, for people or scripts. Returns the exit code. */
export function print(data: unknown, { json }: Pick<FlagValues, 'json'>, exitCode = 0): number {
  process.stdout.write(json ? jsonText(data) : formatAnswer(data));
  return exitCode;
}

const jsonText = (data: unknown): string => `${JSON.stringify(data, undefined, 2)}\n`;
