import { parseArgs } from 'node:util';
import { hintAt, onOrOff } from '../model/fields/kinds.ts';
import { CliError } from '../model/shared/errors.ts';
import { withoutPassword } from '../model/shared/userinfo.ts';
import { nearest } from '../model/shared/words.ts';
import { commandNamed, commandNames, commands } from './catalogue.ts';
import type { Command } from './catalogue.ts';
import { endVariable, httpsVariable } from './client-variables.ts';
import { flagNames, rows, variablePrefix } from './flags.ts';
import type { FlagName, FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';

export interface CommandLine extends Invocation {
  /** The command as typed; undefined without a command, which means `start`. */
  readonly named: string | undefined;
  readonly command: string;
}

interface GivenText {
  readonly text: string;
  readonly source: string;
}

type GivenValues = Map<FlagName, GivenText>;

export type Environment = Readonly<Record<string, string | undefined>>;

const variables = flagNames.flatMap((name) => rows[name].env ?? []);
/** The flags of every command. */
const everywhere: readonly FlagName[] = ['help', 'version'];

/**
 * Reads the arguments. A flag overrides its environment variable, and both override the default. Throws a CliError that names the
 * setting and its source.
 */
export function readCommandLine(args: readonly string[], environment: Environment): CommandLine {
  const { values: fromFlags, command, named, words } = readArguments(args);
  const asksForHelp = [command, ...fromFlags.keys()].some((word) => word === 'help' || word === 'version');
  const fromEnvironment = readEnvironment(asksForHelp ? {} : environment);
  for (const name of commandNamed(command)?.notFromEnvironment ?? []) fromEnvironment.delete(name);
  const asksARunningOne = commandNamed(command)?.flags?.includes('url') === true;
  refuseContradiction(fromFlags, asksARunningOne);
  refuseContradiction(fromEnvironment);
  giveWay(fromEnvironment, fromFlags, asksARunningOne);
  const values: GivenValues = new Map([...fromEnvironment, ...fromFlags]);
  const options = valuesOf(values);
  refuseEqualKeys(options, values);
  const sources = Object.fromEntries([...values].map(([name, { source }]) => [name, source]));
  const program = args.includes('--') ? args.slice(args.indexOf('--') + 1) : [];
  return { named, command, words, program, options, sources };
}

function readArguments(args: readonly string[]) {
  const tokens = tokensOf(args);
  const [first, second] = wordsOf(tokens);
  const named = first?.value;
  const name = named ?? 'start';
  const command = commandNamed(name);
  // Reports wrong flags first, because a word may be unexpected only after a wrong flag.
  const cut = command?.runsAnother === true ? (second?.index ?? args.length) : args.length;
  const own = cut < args.length ? tokensOf(args.slice(0, cut)) : tokens;
  const values = readFlags(own, args, { name, command });
  if (command === undefined) throw wrongWord(own, first, unknownWord('command', name, commandNames));
  const words = wordsOf(own).slice(1);
  const next = words[command.wordsMax ?? (command.words === undefined ? 0 : Infinity)];
  if (next !== undefined)
    throw wrongWord(own, next, new CliError(`unexpected argument ${JSON.stringify(next.value)} after ${name}`));
  return { values, named, command: name, words: [...words.map(({ value }) => value), ...args.slice(cut)] };
}

type ArgumentToken = ReturnType<typeof readTokens>[number];
type WordToken = Extract<ArgumentToken, { kind: 'positional' }>;

const wordsOf = (tokens: readonly ArgumentToken[]): WordToken[] =>
  tokens.flatMap((token) => (token.kind === 'positional' ? [token] : []));

/** The `on` of `--strict-auth on` is a value, though parseArgs takes it for a word. */
function tokensOf(args: readonly string[]): ArgumentToken[] {
  const tokens = readTokens(args);
  return tokens.flatMap((token, at) => {
    const [last, next] = [tokens[at - 1], tokens[at + 1]];
    if (last !== undefined && switchValue(last, token) !== undefined) return [];
    const value = next && switchValue(token, next);
    return token.kind === 'option' && value !== undefined ? [{ ...token, value, inlineValue: false }] : [token];
  });
}

function readTokens(args: readonly string[]) {
  const shielded = args.map((arg, at) => (lacksValue(args, at) ? `${arg}=` : arg.replace(/^(?=-\d)/, shield)));
  const { tokens } = parseArgs({ args: shielded, options: parseArgsOptions, strict: false, tokens: true });
  return tokens.map((token) =>
    'value' in token && token.value !== undefined ? { ...token, value: token.value.replace(shield, '') } : token,
  );
}

const settingOf = (flag: string | undefined): FlagName | undefined =>
  flagNames.find((candidate) => rows[candidate].flag === flag);

/** Whether the argument is a flag whose value is missing. The next argument is no value if it looks like a flag. */
function lacksValue(args: readonly string[], at: number): boolean {
  const name = settingOf(args[at]);
  const takesValue = name !== undefined && rows[name].placeholder !== undefined;
  return takesValue && args[at + 1]?.startsWith('--') === true && !args.slice(0, at).includes('--');
}

/** The second token if it is the value of a switch before it; undefined if it is a word. */
function switchValue(token: ArgumentToken, next: ArgumentToken): string | undefined {
  if (bareSwitch(token) === undefined || next.kind !== 'positional') return undefined;
  return onOrOff.read(next.value) === undefined ? undefined : next.value;
}

/** The switch of a token without a value; undefined for other tokens. */
function bareSwitch(token: ArgumentToken | undefined): FlagName | undefined {
  if (token?.kind !== 'option' || token.value !== undefined) return undefined;
  const name = settingOf(`--${token.name}`);
  const isSwitch = name !== undefined && rows[name].placeholder === undefined && rows[name].env !== undefined;
  return isSwitch ? name : undefined;
}

/** The error for an unexpected word: `usual`, unless the word was probably meant as the value of the switch before it. */
function wrongWord(tokens: readonly ArgumentToken[], word: WordToken | undefined, usual: CliError): CliError {
  const name = word && bareSwitch(tokens[tokens.indexOf(word) - 1]);
  if (name === undefined || word === undefined || nearest(word.value, commandNames) !== undefined) return usual;
  return wrongValue(name, { source: rows[name].flag, text: word.value });
}

/** Put before a negative number, because parseArgs would read `-5` as a flag. No argument can contain this character. */
const shield = '\0';

function readFlags(tokens: readonly ArgumentToken[], args: readonly string[], named: NamedCommand): GivenValues {
  const values: GivenValues = new Map();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    // parseArgs reads `-port` as four flags of one letter. The message shows the text as typed.
    const name = flagNamed(token.name, (args[token.index] ?? '').split('=', 1)[0] ?? '', named);
    const source = rows[name].flag;
    if (values.has(name)) throw new CliError(`${source} is given twice`);
    const isSwitch = rows[name].placeholder === undefined;
    const given = { source, text: token.value ?? (isSwitch ? 'on' : '') };
    // Refused first, because other contradictions may follow from the missing value.
    if (given.text === '') throw wrongValue(name, given);
    values.set(name, given);
  }
  return values;
}

