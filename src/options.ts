import type { FixtureName } from '../fixtures/catalogue.ts';
import { defaultCredentials } from './domain/credentials.ts';
import { bytes, choice, host, instant, integer, key, onOrOff, path, secret } from './option-kinds.ts';
import type { Kind } from './option-kinds.ts';

export type LogLevel = 'silent' | 'error' | 'info';

/** What the settings come to: flag before environment before default. */
export interface Options {
  readonly port: number;
  readonly portFile: string | undefined;
  readonly host: string;
  readonly fixture: FixtureName;
  readonly fixtureSize: number;
  readonly seed: number;
  /** In ms since the epoch; undefined: the real time. */
  readonly startTime: number | undefined;
  readonly data: string | undefined;
  readonly dataMount: string | undefined;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly testApiKey: string;
  readonly testApiSecret: string;
  readonly fileStorage: boolean;
  readonly strictAuth: boolean;
  readonly maxBody: number;
  readonly logLevel: LogLevel;
  readonly help: boolean;
  readonly version: boolean;
}

/** One row of the table: all that parsing, checks, help and documentation know of a setting. */
export interface Setting<T> {
  readonly flag: `--${string}`;
  /** The environment variable that does the same; some settings make sense as flags only. */
  readonly env?: `FAXSIM_${string}`;
  /** Stands for the value in the help; without one, the flag alone means `on`. */
  readonly placeholder?: string;
  readonly kind: Kind<T & {}>;
  readonly default: T;
  /** How the default is told, where its value does not say it. */
  readonly defaultText?: string;
  readonly meaning: string;
  /** Never shown in a message. */
  readonly isSecret?: boolean;
}

/** Every setting of the program, in the order in which the help tells of them. */
export const settings: { readonly [Name in keyof Options]: Setting<Options[Name]> } = {
  port: {
    flag: '--port',
    env: 'FAXSIM_PORT',
    placeholder: 'PORT',
    kind: integer(0, 65535),
    default: 8329,
    meaning: 'The port to listen on; 0 picks a free one.',
  },
  portFile: {
    flag: '--port-file',
    env: 'FAXSIM_PORT_FILE',
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'Write the port to this file once listening; remove the file at the end.',
  },
  host: {
    flag: '--host',
    env: 'FAXSIM_HOST',
    placeholder: 'HOST',
    kind: host,
    default: '127.0.0.1',
    meaning: 'The name or address to listen on; 0.0.0.0 is every IPv4 address.',
  },
  fixture: {
    flag: '--fixture',
    env: 'FAXSIM_FIXTURE',
    placeholder: 'NAME',
    kind: choice('demo', 'empty', 'large'),
    default: 'demo',
    meaning: 'The data to start with: demo, empty or large.',
  },
  fixtureSize: {
    flag: '--fixture-size',
    env: 'FAXSIM_FIXTURE_SIZE',
    placeholder: 'COUNT',
    kind: integer(1, 1_000_000),
    default: 10_000,
    meaning: 'The number of faxes in the fixture large.',
  },
  seed: {
    flag: '--seed',
    env: 'FAXSIM_SEED',
    placeholder: 'INTEGER',
    kind: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    default: 1,
    meaning: 'All chance is drawn from it: the same seed and start time give the same data.',
  },
  startTime: {
    flag: '--start-time',
    env: 'FAXSIM_START_TIME',
    placeholder: 'TIME',
    kind: instant,
    default: undefined,
    defaultText: 'the real time',
    meaning: 'The time at which the simulated clock starts; it runs on from there at real pace.',
  },
  data: {
    flag: '--data',
    env: 'FAXSIM_DATA',
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'memory only',
    meaning:
      'Keep all data in this directory. A new one is filled with the fixture, a later start finds what was there.',
  },
  dataMount: {
    flag: '--data-mount',
    env: 'FAXSIM_DATA_MOUNT',
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    meaning: 'Like --data when something is mounted on DIR, in memory otherwise. Made for the Docker image.',
  },
  apiKey: {
    flag: '--api-key',
    env: 'FAXSIM_API_KEY',
    placeholder: 'KEY',
    kind: key,
    default: defaultCredentials.live.key,
    meaning: 'The live API key.',
  },
  apiSecret: {
    flag: '--api-secret',
    env: 'FAXSIM_API_SECRET',
    placeholder: 'SECRET',
    kind: secret,
    default: defaultCredentials.live.secret,
    meaning: 'The secret of the live API key.',
    isSecret: true,
  },
  testApiKey: {
    flag: '--test-api-key',
    env: 'FAXSIM_TEST_API_KEY',
    placeholder: 'KEY',
    kind: key,
    default: defaultCredentials.test.key,
    meaning: 'The test API key; faxes made with it are tests.',
  },
  testApiSecret: {
    flag: '--test-api-secret',
    env: 'FAXSIM_TEST_API_SECRET',
    placeholder: 'SECRET',
    kind: secret,
    default: defaultCredentials.test.secret,
    meaning: 'The secret of the test API key.',
    isSecret: true,
  },
  fileStorage: {
    flag: '--file-storage',
    env: 'FAXSIM_FILE_STORAGE',
    placeholder: 'on|off',
    kind: onOrOff,
    default: true,
    defaultText: 'on',
    meaning: "The account's long-term file storage; off: no fax keeps its file, none can be resent.",
  },
  strictAuth: {
    flag: '--strict-auth',
    env: 'FAXSIM_STRICT_AUTH',
    kind: onOrOff,
    default: false,
    defaultText: 'off',
    meaning: 'Take Basic authentication only in v2.1, no api_key and api_secret parameters.',
  },
  maxBody: {
    flag: '--max-body',
    env: 'FAXSIM_MAX_BODY',
    placeholder: 'BYTES',
    kind: bytes,
    default: 20 * 2 ** 20,
    defaultText: '20mb',
    meaning: 'The largest request body, in bytes or with kb, mb or gb.',
  },
  logLevel: {
    flag: '--log-level',
    env: 'FAXSIM_LOG_LEVEL',
    placeholder: 'LEVEL',
    kind: choice('silent', 'error', 'info'),
    default: 'error',
    meaning: "What goes to stderr. silent: nothing; error: the simulator's own faults; info: also a line per request.",
  },
  help: {
    flag: '--help',
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'Show this help, and do nothing else.',
  },
  version: {
    flag: '--version',
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'Show the version, and do nothing else.',
  },
};

export type SettingName = keyof Options;

/** The names of all settings, in the order of the table. */
export const settingNames: readonly SettingName[] = keysOf(settings);

function keysOf<T extends object>(table: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in table) keys.push(key);
  return keys;
}
