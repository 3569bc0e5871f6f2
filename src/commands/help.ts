import { packageVersion } from '../package-root.ts';
import { unknown } from './command-line.ts';
import type { Run } from './invocation.ts';
import { routes } from '../client/routes.generated.ts';
import { namesInPath } from '../shared/path-params.ts';
import type { RouteSpec } from '../client/route-spec.ts';
import { settingNames, settings } from '../settings/settings.ts';
import type { SettingPlace, Setting } from '../settings/setting.ts';
import { commandNamed, commandNames, commands } from './catalogue.ts';
import type { Command } from './catalogue.ts';
import { rows } from './flags.ts';
import type { FlagName } from './flags.ts';
import { shorthands, takesDocument } from './shorthands.ts';
import { kebabCase } from '../shared/words.ts';
import { fromNames } from '../shared/objects.ts';

/** What of a setting is shown. */
type ShownSetting = Pick<Setting, 'flag' | 'placeholder' | 'default' | 'defaultText' | 'meaning'> & {
  readonly env?: string | undefined;
};

const width = 80;
const indent = 28;

/** What `faxsim --help` shows, and `faxsim COMMAND --help`, made from the tables of commands, calls and flags. */
export function helpText(name?: string): string {
  const command = name === undefined ? undefined : commandNamed(name);
  return [...(name === undefined || command === undefined ? overview() : helpOf(name, command)), ''].join('\n');
}

function overview(): string[] {
  return [
    'Usage: faxsim [command] [options]',
    '',
    'A local simulator of the Phaxio fax API, versions v1, v2 and v2.1.',
    '',
    'Commands:',
    ...Object.entries(commands).flatMap(([name, { meaning }]) => entry(name, [meaning], 16)),
    '',
    'Options:',
    ...(['help', 'version'] as const).flatMap((name) => entry(rows[name].flag, [rows[name].meaning], 16)),
    '',
    'faxsim COMMAND --help tells what a command takes; faxsim start --help, all',
    'settings of the simulator.',
    '',
    ...exitCodes,
  ];
}

const exitCodes = [
  'Exit codes: 0 stopped or done, 1 a fault, a refusal or no answer, 2 a wrong',
  'setting or argument, 3 a scenario or requests that are not as expected, drift',
  'that verify found, a replay that differs, or a find of sweep, 4 port in use,',
  '127 the program of exec, sweep or bisect cannot be run, 130 stopped by Ctrl-C;',
  'exec ends with that of its program.',
];