interface NamedCommand {
  readonly name: string;
  /** The command; undefined for an unknown name, which is reported later. */
  readonly command: Command | undefined;
}

/** Throws a CliError for a flag that the command ignores. */
function flagNamed(flag: string, asTyped: string, { name: commandName, command }: NamedCommand): FlagName {
  const heeded = [...((command ?? commands['start'])?.flags ?? []), ...everywhere];
  const name = settingOf(`--${flag}`);
  if (name !== undefined && (command === undefined || heeded.includes(name))) return name;
  const hint =
    insteadOf(flag, command) ?? `faxsim ${command === undefined ? 'start' : commandName} --help names the flags`;
  if (name !== undefined) throw new CliError(`${commandName} does not take ${asTyped}; ${hint}`);
  const flags = heeded.map((one) => rows[one].flag);
  throw unknownWord('flag', asTyped, flags, hint);
}

/** The flag as a parameter `NAME=VALUE`; undefined if the command takes none. */
function insteadOf(flag: string, command: Command | undefined): string | undefined {
  if (command?.words?.includes('NAME=VALUE') !== true) return undefined;
  return `a parameter is written without dashes: ${flag.replaceAll('-', '_')}=VALUE`;
}

const shortFlags: Readonly<Partial<Record<FlagName, string>>> = { help: 'h', version: 'v' };

const parseArgsOptions = Object.fromEntries(
  flagNames.map((name) => {
    const { flag, placeholder } = rows[name];
    const type = placeholder === undefined ? ('boolean' as const) : ('string' as const);
    const short = shortFlags[name];
    return [flag.slice(2), short === undefined ? { type } : { type, short }];
  }),
);

/** Variables that `exec` sets for its program, and that no setting reads. */
const unread: ReadonlySet<string> = new Set([httpsVariable, endVariable]);

function readEnvironment(environment: Environment): GivenValues {
  const values: GivenValues = new Map();
  for (const [variable, text = ''] of Object.entries(environment)) {
    if (!variable.startsWith(variablePrefix) || text === '' || unread.has(variable)) continue;
    const name = flagNames.find((candidate) => rows[candidate].env === variable);
    const hint = serviceLinkHint(variable, text);
    if (hint !== '') throw new CliError(`${variable} is set to ${JSON.stringify(text)}${hint}`);
    if (name === undefined) throw unknownWord('environment variable', variable, variables);
    values.set(name, { text, source: variable });
  }
  return values;
}

