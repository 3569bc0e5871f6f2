import { readFileSync } from 'node:fs';
import { packageRoot, packageVersion } from '../model/shared/package-root.ts';
import { unknownWord } from './command-line.ts';
import type { RunCommand } from './invocation.ts';
import { routes } from '../control/client/routes.generated.ts';
import { namesInPath, templateOf } from '../model/shared/urls.ts';
import type { RouteSpec } from '../control/client/routes.generated.ts';
import { defaultText } from '../model/settings/setting.ts';
import type { Setting } from '../model/settings/setting.ts';
import { commandNamed, commandNames, commands, helpGroups, takesDocument } from './catalogue.ts';
import { fitLines, wrap } from './columns.ts';
import { exitCodesOf, programsCode } from './exit-codes.ts';
import { filterHelp } from './filter-help.ts';
import { widthOf } from './output-width.ts';
import { shorthands } from './shorthands.ts';
import type { Shorthand } from './shorthands.ts';
import type { Command } from './catalogue.ts';
import { rows } from './flags.ts';
import type { FlagName } from './flags.ts';
import { kebabCase } from '../model/shared/words.ts';
import { fromNames } from '../model/shared/objects.ts';

/** The parts of a setting that help shows. */
type ShownSetting = Pick<Setting, 'flag' | 'placeholder' | 'default' | 'defaultText' | 'meaning'> & {
  readonly env?: string | undefined;
};

const width = 80;
const indent = 28;

/** The text of `faxsim --help` or `faxsim COMMAND --help`, from the tables of commands, calls and flags. */
export function helpText(name?: string): string {
  const command = name === undefined ? undefined : commandNamed(name);
  return [...(name === undefined || command === undefined ? overview() : helpOf(name, command)), ''].join('\n');
}

function overview(): string[] {
  return [
    'Usage: faxsim [command] [options]',
    '',
    'A local simulator of the Phaxio fax API, versions v1, v2 and v2.1, and of the',
    'Sinch Fax API v3.',
    '',
    ...Object.entries(helpGroups).flatMap(([title, names]) => [
      `${title}:`,
      ...names.flatMap((name) => entry(name, [commands[name]?.meaning ?? ''], 16)),
      '',
    ]),
    'Options:',
    ...(['help', 'version'] as const).flatMap((name) => entry(rows[name].flag, [rows[name].meaning], 16)),
    '',
    'faxsim COMMAND --help lists the calls and options of a command;',
    'faxsim start --help lists all settings of the simulator.',
    '',
    ...exitCodeLines(),
  ];
}

/** The exit codes of a command, or of all commands. */
function exitCodeLines(command?: string): string[] {
  const passed = programsCode(command);
  return [
    'Exit codes:',
    ...exitCodesOf(command).flatMap(({ code, meaning }) => entry(String(code), [meaning], 8)),
    ...(passed === undefined ? [] : ['', ...wrap(passed, width)]),
  ];
}

