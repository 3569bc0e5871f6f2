import { parseArgs } from 'node:util';
import { closest } from 'fastest-levenshtein';
import { Failure } from '../failure.ts';
import { settingNames, settings } from '../options.ts';
import type { Options, SettingName } from '../options.ts';
import { commandNames, commands, isCommandName } from './catalogue.ts';
import type { CommandName } from './catalogue.ts';
import type { Invocation } from './invocation.ts';

/** What the user asked for. */
export interface CommandLine extends Invocation {
  readonly command: CommandName;
}

interface Given {
  readonly text: string;
  readonly source: string;
}

type GivenSettings = Map<SettingName, Given>;

export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'FAXSIM_';
const flags = settingNames.map((name) => settings[name].flag);
const variables = settingNames.flatMap((name) => settings[name].env ?? []);

/** Flag before environment before default. Throws a Failure that names the setting and where it came from. */
export function readCommandLine(args: readonly string[], environment: Environment): CommandLine {
  const { given: fromFlags, words } = readFlags(args);
  const asksForHelp = fromFlags.has('help') || fromFlags.has('version');
  const fromEnvironment = readEnvironment(asksForHelp ? {} : environment);
  refuseContradiction(fromFlags);
  refuseContradiction(fromEnvironment);
  // Docker's image sets the one in the environment: who names the other by flag means that alone.
  if (fromFlags.has('data')) fromEnvironment.delete('dataMount');
  if (fromFlags.has('dataMount')) fromEnvironment.delete('data');
  const given: GivenSettings = new Map([...fromEnvironment, ...fromFlags]);
  const options = valuesOf(given);
  refuseEqualKeys(options, given);
  const sources = Object.fromEntries([...given].map(([name, { source }]) => [name, source]));
  const command = commandOf(words);
  return { command, words: words.slice(1), options, sources };
}

function readFlags(args: readonly string[]): { given: GivenSettings; words: string[] } {
  const { tokens } = parseArgs({ args: [...args], options: parseArgsOptions, strict: false, tokens: true });
  const given: GivenSettings = new Map();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const name = settingNames.find((candidate) => settings[candidate].flag === `--${token.name}`);
    // parseArgs takes `-port` for four flags of one letter: show what was written.
    if (name === undefined) throw unknown('flag', (args[token.index] ?? '').replace(/=.*$/s, ''), flags);
    const source = settings[name].flag;
    if (given.has(name)) throw new Failure(`${source} is given twice`);
    const isSwitch = settings[name].placeholder === undefined;
    // What follows a flag and looks like the next flag is not its value.
    const isMissing = !token.inlineValue && token.value?.startsWith('--') === true;
    given.set(name, { source, text: isMissing ? '' : (token.value ?? (isSwitch ? 'on' : '')) });
  }
  return { given, words };
}

const parseArgsOptions = Object.fromEntries(
  settingNames.map((name) => {
    const { flag, placeholder } = settings[name];
    const type = placeholder === undefined ? ('boolean' as const) : ('string' as const);
    return [flag.slice(2), name === 'help' ? { type, short: 'h' } : { type }];
  }),
);

function readEnvironment(environment: Environment): GivenSettings {
  const given: GivenSettings = new Map();
  for (const [variable, text = ''] of Object.entries(environment)) {
    if (!variable.startsWith(prefix) || text === '') continue;
    const name = settingNames.find((candidate) => settings[candidate].env === variable);
    if (name === undefined) throw unknown('environment variable', variable, variables);
    given.set(name, { text, source: variable });
  }
  return given;
}

function unknown(what: string, written: string, known: readonly string[]): Failure {
  return new Failure(`unknown ${what} ${JSON.stringify(written)}; the nearest is ${closest(written, known)}`);
}

function valuesOf(given: GivenSettings): Options {
  const values = settingNames.map((name) => [name, valueOf(name, given.get(name))]);
  // One value of each row's own type, which fromEntries cannot know.
  return Object.fromEntries(values) as Options;
}

function valueOf<Name extends SettingName>(name: Name, given: Given | undefined): Options[Name] {
  const setting = settings[name];
  if (given === undefined) return setting.default;
  const { text, source } = given;
  const value = text === '' ? undefined : setting.kind.read(text);
  if (value !== undefined) return value;
  const got = text === '' ? 'nothing' : setting.isSecret === true ? 'something else' : JSON.stringify(text);
  throw new Failure(`${source}: expected ${setting.kind.expected}, got ${got}`);
}

function refuseContradiction(given: GivenSettings): void {
  const [data, mount] = [given.get('data'), given.get('dataMount')];
  if (data === undefined || mount === undefined) return;
  throw new Failure(`${data.source} and ${mount.source} exclude each other`);
}

/** The key decides whether a call is live or a test. */
function refuseEqualKeys(options: Options, given: GivenSettings): void {
  if (options.apiKey !== options.testApiKey) return;
  const [live, test] = (['apiKey', 'testApiKey'] as const).map(
    (name) => given.get(name)?.source ?? settings[name].flag,
  );
  throw new Failure(`${live} and ${test} are equal; they must differ, since the key tells live calls from tests`);
}

function commandOf([word, ...rest]: readonly string[]): CommandName {
  if (word === undefined) return 'start';
  if (!isCommandName(word)) throw unknown('command', word, commandNames);
  const next = rest[commands[word].mostWords];
  if (next !== undefined) throw new Failure(`unexpected argument ${JSON.stringify(next)} after ${word}`);
  return word;
}
