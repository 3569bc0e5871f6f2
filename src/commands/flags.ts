import { anyText, choice, duration, key, onOrOff, secret } from '../settings/kinds.ts';
import type { Kind } from '../settings/kinds.ts';
import { withNames, row } from '../settings/setting.ts';
import type { ValueOf } from '../settings/setting.ts';
import { settings } from '../settings/settings.ts';
import { shells } from './client-variables.ts';
import { sweepFlags } from './sweep-flags.ts';
import { keysOf } from '../shared/objects.ts';

/** Variables that begin so are this program's, and no others are. */
export const variablePrefix = 'FAXSIM_';

/** A world may be called as a version is. */
const endsWithVersion = /(?<!\/w)\/v(?:1|2|2\.1)\/*$/;
const url: Kind<string> = {
  schema: { type: 'string', format: 'uri' },
  expected: 'an http or https URL, without a version such as /v2.1 at its end',
  read: (given) =>
    /^https?:\/\/\S+$/i.test(given) && URL.canParse(given) && !endsWithVersion.test(given) ? given : undefined,
};

/** The flags of commands, in the same form as the settings. */
const flags = withNames('command', {
  url: row({
    placeholder: 'URL',
    kind: url,
    default: undefined,
    defaultText: 'what host and port say',
    meaning: 'The base URL of the simulator that runs, or of one of its worlds.',
  }),
  world: row({
    placeholder: 'ID',
    kind: anyText,
    default: undefined,
    defaultText: 'the one at the root',
    meaning: 'The world that it is about.',
  }),
  json: row({
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'Print JSON, for scripts.',
    isFlagOnly: true,
  }),
  asFixture: row({
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'exchange export: write a fixture file, and say on stderr which parts it cannot keep.',
    isFlagOnly: true,
  }),
  timeout: row({
    placeholder: 'TIME',
    kind: duration(),
    default: 30_000,
    defaultText: '30s',
    meaning: 'How long to wait.',
    isFlagOnly: true,
  }),
  shell: row({
    placeholder: 'NAME',
    kind: choice(...shells),
    default: 'sh',
    meaning: 'In whose form: sh, fish, powershell or dotenv.',
    isFlagOnly: true,
  }),
  from: row({
    placeholder: 'NUMBER',
    kind: anyText,
    default: undefined,
    defaultText: 'someone',
    meaning: 'Who sends the fax, in E.164 form.',
    isFlagOnly: true,
  }),
  to: row({
    placeholder: 'NUMBER',
    kind: anyText,
    default: undefined,
    defaultText: "one of the account's",
    meaning: 'The number that is called, in E.164 form.',
    isFlagOnly: true,
  }),
  against: row({
    placeholder: 'URL',
    kind: url,
    default: undefined,
    meaning: 'The server, without a version: https://api.phaxio.com, or a simulator.',
    isFlagOnly: true,
  }),
  key: row({
    placeholder: 'KEY',
    kind: key,
    default: undefined,
    defaultText: 'that of FAXSIM_API_KEY',
    meaning: 'The API key to ask with.',
    isSecret: true,
    isFlagOnly: true,
  }),
  secret: row({
    placeholder: 'SECRET',
    kind: secret,
    default: undefined,
    defaultText: 'that of FAXSIM_API_SECRET',
    meaning: 'Its API secret.',
    isSecret: true,
    isFlagOnly: true,
  }),
  bundleOnFailure: row({
    placeholder: 'FILE',
    kind: anyText,
    default: undefined,
    defaultText: 'no bundle',
    meaning: 'Where to bundle the world when the program fails: a .json or .json.gz file for faxsim replay.',
    isFlagOnly: true,
  }),
  format: row({
    placeholder: 'NAME',
    kind: choice('json', 'yaml'),
    default: 'json',
    meaning: 'The form of the document: json or yaml.',
    isFlagOnly: true,
  }),
  interval: row({
    placeholder: 'TIME',
    kind: duration(),
    default: undefined,
    defaultText: '1s, on loopback none',
    meaning: 'The time from one request to the next.',
    isFlagOnly: true,
  }),
  ...sweepFlags,
});

export const rows = { ...settings, ...flags };

/** All that can be given by a flag or a variable. */
export type FlagName = keyof typeof rows;
export type FlagValues = { readonly [Name in FlagName]: ValueOf<(typeof rows)[Name]> };

/** Flags and variables that have another name now. */
export const renamed: Readonly<Partial<Record<string, FlagName>>> = {
  '--balance': 'balanceCents',
  FAXSIM_BALANCE: 'balanceCents',
  '--scenario': 'scenarios',
  FAXSIM_SCENARIO: 'scenarios',
};

/** The names of all flags: settings first, as in the tables. */
export const flagNames = keysOf(rows);