function helpOf(name: string, command: Command): string[] {
  const { meaning, words, flags = [], group } = command;
  // Everything after `--` is the other program's, so the command's own options come before it.
  const at = words?.search(/\[?-- /) ?? -1;
  const [own, program] = at < 0 ? [words ?? '', ''] : [words?.slice(0, at).trimEnd() ?? '', words?.slice(at) ?? ''];
  const usage = ['Usage: faxsim', name, own, '[options]', program].filter((part) => part !== '').join(' ');
  const flagNames = [...new Set<FlagName>([...flags, 'help'])];
  const calls = group === undefined ? wrap(meaning, width) : callEntries(group, command.calls);
  return [
    ...wrap(usage, width),
    '',
    ...calls,
    ...furtherLines(command),
    '',
    ...(group === undefined ? filterLines(name) : []),
    'Options, each with its environment variable:',
    ...flagNames.flatMap((flag) => optionEntry({ ...rows[flag], ...overridesOf(command)[flag] })),
    '',
    'A flag overrides its variable, and a variable overrides the default.',
    '',
    ...exitCodeLines(name),
  ];
}

/** The purposes of the calls of a command without a group, and its further sentences. */
function furtherLines({ calls = {}, details, group }: Command): string[] {
  const purposes = group === undefined ? purposeEntries(calls) : [];
  return [
    ...(purposes.length === 0 ? [] : ['', 'Calls:', ...purposes]),
    ...(details === undefined ? [] : ['', ...wrap(details, width)]),
  ];
}

const purposeEntries = (calls: Command['calls'] = {}): string[] =>
  Object.entries(calls).flatMap(([call, purpose]) => entry(call, [purpose]));

type ShownOverrides = Readonly<Partial<Record<FlagName, Partial<ShownSetting>>>>;

function overridesOf({ flags = [], runsAnother, notFromEnvironment = [] }: Command): ShownOverrides {
  if (flags.includes('url')) return ofRunningSimulator;
  if (flags.includes('allowCost')) return ofRecording;
  const unread = fromNames<ShownOverrides>(notFromEnvironment, () => ({ env: undefined }));
  const isOwn = runsAnother === true || notFromEnvironment.includes('port');
  return isOwn ? { ...unread, port: ofOwnSimulator, httpsPort: ofOwnSimulator } : unread;
}

/** How help describes the port of a command that starts its own simulator. */
const ofOwnSimulator = { env: undefined, defaultText: 'a free one' };

/** How help describes flags that mean something else in a recording. */
const ofRecording: ShownOverrides = {
  to: {
    placeholder: 'URL',
    defaultText: 'none: it must be given',
    meaning: 'The base URL of the real service without a version, such as https://api.phaxio.com.',
  },
  port: { env: undefined, defaultText: 'a free one', meaning: 'The port to which the program sends its requests.' },
};

/** How help describes the settings that say where a running simulator is. */
const ofRunningSimulator: ShownOverrides = {
  host: { meaning: 'The host name or address of the running simulator.' },
  port: { meaning: 'The port of the running simulator.' },
  controlToken: { meaning: 'The token of the control API, for a simulator on another machine.' },
  portFile: { meaning: 'The file with the port of the running simulator; overrides --port.' },
  urlFile: { meaning: 'The file with the base URL of the running simulator.' },
};

/** The control calls of a group, its calls that combine several of them, and its short forms. */
function callEntries(group: string, combined: Command['calls']): string[] {
  const calls = Object.entries(routes[group] ?? {});
  const short = Object.entries(shorthands[group] ?? {});
  return [
    'Calls:',
    ...calls.flatMap(([name, route]) => {
      const { summary, takes } = describeCall(route);
      const params = takes.length === 0 ? '' : `Takes ${takes.map((param) => `${param}=`).join(' ')}`;
      return entry(callUsage(group, name, route), [summary, params]);
    }),
    ...purposeEntries(combined),
    ...short.flatMap(([word, shorthand]) => {
      const { placeholder = '', meaning = longForm(shorthand) } = shorthand;
      return entry(`${word} ${placeholder}`.trimEnd(), [meaning]);
    }),
    '',
    ...filterLines(group),
    ...wrap(parameterSyntax, width),
  ];
}

/** The forms of the filters of a group, with examples. */
function filterLines(group: string): string[] {
  const filters = filterHelp[group] ?? [];
  return filters.length === 0 ? [] : ['Filters:', ...filters.flatMap(([form, meaning]) => entry(form, [meaning])), ''];
}

function longForm({ call, takes, placeholder = '', fixed = {} }: Shorthand): string {
  const words = [...Object.entries(fixed).map((pair) => pair.join('=')), ...(takes === undefined ? [] : [`${takes}=`])];
  return `Same as ${`${kebabCase(call)} ${words.join(' ')}${placeholder}`.trimEnd()}.`;
}

function callUsage(group: string, name: string, { path }: RouteSpec): string {
  const words = namesInPath(path).map((param) => param.toUpperCase());
  return [kebabCase(name), ...words, ...(takesDocument(group, name) ? ['FILE'] : [])].join(' ');
}

const parameterSyntax =
  'A parameter is NAME=VALUE, an item of a list NAME[]=VALUE, a key of a mapping NAME[KEY]=VALUE. The value @FILE is the content of the file, @- that of stdin. A duration has a unit: 45m, 2s, 250ms. In place of an id, last is the latest record, also with filters: show last status=4xx. A number is the id of its only fax: show +12025550123.';

/** The parts of the control API's OpenAPI document that help uses. */
interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedCall>>>>;
}

interface DocumentedCall {
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: BodySchema } } };
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

let controlDocument: ControlDocument | undefined;

/** The summary of a call and the names of its parameters, without those in the path, from the OpenAPI document of the package. */
export function describeCall({ method, path }: RouteSpec): { readonly summary: string; readonly takes: string[] } {
  const file = new URL('docs/openapi/control.json', packageRoot);
  controlDocument ??= JSON.parse(readFileSync(file, 'utf8')) as ControlDocument; // made from the rows of the calls
  const call = controlDocument.paths[templateOf(path)]?.[method.toLowerCase()];
  const { summary = '', parameters = [], requestBody } = call ?? {};
  const inQuery = parameters.filter((param) => param.in === 'query').map(({ name }) => name);
  // The document has both names of a list, `tag` and `tag[]`. The help shows the first, and explains brackets elsewhere.
  const named = inQuery.filter((name) => !inQuery.some((other) => name === `${other}[]`));
  return {
    summary,
    takes: [...named, ...Object.keys(requestBody?.content['application/json'].schema.properties ?? {})],
  };
}

function optionEntry(setting: ShownSetting): string[] {
  const { env, meaning } = setting;
  const byDefault = defaultText(setting);
  const notes = [env ?? '', byDefault === '' ? '' : `default ${byDefault}`].filter((note) => note !== '');
  return entry(usage(setting), [meaning, notes.join(', ')]);
}

function entry(term: string, paragraphs: readonly string[], column = indent): string[] {
  const texts = paragraphs.filter((text) => text !== '').flatMap((text) => wrap(text, width - column));
  const [first = '', ...rest] = texts;
  const head = `  ${term}`;
  const beside = head.length < column;
  const opening = beside ? [head.padEnd(column) + first] : [head, ' '.repeat(column) + first];
  return [...opening, ...rest.map((line) => ' '.repeat(column) + line)];
}

/** `--port PORT`. */
export function usage({ flag, placeholder }: ShownSetting): string {
  return placeholder === undefined ? flag : `${flag} ${placeholder}`;
}

/** `faxsim help COMMAND` is the same as `faxsim COMMAND --help`. */
export const help: RunCommand = ({ words: [name] }) => {
  if (name !== undefined && commandNamed(name) === undefined) throw unknownWord('command', name, commandNames);
  process.stdout.write(fitLines(helpText(name), widthOf()));
  return Promise.resolve(0);
};

export const version: RunCommand = () => {
  process.stdout.write(`${packageVersion()}\n`);
  return Promise.resolve(0);
};
