import { settingNames, settings } from '../options.ts';
import type { Options, Setting } from '../options.ts';
import { commands } from './catalogue.ts';

type AnySetting = Setting<Options[keyof Options]>;

const width = 80;
const indent = 28;

/** What `faxsim --help` shows, made from the tables of commands and settings. */
export function helpText(): string {
  return [
    'Usage: faxsim [command] [options]',
    '',
    'A local simulator of the Phaxio fax API, versions v1, v2 and v2.1.',
    '',
    'Commands:',
    ...Object.entries(commands).flatMap(([name, { meaning }]) => entry(name, [meaning])),
    '',
    'Options, each with the environment variable that does the same:',
    ...settingNames.flatMap((name) => optionEntry(settings[name])),
    '',
    'A flag goes before a variable, a variable before the default.',
    'Exit codes: 0 stopped or done, 1 a fault, 2 a wrong setting, 3 a scenario that',
    'was not met, 4 port in use.',
    '',
  ].join('\n');
}

function optionEntry(setting: AnySetting): string[] {
  const { env, meaning } = setting;
  const shown = defaultText(setting);
  const notes = [env ?? '', shown === '' ? '' : `default ${shown}`].filter((note) => note !== '');
  return entry(usage(setting), [meaning, notes.join(', ')]);
}

function entry(term: string, paragraphs: readonly string[]): string[] {
  const lines = paragraphs.filter((text) => text !== '').flatMap((text) => wrap(text, width - indent));
  const [first = '', ...rest] = lines;
  const head = `  ${term}`;
  const beside = head.length < indent;
  const opening = beside ? [head.padEnd(indent) + first] : [head, ' '.repeat(indent) + first];
  return [...opening, ...rest.map((line) => ' '.repeat(indent) + line)];
}

function wrap(text: string, columns: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** `docs/options.md`, from the same table. @public: scripts/docs.js takes it from dist/. */
export function optionsPage(): string {
  const rows = settingNames.map((name) => {
    const setting = settings[name];
    const { env, kind, placeholder, meaning } = setting;
    const value = placeholder === undefined && env === undefined ? '' : kind.expected;
    const shown = defaultText(setting);
    return [code(usage(setting)), env === undefined ? '' : code(env), value, shown, meaning];
  });
  const table = [['Flag', 'Variable', 'Value', 'Default', 'Meaning'], Array<string>(5).fill('---'), ...rows];
  return `${introduction}\n${table.map(tableRow).join('\n')}\n\n${remarks}`;
}

const introduction = `<!-- Made by \`npm run docs\` from src/options.ts: change it there. -->

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

In Kubernetes, a Service that is named \`faxsim\` makes variables such as \`FAXSIM_PORT=tcp://10.0.0.1:8329\` in every pod
of its namespace. Give it another name, or set \`enableServiceLinks: false\` in the pod.
`;

function usage({ flag, placeholder }: AnySetting): string {
  return placeholder === undefined ? flag : `${flag} ${placeholder}`;
}

function defaultText(setting: AnySetting): string {
  const { defaultText: told, default: value } = setting;
  return told ?? (value === undefined || typeof value === 'object' ? '' : String(value));
}

function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
