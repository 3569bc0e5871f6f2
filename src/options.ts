import { fixtureNames, fixtureSizes } from '../fixtures/names.ts';
import type { FixtureName } from '../fixtures/names.ts';
import { defaultCredentials } from './domain/credentials.ts';
import { accountDefaults, accountLimits } from './domain/account.ts';
import type { RateLimit } from './domain/account.ts';
import { webhookVersions } from './domain/webhook.ts';
import type { WebhookVersion } from './domain/webhook.ts';
import {
  bytes,
  bytesOrNone,
  callbackUrl,
  certifiedNames,
  choice,
  clockPace,
  host,
  hosts,
  instant,
  integer,
  key,
  scenarioList,
  onOrOff,
  path,
  rateLimit,
  secret,
  within,
} from './option-kinds.ts';
import { paceNames } from './domain/pace.ts';
import type { PaceName } from './domain/pace.ts';
import type { Kind } from './option-kinds.ts';

export const fetchModes = ['simulate', 'strict'] as const;
export type FetchMode = (typeof fetchModes)[number];

/** For how long a world may be left alone. */
export const idleSeconds = { min: 1, max: 31_536_000 } as const;

export type LogLevel = 'silent' | 'error' | 'info';

/** What the settings come to: flag before environment before default. */
export interface Options {
  readonly port: number;
  readonly portFile: string | undefined;
  readonly urlFile: string | undefined;
  readonly host: string;
  /** Names and addresses to serve HTTPS for. */
  readonly https: readonly string[];
  readonly httpsPort: number;
  readonly httpsCa: string | undefined;
  readonly fixture: FixtureName;
  readonly fixtureSize: number;
  readonly seed: number;
  /** In ms since the epoch; undefined: the real time. */
  readonly startTime: number | undefined;
  readonly pace: PaceName;
  /** Simulated ms for each real one; 0: it only moves when told. */
  readonly clock: number;
  readonly data: string | undefined;
  readonly dataMount: string | undefined;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly testApiKey: string;
  readonly testApiSecret: string;
  readonly fileStorage: boolean;
  /** US cents. */
  readonly balance: number | undefined;
  readonly sendCallbackUrl: string | undefined;
  readonly receiveCallbackUrl: string | undefined;
  readonly webhookVersion: WebhookVersion;
  readonly webhookToken: string | undefined;
  readonly inflightWebhooks: boolean;
  readonly faxRetries: number;
  /** In seconds. */
  readonly faxRetryDelay: number;
  readonly rateLimit: RateLimit | undefined;
  readonly allowHosts: readonly string[];
  readonly fetch: FetchMode;
  readonly strictAuth: boolean;
  readonly controlToken: string | undefined;
  readonly overrides: string | undefined;
  readonly maxWorlds: number;
  /** In seconds. */
  readonly worldIdle: number;
  readonly maxBody: number;
  readonly journal: number;
  readonly logLevel: LogLevel;
  readonly scenario: readonly string[];
  readonly strictScenarios: boolean;
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
  urlFile: {
    flag: '--url-file',
    env: 'FAXSIM_URL_FILE',
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'Like --port-file with the base URL, where FILE can be written. Made for the health check of the image.',
  },
  host: {
    flag: '--host',
    env: 'FAXSIM_HOST',
    placeholder: 'HOST',
    kind: host,
    default: '127.0.0.1',
    meaning: 'The name or address to listen on; 0.0.0.0 is every IPv4 address.',
  },
  https: {
    flag: '--https',
    env: 'FAXSIM_HTTPS',
    placeholder: 'LIST',
    kind: certifiedNames,
    default: [],
    defaultText: 'none',
    meaning: 'Serve HTTPS too, with a certificate for these names and addresses, with commas.',
  },
  httpsPort: {
    flag: '--https-port',
    env: 'FAXSIM_HTTPS_PORT',
    placeholder: 'PORT',
    kind: integer(0, 65535),
    default: 8443,
    meaning: 'The port for HTTPS; 0 picks a free one.',
  },
  httpsCa: {
    flag: '--https-ca',
    env: 'FAXSIM_HTTPS_CA',
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'a new authority each time',
    meaning: 'Keep the authority of the certificate here: ca.pem for clients, and its key.',
  },
  fixture: {
    flag: '--fixture',
    env: 'FAXSIM_FIXTURE',
    placeholder: 'NAME',
    kind: choice(...fixtureNames),
    default: 'demo',
    meaning: 'The data to start with: demo, empty or large.',
  },
  fixtureSize: {
    flag: '--fixture-size',
    env: 'FAXSIM_FIXTURE_SIZE',
    placeholder: 'COUNT',
    kind: within(fixtureSizes),
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
  pace: {
    flag: '--pace',
    env: 'FAXSIM_PACE',
    placeholder: 'NAME',
    kind: choice(...paceNames),
    default: 'fast',
    meaning: 'How long faxes take. real: as the service; fast: a few hundred ms; instant: no time.',
  },
  clock: {
    flag: '--clock',
    env: 'FAXSIM_CLOCK',
    placeholder: 'PACE',
    kind: clockPace,
    default: 1,
    defaultText: 'real',
    meaning: 'real; a number: so many times as fast; manual: it only moves when told.',
  },
  data: {
    flag: '--data',
    env: 'FAXSIM_DATA',
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'memory only',
    meaning:
      'Keep the default world in this directory. A new one is filled with the fixture, a later start finds what was there.',
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
  balance: {
    flag: '--balance',
    env: 'FAXSIM_BALANCE',
    placeholder: 'CENTS',
    kind: within(accountLimits.balanceCents),
    default: undefined,
    defaultText: "the fixture's",
    meaning: "The account's balance in US cents; live faxes that it does not cover fail.",
  },
  sendCallbackUrl: {
    flag: '--send-callback-url',
    env: 'FAXSIM_SEND_CALLBACK_URL',
    placeholder: 'URL',
    kind: callbackUrl,
    default: undefined,
    meaning: 'Where the account is told of faxes that it sends.',
  },
  receiveCallbackUrl: {
    flag: '--receive-callback-url',
    env: 'FAXSIM_RECEIVE_CALLBACK_URL',
    placeholder: 'URL',
    kind: callbackUrl,
    default: undefined,
    meaning: 'Where the account is told of faxes that it receives.',
  },
  webhookVersion: {
    flag: '--webhook-version',
    env: 'FAXSIM_WEBHOOK_VERSION',
    placeholder: 'VERSION',
    kind: choice(...webhookVersions),
    default: accountDefaults.webhookVersion,
    meaning: 'The form of webhooks, whatever version sent the fax.',
  },
  webhookToken: {
    flag: '--webhook-token',
    env: 'FAXSIM_WEBHOOK_TOKEN',
    placeholder: 'TOKEN',
    kind: secret,
    default: undefined,
    meaning: 'Signs webhooks; without one they are not signed.',
    isSecret: true,
  },
  inflightWebhooks: {
    flag: '--inflight-webhooks',
    env: 'FAXSIM_INFLIGHT_WEBHOOKS',
    kind: onOrOff,
    default: accountDefaults.inflightWebhooks,
    defaultText: 'off',
    meaning: 'Tell of pages and retries too, while a fax is on its way.',
  },
  faxRetries: {
    flag: '--fax-retries',
    env: 'FAXSIM_FAX_RETRIES',
    placeholder: 'COUNT',
    kind: within(accountLimits.faxRetries),
    default: accountDefaults.faxRetries,
    meaning: 'How often a call that failed on the line is made again.',
  },
  faxRetryDelay: {
    flag: '--fax-retry-delay',
    env: 'FAXSIM_FAX_RETRY_DELAY',
    placeholder: 'SECONDS',
    kind: within(accountLimits.faxRetryDelaySeconds),
    default: accountDefaults.faxRetryDelayMs / 1000,
    meaning: 'How long after.',
  },
  rateLimit: {
    flag: '--rate-limit',
    env: 'FAXSIM_RATE_LIMIT',
    placeholder: 'CALLS/TIME',
    kind: rateLimit,
    default: undefined,
    defaultText: 'none',
    meaning: 'How often each API key may call, such as 1/1s; more is answered with 429.',
  },
  allowHosts: {
    flag: '--allow-hosts',
    env: 'FAXSIM_ALLOW_HOSTS',
    placeholder: 'LIST',
    kind: hosts,
    default: [],
    defaultText: 'none',
    meaning: 'Hosts, addresses or blocks that may be called besides loopback and private ones, with commas; * is all.',
  },
  fetch: {
    flag: '--fetch',
    env: 'FAXSIM_FETCH',
    placeholder: 'MODE',
    kind: choice(...fetchModes),
    default: 'simulate',
    meaning: 'A content_url that may not be called: simulate: a page that names it; strict: the fax fails.',
  },
  scenario: {
    flag: '--scenario',
    env: 'FAXSIM_SCENARIO',
    placeholder: 'LIST',
    kind: scenarioList,
    default: [],
    defaultText: 'none',
    meaning:
      'Scenarios to switch on, names or files, with commas: the first goes before the others. NAME(PARAM=VALUE,…) gives parameters.',
  },
  strictScenarios: {
    flag: '--strict-scenarios',
    env: 'FAXSIM_STRICT_SCENARIOS',
    kind: onOrOff,
    default: false,
    defaultText: 'off',
    meaning: 'End with exit code 3 when a rule of --scenario never fired, or a client did not show what it expects.',
  },
  strictAuth: {
    flag: '--strict-auth',
    env: 'FAXSIM_STRICT_AUTH',
    kind: onOrOff,
    default: false,
    defaultText: 'off',
    meaning: 'Take Basic authentication only in v2.1, no api_key and api_secret parameters.',
  },
  controlToken: {
    flag: '--control-token',
    env: 'FAXSIM_CONTROL_TOKEN',
    placeholder: 'TOKEN',
    kind: secret,
    default: undefined,
    meaning: 'Opens the control API to other machines that send it as Bearer token; this one needs none.',
    isSecret: true,
  },
  overrides: {
    flag: '--overrides',
    env: 'FAXSIM_OVERRIDES',
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    defaultText: 'none',
    meaning: 'Statuses and texts in place of those that are assumed, in YAML or JSON.',
  },
  maxWorlds: {
    flag: '--max-worlds',
    env: 'FAXSIM_MAX_WORLDS',
    placeholder: 'COUNT',
    kind: integer(0, 1_000_000),
    default: 10_000,
    meaning: 'How many worlds there can be besides the default one.',
  },
  worldIdle: {
    flag: '--world-idle',
    env: 'FAXSIM_WORLD_IDLE',
    placeholder: 'SECONDS',
    kind: within(idleSeconds),
    default: 3600,
    meaning: 'A world that nobody calls for so long goes; a call that is under way keeps it.',
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
  journal: {
    flag: '--journal',
    env: 'FAXSIM_JOURNAL',
    placeholder: 'BYTES',
    kind: bytesOrNone,
    default: 32 * 2 ** 20,
    defaultText: '32mb',
    meaning: 'What the request journals of all worlds may take up together; the oldest requests go first.',
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