/** The name without the prefix that all names share: did-you-mean compares the rest. */
const withoutBeginning = (name: string): string =>
  name.slice(['--', variablePrefix].find((beginning) => name.startsWith(beginning))?.length);

/** The error for an unknown name. `help` names the command that lists the known ones. */
export function unknownWord(
  what: string,
  asTyped: string,
  known: readonly string[],
  help = what === 'command' ? 'faxsim --help names all that are known' : 'faxsim start --help names the settings',
): CliError {
  const meant = nearest(withoutBeginning(asTyped), known.map(withoutBeginning));
  const near = known.find((one) => withoutBeginning(one) === meant);
  const hint = near === undefined ? help : `the nearest is ${near}`;
  return new CliError(`unknown ${what} ${JSON.stringify(asTyped)}; ${hint}`);
}

function valuesOf(values: GivenValues): FlagValues {
  // Each value has the type of its row, which TypeScript cannot follow here.
  return Object.fromEntries(flagNames.map((name) => [name, valueOf(name, values.get(name))])) as FlagValues;
}

function valueOf(name: FlagName, written: GivenText | undefined): unknown {
  const row = rows[name];
  if (written === undefined) return row.default;
  const value = written.text === '' ? undefined : row.kind.read(written.text);
  if (value === undefined) throw wrongValue(name, written);
  return value;
}

function wrongValue(name: FlagName, { text, source }: GivenText): CliError {
  const { kind, isSecret = false, env } = rows[name];
  const got = text === '' ? 'nothing' : isSecret ? 'something else' : JSON.stringify(withoutPassword(text));
  // A copied command of a report reads its secret from this variable.
  const unset =
    text === '' && isSecret && env !== undefined && source !== env
      ? `; if it came from $${env}, that variable is not set`
      : '';
  return new CliError(`${source} must be ${kind.expected}, got ${got}${unset}${hintAt(kind, text)}`);
}

const places = ['host', 'port', 'portFile'] as const;

/** Drops environment variables that a flag contradicts: about data, a simulator's address, or its world. */
function giveWay(fromEnvironment: GivenValues, fromFlags: GivenValues, asksARunningOne: boolean): void {
  const dropFor = (flags: readonly FlagName[], names: readonly FlagName[]): void => {
    if (flags.some((flag) => fromFlags.has(flag))) names.forEach((name) => fromEnvironment.delete(name));
  };
  // The Docker image sets `data` or `dataMount` by its environment. A flag for the other one overrides it.
  dropFor(['data'], ['dataMount']);
  dropFor(['dataMount'], ['data']);
  if (!asksARunningOne) return;
  dropFor([...places, 'urlFile'], ['url']);
  // Set by the image too: it describes the server in the container.
  dropFor(places, ['urlFile']);
  // The system chooses a port for 0, and the client reads that from the port file.
  if (fromFlags.get('port')?.text !== '0') dropFor(['port'], ['portFile']);
  if (namesWorld(fromFlags.get('url')?.text)) fromEnvironment.delete('world');
}

/** Whether the URL is that of a world. */
const namesWorld = (url = ''): boolean => /\/w\/[^/]+\/*$/.test(url);

function refuseContradiction(values: GivenValues, asksARunningOne = false): void {
  const pairs = [
    ['data', 'dataMount'] as const,
    ...(asksARunningOne ? places.map((place) => ['url', place] as const) : []),
  ];
  for (const pair of pairs) {
    const [one, other] = pair.map((name) => values.get(name));
    if (one && other) throw new CliError(`${one.source} and ${other.source} exclude each other`);
  }
}

/** The key decides whether a call is live or a test. */
function refuseEqualKeys(options: FlagValues, values: GivenValues): void {
  if (options.apiKey !== options.testApiKey) return;
  const [live, test] = (['apiKey', 'testApiKey'] as const).map((name) => values.get(name)?.source ?? rows[name].flag);
  throw new CliError(`${live} and ${test} are equal; they must differ, since the key tells live calls from tests`);
}

/**
 * The end of an error message about a variable that Kubernetes has set; empty for other variables. Each pod gets such variables for
 * each Service of its namespace: `FAXSIM_PORT=tcp://10.0.0.1:8329`, `FAXSIM_SERVICE_HOST`, `FAXSIM_PORT_8329_TCP_ADDR`. Source:
 * Kubernetes, "Accessing the Service", environment variables.
 */
function serviceLinkHint(variable: string, text: string): string {
  const isLink = variable === 'FAXSIM_PORT' && /^\w+:\/\//.test(text);
  if (!isLink && !/^FAXSIM_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_)/.test(variable)) return '';
  return '; a Kubernetes Service named faxsim sets it: set enableServiceLinks: false in the pod, or rename the Service';
}
