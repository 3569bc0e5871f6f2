import { anyText, choice, duration, key, onOrOff, secret, integer, path } from '../model/fields/kinds.ts';
import type { FieldKind } from '../model/fields/kinds.ts';
import { withNames, row } from '../model/settings/setting.ts';
import type { SettingRow, ValueOf } from '../model/settings/setting.ts';
import { settings } from '../model/settings/settings.ts';
import { parseUrl } from '../model/shared/urls.ts';
import { shells } from './client-variables.ts';
import { keysOf } from '../model/shared/objects.ts';
import { personalKinds } from '../lab/record/personal-data.ts';
import type { PersonalKind } from '../lab/record/personal-data.ts';

/** A flag that only the command line gives. */
const flag = <T, Given>(fields: Omit<SettingRow<T, Given, undefined>, 'where' | 'default' | 'isFlagOnly'>) =>
  row({ ...fields, default: undefined, isFlagOnly: true });

/** A flag that switches something on. */
const switchFlag = (meaning: string) =>
  row({ kind: onOrOff, default: false, defaultText: '', meaning, isFlagOnly: true });

const jobCount = integer({ min: 1, max: 64 });
const jobs: FieldKind<number | 'auto'> = {
  schema: { anyOf: [jobCount.schema, { enum: ['auto'] }] },
  expected: `${jobCount.expected}, or auto`,
  read: (text) => (text === 'auto' ? text : jobCount.read(text)),
};

/** The flags of `faxsim sweep` alone. */
export const sweepFlags = {
  jobs: flag({
    placeholder: 'N|auto',
    kind: jobs,
    defaultText: '1; with --copy auto',
    meaning:
      'The number of parallel runs; auto is the number of cores. Parallel runs of a program with fixed files or ports disturb each other: see --copy.',
  }),
  all: switchFlag('Try each fault at every point, also at equivalent points.'),
  only: flag({
    placeholder: 'NAME',
    kind: anyText,
    meaning: 'Try only faults whose scenario has this text in its name, such as lost-answer.',
  }),
  copy: switchFlag(
    'Give each run its own copy of the working directory, and a free port for {port} in the command. node_modules is linked.',
  ),
  before: flag({
    placeholder: 'COMMAND',
    kind: anyText,
    meaning: 'A shell command that runs before each run, and resets the state of the program.',
  }),
  limit: flag({
    placeholder: 'TIME',
    kind: duration({ min: 1, max: 3_600_000 }),
    defaultText: '10s plus twice a run without a fault',
    meaning: 'The longest time of one run.',
  }),
  budget: flag({
    placeholder: 'TIME',
    kind: duration(),
    meaning: 'The time after which no further run begins; the report lists the missing runs.',
  }),
  skipWaits: row({
    kind: onOrOff,
    default: true,
    defaultText: 'on',
    meaning: 'Move the clock of an idle world to its next event; --skip-waits=off leaves the clock alone.',
    isFlagOnly: true,
  }),
  recovery: row({
    kind: onOrOff,
    default: true,
    defaultText: 'on',
    meaning: 'Try second faults while the program recovers from a first one; --recovery=off leaves them out.',
    isFlagOnly: true,
  }),
  invariants: flag({
    placeholder: 'FILE',
    kind: path,
    meaning: 'A YAML file of rules about the world. sweep checks them after each run, bisect after each step.',
  }),
  accept: flag({
    placeholder: 'FILE',
    kind: path,
    meaning: 'A YAML file of accepted findings, which do not cause exit code 3.',
  }),
  since: flag({
    placeholder: 'REPORT',
    kind: path,
    meaning: 'The report.json of an earlier sweep; the sweep says what is mended, new and still there.',
  }),
  out: row({
    placeholder: 'DIR',
    kind: path,
    default: 'faxsim-sweep',
    defaultText:
      'faxsim-sweep; for a run with --only, faxsim-sweep/again; for parity faxsim-parity, for record faxsim-record',
    meaning: 'The directory for the reports, and for one scenario per finding.',
    isFlagOnly: true,
  }),
};

/** The flags of `faxsim parity` alone; it has most of those of `faxsim sweep` too. */
export const parityFlags = {
  old: flag({
    placeholder: 'COMMAND',
    kind: anyText,
    meaning: 'The shell command of the program that speaks v2.1, or an older version.',
  }),
  new: flag({
    placeholder: 'COMMAND',
    kind: anyText,
    meaning: 'The shell command of the program that speaks v3.',
  }),
  sweep: switchFlag('Put the same faults into both programs, and report where the new one copes worse.'),
};

/** Names of hosts, each with its port or without. */
const hostNames: FieldKind<readonly string[]> = {
  schema: { type: 'string' },
  expected: 'host names without a scheme, such as fax-proxy.example,gateway.example:8443',
  read: (given) => {
    const names = given.split(',').map((name) => name.trim().toLowerCase());
    return names.every((name) => /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/.test(name)) ? names : undefined;
  },
};

const paths: FieldKind<readonly string[]> = {
  schema: { type: 'string' },
  expected: 'paths of files, separated by commas',
  read: (given) =>
    given.split(',').every((one) => one.trim() !== '') ? given.split(',').map((one) => one.trim()) : undefined,
};

const kindsOfData: FieldKind<readonly PersonalKind[]> = {
  schema: { type: 'string' },
  expected: `some of ${personalKinds.join(', ')}, separated by commas`,
  read: (given) => {
    const names = given.split(',').map((one) => personalKinds.find((kind) => kind === one.trim()));
    return names.every((one) => one !== undefined) ? names : undefined;
  },
};

