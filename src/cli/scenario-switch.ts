import type { RuleReport } from '../control/client/named-types.ts';
import { CliError } from '../model/shared/errors.ts';
import { scenarioText } from '../model/shared/scenario-text.ts';
import { shellWord } from '../model/shared/words.ts';
import { ScenarioError } from '../scenarios/errors.ts';
import { openLibrary } from '../scenarios/library.ts';
import { textOf } from './answer-texts.ts';
import { ask, printAnswer } from './control-command.ts';
import type { FlagValues } from './flags.ts';
import type { GivenSettings } from './invocation.ts';
import { print } from './table-output.ts';

/** Throws a CliError for parameters of a scenario that follow its name: they belong into its name. */
export function refuseLooseParams(what: string, [name = '', ...more]: readonly string[]): void {
  const params = more.filter((word) => /^(?!(?:on|off|source|name)=)\w+=/.test(word));
  if ((what !== 'on' && what !== 'off') || params.length === 0 || name.includes('=')) return;
  const form = shellWord(`${name}(${params.join(',')})`);
  throw new CliError(`parameters belong into the name of a scenario: faxsim scenarios ${what} ${form}`);
}

/** The names of all scenarios that are on. */
async function activeNames(settings: GivenSettings): Promise<readonly string[]> {
  const rules = (await ask('scenarios', { name: 'list', input: {} }, settings)) as readonly RuleReport[];
  return [...new Set(rules.map(({ scenario }) => scenario))];
}

/** The error of a command for the faults of a scenario. */
export const failureOf = ({ faults }: ScenarioError): CliError => new CliError(faults.join('\n'));

/** Switches scenarios in the given order, and prints the resulting list. Reads all files first. */
export async function switchAll(
  what: 'on' | 'off',
  named: readonly string[],
  settings: GivenSettings,
): Promise<number> {
  const { options } = settings;
  const before = what === 'off' ? await activeNames(settings) : [];
  const names = what === 'off' && named.join() === 'all' ? before : named;
  const inputs = await Promise.all(names.map((named) => switchInput(what, named, options)));
  const calls = inputs.map((input) => ({ name: 'switch', input }));
  const inTurn = <T>(at: number, answer: Promise<T>) =>
    inFile(named[at], answer).catch(afterOthers(what, names.slice(0, at)));
  for (const [at, call] of calls.slice(0, -1).entries()) await inTurn(at, ask('scenarios', call, settings));
  const last = calls.at(-1) ?? { name: 'list', input: {} };
  if (what === 'on') return inTurn(calls.length - 1, printAnswer('scenarios', last, settings));
  const rules = (await inTurn(calls.length - 1, ask('scenarios', last, settings))) as readonly RuleReport[];
  const off = before.filter((name) => rules.every(({ scenario }) => scenario !== name));
  return print(rules, options, { text: offText(off, rules) });
}

/** The answer of a call. Its error names the file whose text was sent, which the simulator knows only as `source`. */
const inFile = <T>(named: string | undefined, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof CliError) || named === undefined || !isFile(named)) throw error;
    const [path = named] = named.split('(', 1);
    const message = error.message.replaceAll(/\bsource(?=:\d+: )/g, () => path);
    throw new CliError(message, { exitCode: error.exitCode });
  });

/** Throws the error of a switch, with the scenarios that the command has switched before. */
const afterOthers =
  (what: 'on' | 'off', done: readonly string[]) =>
  (error: unknown): never => {
    if (!(error instanceof CliError) || done.length === 0) throw error;
    const message = `${error.message}; switched ${what} before: ${done.join(', ')}`;
    throw new CliError(message, { exitCode: error.exitCode });
  };

/** The scenarios that were switched off, then those that are still on. */
function offText(off: readonly string[], rules: readonly RuleReport[]): string {
  const head = off.length === 0 ? '' : `switched off: ${off.map(scenarioText).join(', ')}\n`;
  return `${head}${rules.length === 0 ? 'no scenario is on\n' : `still on:\n${textOf('scenarios', 'list', rules)}`}`;
}

/**
 * The input of a switch. A file is sent as it is written, with the name that has its values. One that extends others is sent with
 * all inherited rules and with its values filled in, since the simulator may lack the other files.
 */
async function switchInput(what: 'on' | 'off', named: string, options: FlagValues) {
  if (!isFile(named)) return { [what]: named };
  const { source, written, name } = await openLibrary(options)
    .open(named)
    .catch((error: unknown) => {
      throw error instanceof ScenarioError ? failureOf(error) : error;
    });
  if (what === 'off') return { off: name };
  const { extendsOthers } = await import('../scenarios/library-entry.ts');
  return { source: written === undefined || extendsOthers(written) ? source : written, name };
}

/** Whether a word names a file: names of scenarios have no dot or slash before their parameters. */
export const isFile = (named: string): boolean => /^[^(]*[./\\]/.test(named);