function helpOf(name: string, command: Command): string[] {
  const { meaning, words, flags, group } = command;
  // All that follows `--` belongs to the program, options too.
  const [, own = '', program = ''] = /^(.*?) ?(\[?-- .*)?$/.exec(words ?? '') ?? [];
  const usage = ['Usage: faxsim', name, own, '[options]', program].filter((part) => part !== '').join(' ');
  const shown = [...new Set<FlagName>([...flags, 'help'])];
  const calls = group === undefined ? wrap(meaning, width) : callEntries(group);
  return [
    ...wrap(usage, width),
    '',
    ...calls,
    '',
    'Options, each with the environment variable that does the same:',
    ...shown.flatMap((flag) => optionEntry({ ...rows[flag], ...saidOtherwise(command)[flag] })),
    '',
    'A flag goes before a variable, a variable before the default.',
    ...exitCodes,
  ];
}

type SaidOtherwise = Readonly<Partial<Record<FlagName, Partial<ShownSetting>>>>;

function saidOtherwise({ flags, runsAnother, notFromEnvironment = [] }: Command): SaidOtherwise {
  if (flags.includes('url')) return whereOf;
  const unread = fromNames<SaidOtherwise>(notFromEnvironment, () => ({ env: undefined }));
  return runsAnother === true ? { ...unread, port: ofItsOwn, httpsPort: ofItsOwn } : unread;
}

/** Of a command with a simulator of its own. */
const ofItsOwn = { env: undefined, defaultText: 'a free one' };

/** What settings mean to a command that looks for a simulator. */
const whereOf: SaidOtherwise = {
  host: { meaning: 'The name or address that the simulator listens on.' },
  port: { meaning: 'The port that it listens on.' },
  controlToken: { meaning: 'What the simulator asks other machines for.' },
  portFile: { meaning: 'The file in which it has written its port; goes before --port.' },
  urlFile: { meaning: 'The file in which it has written its base URL, where there is one.' },
};

function callEntries(group: string): string[] {
  const calls = Object.entries(routes[group] ?? {});
  const short = Object.entries(shorthands[group] ?? {});
  return [
    'Calls:',
    ...calls.flatMap(([name, line]) => entry(callUsage(group, name, line), [line.summary, paramsOf(line)])),
    ...short.flatMap(([word, { call, takes, placeholder = '', fixed = {} }]) => {
      const words = [
        ...Object.entries(fixed).map((pair) => pair.join('=')),
        ...(takes === undefined ? [] : [`${takes}=`]),
      ];
      return entry(`${word} ${placeholder}`.trimEnd(), [
        `Short for ${kebabCase(call)} ${words.join(' ')}${placeholder}.`,
      ]);
    }),
    '',
    ...wrap(howToGive, width),
  ];
}

function callUsage(group: string, name: string, { path }: RouteSpec): string {
  const words = namesInPath(path).map((param) => param.toUpperCase());
  return [kebabCase(name), ...words, ...(takesDocument(group, name) ? ['FILE'] : [])].join(' ');
}

const howToGive =
  'Parameters are NAME=VALUE; NAME[]=VALUE of a list, NAME[KEY]=VALUE of a group. @FILE as VALUE is what is in the file. FILE may be -, for stdin. Durations are such as 45m, 2s or 250ms.';

function paramsOf({ path, takes }: RouteSpec): string {
  const free = takes.filter((param) => !namesInPath(path).includes(param));
  return free.length === 0 ? '' : `Takes ${free.map((param) => `${param}=`).join(' ')}`;
}

function optionEntry(setting: ShownSetting): string[] {
  const { env, meaning } = setting;
  const shown = defaultText(setting);
  const notes = [env ?? '', shown === '' ? '' : `default ${shown}`].filter((note) => note !== '');
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

function wrap(text: string, columns: number): string[] {
  const wrapped = [''];
  for (const word of text.split(' ')) {
    const line = wrapped.at(-1) ?? '';
    if (line === '') wrapped[wrapped.length - 1] = word;
    else if (line.length + 1 + word.length <= columns) wrapped[wrapped.length - 1] = `${line} ${word}`;
    else wrapped.push(word);
  }
  return wrapped;
}

/** `docs/options.md`, from the same table. */
export function optionsPage(): string {
  const settingRows = settingNames.map((name) => {
    const setting = settings[name];
    const { env, kind, placeholder, meaning } = setting;
    const value = placeholder === undefined && env === undefined ? '' : kind.expected;
    const shown = defaultText(setting);
    return [code(usage(setting)), env === undefined ? '' : code(env), value, shown, meaning];
  });
  const table = [['Flag', 'Variable', 'Value', 'Default', 'Meaning'], Array<string>(5).fill('---'), ...settingRows];
  return `${introduction}\n${table.map(tableRow).join('\n')}\n\n${elsewhere()}\n\n${remarks}`;
}

/** Where settings can be given besides the command line, by their names there. */
function elsewhere(): string {
  const namesOf = (...places: readonly SettingPlace[]): string =>
    settingNames
      .filter((name) => places.includes(settings[name].where))
      .map((name) => code(name))
      .join(', ');
  return `A setting has one name, which each place writes in its own custom: \`--fax-retry-delay\`, \`FAXSIM_FAX_RETRY_DELAY\`,
\`faxRetryDelay\` in JavaScript, \`fax_retry_delay\` in JSON.

- \`startSimulator({ … })\` takes ${namesOf('start')}.
- \`startSimulator({ … })\` and \`POST /_faxsim/worlds\` take ${namesOf('world')}.
- Both take, in \`settings: { … }\`, what \`PATCH /_faxsim/settings\` changes while the world runs: ${namesOf('account')}.
- The command line alone takes the others. The keys are \`credentials: { live: { key, secret }, test: { key, secret } }\` in
  \`startSimulator()\`, and \`live\` and \`test\` in \`POST /_faxsim/worlds\`.

The value is written alike everywhere. A duration is a number and a unit, \`ms\`, \`s\`, \`m\`, \`h\`, \`d\` or \`w\`: \`1500ms\`, \`60s\`,
\`1.5h\`. A number without a unit is refused, except 0. JSON and JavaScript also take numbers, true and false, and lists as
such, and JavaScript a \`Date\`.`;
}

const introduction = `<!-- Made by \`npm run docs\` from src/settings/settings.ts: change it there. -->

# Options

\`faxsim\` takes each setting as a flag or as an environment variable; the flag goes before the variable, the variable
before the default. An empty variable counts as unset.
`;

const remarks = `A setting that cannot be understood ends the program with one line on stderr that names it, and exit code 2: an
unknown flag, an unknown variable that starts with \`FAXSIM_\`, a wrong or missing value, a flag given twice, \`--data\`
together with \`--data-mount\`, equal live and test keys, another \`--fixture\` than the data directory was made from. A port
that is in use ends it with exit code 4.

\`--strict-auth\` alone means \`on\`. In place of \`--port 80\` one can write \`--port=80\`.

A data directory keeps the data that it was filled with. On a later start \`--fixture-size\` has no effect any more, and
\`--seed\` only one on what happens from then on; \`--file-storage\` switches the account that is there.

\`--data-mount\` is for images: it makes a volume hold the data when there is one, without asking for one.

In Kubernetes, a Service named \`faxsim\` makes variables such as \`FAXSIM_PORT=tcp://10.0.0.1:8329\` in every pod
of its namespace, and the start ends with a message that says so. Rename the Service, or set \`enableServiceLinks: false\` in the pod.
`;

function usage({ flag, placeholder }: ShownSetting): string {
  return placeholder === undefined ? flag : `${flag} ${placeholder}`;
}

/** The default as the documentation says it. */
export function defaultText(setting: Pick<Setting, 'default' | 'defaultText'>): string {
  const { defaultText: text, default: value } = setting;
  if (text !== undefined) return text;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** `faxsim help COMMAND`, as others have it. */
export const help: Run = ({ words: [name] }) => {
  if (name !== undefined && commandNamed(name) === undefined) throw unknown('command', name, commandNames);
  process.stdout.write(helpText(name));
  return Promise.resolve(0);
};

export const version: Run = () => {
  process.stdout.write(`${packageVersion()}\n`);
  return Promise.resolve(0);
};
