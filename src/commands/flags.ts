import { choice, duration, key, onOrOff, secret } from '../option-kinds.ts';
import type { Kind } from '../option-kinds.ts';
import { settingNames, settings } from '../options.ts';
import type { Options, Setting } from '../options.ts';
import { shells } from './shells.ts';
import type { ShellName } from './shells.ts';

/** What commands take besides the settings of a start. */
export interface Flags {
  readonly url: string | undefined;
  readonly world: string | undefined;
  readonly json: boolean;
  /** In ms. */
  readonly timeout: number;
  readonly shell: ShellName;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly against: string | undefined;
  readonly key: string | undefined;
  readonly secret: string | undefined;
  /** In ms. */
  readonly interval: number | undefined;
}

/** Variables that begin so are this program's, and no others are. */
export const variablePrefix = 'FAXSIM_';

/** All that can be given by a flag or a variable. */
export type Values = Options & Flags;
export type FlagName = keyof Values;

const text: Kind<string> = { expected: 'text', read: (given) => given };
/** A world may be called as a version is. */
const endsWithVersion = /(?<!\/w)\/v(?:1|2|2\.1)\/*$/;
const url: Kind<string> = {
  expected: 'an http or https URL, without a version such as /v2.1 at its end',
  read: (given) =>
    /^https?:\/\/\S+$/i.test(given) && URL.canParse(given) && !endsWithVersion.test(given) ? given : undefined,
};

/** The flags of commands, in the same form as the settings. */
const flags: { readonly [Name in keyof Flags]: Setting<Flags[Name]> } = {
  url: {
    flag: '--url',
    env: 'FAXSIM_URL',
    placeholder: 'URL',
    kind: url,
    default: undefined,
    defaultText: 'what host and port say',
    meaning: 'The base URL of the simulator that runs, or of one of its worlds.',
  },
  world: {
    flag: '--world',
    env: 'FAXSIM_WORLD',
    placeholder: 'ID',
    kind: text,
    default: undefined,
    defaultText: 'the one at the root',
    meaning: 'The world that it is about.',
  },
  json: {
    flag: '--json',
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'Print JSON, for scripts.',
  },
  timeout: {
    flag: '--timeout',
    placeholder: 'TIME',
    kind: duration,
    default: 30_000,
    defaultText: '30s',
    meaning: 'How long to wait.',
  },
  shell: {
    flag: '--shell',
    placeholder: 'NAME',
    kind: choice(...shells),
    default: 'sh',
    meaning: 'In whose form: sh, fish, powershell or dotenv.',
  },
  from: {
    flag: '--from',
    placeholder: 'NUMBER',
    kind: text,
    default: undefined,
    defaultText: 'someone',
    meaning: 'Who sends the fax, in E.164 form.',
  },
  to: {
    flag: '--to',
    placeholder: 'NUMBER',
    kind: text,
    default: undefined,
    defaultText: "one of the account's",
    meaning: 'The number that is called, in E.164 form.',
  },
  against: {
    flag: '--against',
    placeholder: 'URL',
    kind: url,
    default: undefined,
    meaning: 'The server, without a version: https://api.phaxio.com, or a simulator.',
  },
  key: {
    flag: '--key',
    placeholder: 'KEY',
    kind: key,
    default: undefined,
    defaultText: 'that of FAXSIM_API_KEY',
    meaning: 'The API key to ask with.',
    isSecret: true,
  },
  secret: {
    flag: '--secret',
    placeholder: 'SECRET',
    kind: secret,
    default: undefined,
    defaultText: 'that of FAXSIM_API_SECRET',
    meaning: 'Its API secret.',
    isSecret: true,
  },
  interval: {
    flag: '--interval',
    placeholder: 'TIME',
    kind: duration,
    default: undefined,
    defaultText: '1s, on loopback none',
    meaning: 'The time from one request to the next.',
  },
};

export const rows: { readonly [Name in FlagName]: Setting<Values[Name]> } = { ...settings, ...flags };

/** The names of all flags: settings first, as in the tables. */
export const flagNames: readonly FlagName[] = [...settingNames, ...keysOf(flags)];

function keysOf<T extends object>(table: T): Extract<keyof T, string>[] {
  return Object.keys(table) as Extract<keyof T, string>[];
}