/** The flags of `faxsim record` alone. */
export const recordFlags = {
  keys: flag({
    placeholder: 'FILE,…',
    kind: paths,
    defaultText: 'none: only requests without keys are sent',
    meaning: 'The files with the keys of the real account. Keys of no other file, and of no variable, are sent.',
  }),
  allowCost: switchFlag('Send requests that may cost money, such as live faxes, numbers and port orders.'),
  trustHost: flag({
    placeholder: 'HOST,…',
    kind: hostNames,
    defaultText: 'the hosts of the service, and this machine',
    meaning: 'Further hosts that --to may name: they get the keys.',
  }),
  keep: flag({
    placeholder: 'KIND,…',
    kind: kindsOfData,
    defaultText: 'none',
    meaning: `The personal data that the fixture keeps as they are: ${personalKinds.join(', ')}.`,
  }),
};

/** Variables that begin so are this program's, and no others are. */
export const variablePrefix = 'FAXSIM_';

/** A world may be called as a version is. */
const endsWithVersion = /(?<!\/w)\/v(?:1|2|2\.1)\/*$/;
const url: FieldKind<string> = {
  schema: { type: 'string', format: 'uri' },
  expected: 'an http or https URL, without a version such as /v2.1 at its end',
  read: (given) =>
    /^https?:\/\/\S+$/i.test(given) && URL.canParse(given) && !endsWithVersion.test(given) && !hasPassword(given)
      ? given
      : undefined,
  hint: (given) =>
    hasPassword(given) ? ' (it has no user name and no password: keys have settings of their own)' : '',
};

/** Programs that call it by `fetch` would be refused. */
function hasPassword(given: string): boolean {
  const { username = '', password = '' } = parseUrl(given) ?? {};
  return username !== '' || password !== '';
}

/** The flags of commands, in the same form as the settings. */
const flags = withNames('command', {
  url: row({
    placeholder: 'URL',
    kind: url,
    default: undefined,
    defaultText: 'from --host and --port',
    meaning: 'The base URL of the running simulator, or of one of its worlds.',
  }),
  world: row({
    placeholder: 'ID',
    kind: anyText,
    default: undefined,
    defaultText: 'that of the base URL',
    meaning: 'The id of the world.',
  }),
  json: switchFlag('Print JSON, for scripts.'),
  asFixture: switchFlag(
    'With exchange export: write a fixture file, and list on stderr the parts that it cannot hold.',
  ),
  har: switchFlag('With requests export: write the journal as a HAR file, which is its only form.'),
  harHost: flag({
    placeholder: 'HOST',
    kind: hostNames,
    defaultText: 'those of the service, and this machine',
    meaning: 'Further hosts of the service in a HAR file, such as that of a proxy; several with commas.',
  }),
  timeout: row({
    placeholder: 'TIME',
    kind: duration(),
    default: 30_000,
    defaultText: '30s',
    meaning: 'The longest time to wait.',
    isFlagOnly: true,
  }),
  shell: row({
    placeholder: 'NAME',
    kind: choice(...shells),
    default: 'sh',
    meaning: 'The form of the variables: sh, fish, powershell or dotenv.',
    isFlagOnly: true,
  }),
  from: flag({
    placeholder: 'NUMBER',
    kind: anyText,
    defaultText: 'a random number',
    meaning: 'The number that sends the fax, in E.164 form.',
  }),
  to: flag({
    placeholder: 'NUMBER',
    kind: anyText,
    defaultText: 'a number of the account',
    meaning: 'The number that receives the fax, in E.164 form.',
  }),
  against: flag({
    placeholder: 'URL',
    kind: url,
    meaning: 'The base URL of the server without a version, such as https://api.phaxio.com.',
  }),
  key: flag({
    placeholder: 'KEY',
    kind: key,
    defaultText: 'FAXSIM_API_KEY',
    meaning: 'The API key of the requests.',
    isSecret: true,
  }),
  secret: flag({
    placeholder: 'SECRET',
    kind: secret,
    defaultText: 'FAXSIM_API_SECRET',
    meaning: 'The secret of the API key.',
    isSecret: true,
  }),
  bundleOnFailure: flag({
    placeholder: 'FILE',
    kind: anyText,
    defaultText: 'no bundle',
    meaning:
      'The file for a bundle when the program fails, compressed if its name ends with .gz. Further worlds of failed tests get files of their own.',
  }),
  dir: flag({
    placeholder: 'DIR',
    kind: path,
    defaultText: 'the one in which the runner looks for tests',
    meaning: 'The folder for the files.',
  }),
  eachWorld: switchFlag(
    'Write a file for each world whose test failed; where no failure is noted, for each world with requests.',
  ),
  format: row({
    placeholder: 'NAME',
    kind: choice('json', 'yaml'),
    default: 'json',
    meaning: 'The form of the document: json or yaml.',
    isFlagOnly: true,
  }),
  interval: flag({
    placeholder: 'TIME',
    kind: duration(),
    defaultText: '1s, on loopback 0',
    meaning: 'The time from one request to the next.',
  }),
  html: flag({
    placeholder: 'FILE',
    kind: path,
    defaultText: 'no page',
    meaning: 'The file for the report as a page.',
  }),
  strict: switchFlag('Exit with code 3 when a used part has no counterpart in v3, or a request of v3 has a mistake.'),
  ...sweepFlags,
  ...parityFlags,
  ...recordFlags,
});

export const rows = { ...settings, ...flags };

/** Each setting that a flag or a variable can give. */
export type FlagName = keyof typeof rows;
export type FlagValues = { readonly [Name in FlagName]: ValueOf<(typeof rows)[Name]> };

/** The names of all flags: settings first, as in the tables. */
export const flagNames = keysOf(rows);

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(rows, name);
