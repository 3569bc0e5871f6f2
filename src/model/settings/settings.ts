import { accountDefaults, accountLimits, defaultCredentials } from '../domain/account.ts';
import type { Account } from '../domain/account.ts';
import { fixtureNames, fixtureSizes, isFixtureText } from '../domain/fixture-name.ts';
import { durationText } from '../shared/duration.ts';
import { paceNames } from '../domain/pace.ts';
import { completedFileForms, sinchErrorForms } from '../domain/sinch-options.ts';
import { webhookVersions } from '../domain/webhook.ts';
import {
  callbackUrl,
  choice,
  clockSpeed,
  dollars,
  duration,
  host,
  instant,
  integer,
  key,
  nameOrFile,
  onOrOff,
  path,
  projectId,
  secret,
  showValue,
  size,
} from '../fields/kinds.ts';
import { port } from '../fields/port.ts';
import { certifiedNames, hosts, origins, proxies, scenarioList } from './lists.ts';
import { faxRate, rateLimit } from './rates.ts';
import { snakeCase } from '../fields/names.ts';
import { withNames, row } from './setting.ts';
import type { GivenOf, ValueOf } from './setting.ts';
import { keysOf, fromNames } from '../shared/objects.ts';

const hour = 3_600_000;
const day = 24 * hour;

const startRows = withNames('start', {
  port: row({
    placeholder: 'PORT',
    kind: port,
    default: 8329,
    meaning: 'The port for HTTP; 0 picks a free port.',
  }),
  host: row({
    placeholder: 'HOST',
    kind: host,
    default: '127.0.0.1',
    meaning: 'The host name or address to listen on; 0.0.0.0 is every IPv4 address, localhost is 127.0.0.1 and ::1.',
  }),
  https: row({
    placeholder: 'LIST',
    kind: certifiedNames,
    default: [],
    defaultText: 'none',
    meaning: 'Also serve HTTPS, with a certificate for these host names and addresses.',
  }),
  httpsPort: row({
    placeholder: 'PORT',
    kind: port,
    default: 8443,
    meaning: 'The port for HTTPS; 0 picks a free port.',
  }),
  httpsCa: row({
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'a new authority at each start',
    meaning: 'The directory of the certificate authority: ca.pem, which clients trust, and its key.',
  }),
  data: row({
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'memory only',
    meaning:
      'The directory that stores the default world. The first start fills it with the fixture; later starts continue with its data.',
  }),
  allowHosts: row({
    placeholder: 'LIST',
    kind: hosts,
    default: [],
    defaultText: 'none',
    meaning:
      'Hosts, addresses or blocks that webhooks and content_url may reach besides loopback and private addresses; * allows all.',
  }),
  fetch: row({
    placeholder: 'MODE',
    kind: choice('simulate', 'strict'),
    default: 'simulate',
    meaning:
      'How to treat a content_url that --allow-hosts does not allow. simulate: the fax gets a page with the URL; strict: the fax fails.',
  }),
  strictAuth: row({
    kind: onOrOff,
    default: false,
    defaultText: 'off',
    meaning: 'Accept only Basic authentication in v2.1, and refuse the parameters api_key and api_secret.',
  }),
  sinchErrors: row({
    placeholder: 'FORM',
    kind: choice(...sinchErrorForms),
    default: 'docs',
    meaning: 'The form of v3 errors. docs: as in the samples of the documentation; schema: as in its schema.',
  }),
  controlToken: row({
    placeholder: 'TOKEN',
    kind: secret,
    default: undefined,
    meaning: 'The Bearer token with which other machines may use the control API; this machine needs no token.',
    isSecret: true,
  }),
  allowOrigins: row({
    placeholder: 'LIST',
    kind: origins,
    default: [],
    defaultText: 'none',
    meaning: 'Further origins whose web pages may call the simulator, and whose host names it accepts; * allows all.',
  }),
  trustedProxies: row({
    placeholder: 'LIST',
    kind: proxies,
    default: [],
    defaultText: 'none',
    meaning: 'The proxies whose X-Forwarded-Proto and X-Forwarded-Host headers set the base URLs of worlds.',
  }),
  scenariosDir: row({
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'none',
    meaning: 'A directory of scenario files; each scenario has the name of its file, as in the library.',
  }),
  maxWorlds: row({
    placeholder: 'COUNT',
    kind: integer({ min: 0, max: 1_000_000 }),
    default: 10_000,
    meaning: 'The largest number of worlds besides the default world.',
  }),
  worldIdle: row({
    placeholder: 'TIME',
    kind: duration({ min: 1, max: 365 * day }),
    default: hour,
    defaultText: '1h',
    meaning: 'The time without requests after which a world is deleted; a running request keeps it.',
  }),
  maxBody: row({
    placeholder: 'BYTES',
    kind: size({ min: 1, expected: 'a number of bytes such as 20971520 or 20mb, up to 1gb' }),
    default: 20 * 2 ** 20,
    defaultText: '20mb',
    meaning: 'The largest request body; a number without a unit is in bytes.',
  }),
  journal: row({
    placeholder: 'BYTES',
    kind: size({ min: 0, expected: 'a number of bytes such as 33554432 or 32mb, up to 1gb, or 0' }),
    default: 32 * 2 ** 20,
    defaultText: '32mb',
    meaning: 'The memory for the requests and histories of all worlds; the oldest entries are dropped first.',
  }),
});

const worldRows = withNames('world', {
  fixture: row({
    placeholder: 'NAME|FILE',
    kind: nameOrFile(fixtureNames, isFixtureText),
    default: 'demo',
    meaning: 'The data to start with: demo, empty, large, or a fixture file.',
  }),
  fixtureSize: row({
    placeholder: 'COUNT',
    kind: integer(fixtureSizes),
    default: 10_000,
    meaning: 'The number of faxes in the large fixture.',
  }),
  seed: row({
    placeholder: 'INTEGER',
    kind: integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    default: 1,
    meaning: 'The seed of all random draws: with the same seed and start time, the data are the same.',
  }),
  startTime: row({
    placeholder: 'TIME',
    kind: instant,
    default: undefined,
    defaultText: 'the current time',
    meaning: 'The time at which the simulated clock starts.',
  }),
  pace: row({
    placeholder: 'NAME',
    kind: choice(...paceNames),
    default: 'fast',
    meaning: 'How long calls take. real: as long as in the real service; fast: a few hundred ms; instant: 0 ms.',
  }),
  clock: row({
    placeholder: 'SPEED',
    kind: clockSpeed,
    default: 1,
    defaultText: 'real',
    meaning:
      'The speed of the clock: real, a multiple of real time such as 60, or manual (also 0), which moves only on request.',
  }),
  scenarios: row({
    placeholder: 'LIST',
    kind: scenarioList,
    default: [],
    defaultText: 'none',
    meaning:
      'The scenarios to switch on, as names or files; the first has precedence. NAME(PARAM=VALUE,…) sets parameters.',
  }),
});

const accountRows = withNames('account', {
  fileStorage: row({
    placeholder: 'on|off',
    kind: onOrOff,
    default: true,
    defaultText: 'on',
    meaning: "The account's long-term file storage. off: faxes keep no file, so they cannot be resent.",
  }),
  balanceCents: row({
    placeholder: 'CENTS',
    kind: integer(accountLimits.balanceCents),
    default: undefined,
    defaultText: 'that of the fixture',
    meaning: "The account's balance in US cents; a live fax that costs more fails.",
  }),
  sendCallbackUrl: row({
    placeholder: 'URL',
    kind: callbackUrl,
    default: null,
    meaning: 'The URL for webhooks about sent faxes.',
  }),
  receiveCallbackUrl: row({
    placeholder: 'URL',
    kind: callbackUrl,
    default: null,
    meaning: 'The URL for webhooks about received faxes.',
  }),
  webhookVersion: row({
    placeholder: 'VERSION',
    kind: choice(...webhookVersions),
    default: accountDefaults.webhookVersion,
    meaning: 'The API version that decides the form of all webhooks.',
  }),
  webhookToken: row({
    placeholder: 'TOKEN',
    kind: secret,
    default: null,
    meaning:
      'The token that signs webhooks of v1 to v2.1; without a token they are unsigned. v3 signs none: a secret can only be in the URL.',
    isSecret: true,
  }),
  inflightWebhooks: row({
    kind: onOrOff,
    default: accountDefaults.inflightWebhooks,
    defaultText: 'off',
    meaning: 'Also send webhooks about pages and retries while a fax is in progress.',
  }),
  faxRetries: row({
    placeholder: 'COUNT',
    kind: integer(accountLimits.faxRetries),
    default: accountDefaults.faxRetries,
    meaning: 'The number of retries after a call that fails on the line.',
  }),
  faxRetryDelay: row({
    placeholder: 'TIME',
    kind: duration({ min: 0, max: day }),
    default: accountDefaults.faxRetryDelayMs,
    defaultText: durationText(accountDefaults.faxRetryDelayMs),
    meaning: 'The time from a failed call to its retry.',
  }),
  rateLimit: row({
    placeholder: 'CALLS/TIME',
    kind: rateLimit(accountLimits.rateLimitCalls, { min: 1, max: 365 * day }),
    default: null,
    defaultText: 'none',
    meaning: 'The number of requests per time for each API key; further requests get status 429.',
  }),
  traffic: row({
    placeholder: 'FAXES/TIME',
    kind: faxRate(accountLimits.trafficFaxesPerSecond, { min: 1000, max: 365 * day }),
    default: null,
    defaultText: 'none',
    meaning: 'The number of simulated faxes per time that the world sends and receives, like the faxes of the demo.',
  }),
  projectId: row({
    placeholder: 'ID',
    kind: projectId,
    default: null,
    defaultText: 'a UUID that follows from the seed',
    meaning: 'The id of the Sinch project under which v3 serves the faxes of the world.',
  }),
  completedFile: row({
    placeholder: 'KEYS',
    kind: choice(...completedFileForms),
    default: accountDefaults.completedFile,
    meaning: 'The keys of the document in a JSON webhook of v3 about a sent fax: file, files, or both.',
  }),
  pagePrice: row({
    placeholder: 'DOLLARS',
    kind: dollars({ max: 100 }),
    default: accountDefaults.pagePrice,
    meaning:
      'The price that v3 shows for a page to the US or Canada: 0.07 in samples of its reference, 0.045 as seen live.',
  }),
});

const commandRows = withNames('command', {
  portFile: row({
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'The file that contains the port while the simulator listens.',
  }),
  urlFile: row({
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'Like --port-file, with the base URL; ignored if FILE is not writable. For the health check of the image.',
  }),
  dataMount: row({
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    meaning: 'Like --data if a volume is mounted on DIR; otherwise the world is in memory. For the Docker image.',
  }),
  apiKey: row({
    placeholder: 'KEY',
    kind: key,
    default: defaultCredentials.live.key,
    meaning: 'The live API key.',
  }),
  apiSecret: row({
    placeholder: 'SECRET',
    kind: secret,
    default: defaultCredentials.live.secret,
    meaning: 'The secret of the live API key.',
    isSecret: true,
  }),
  testApiKey: row({
    placeholder: 'KEY',
    kind: key,
    default: defaultCredentials.test.key,
    meaning: 'The test API key; its faxes are test faxes.',
  }),
  testApiSecret: row({
    placeholder: 'SECRET',
    kind: secret,
    default: defaultCredentials.test.secret,
    meaning: 'The secret of the test API key.',
    isSecret: true,
  }),
  strictScenarios: row({
    kind: onOrOff,
    default: false,
    defaultText: 'off',
    meaning: 'Exit with code 3 when a rule of --scenarios never fired, or an expectation was not met.',
  }),
  logLevel: row({
    placeholder: 'LEVEL',
    kind: choice('silent', 'error', 'info'),
    default: 'info',
    meaning:
      'The log on stderr. silent: no lines and no greeting; error: faults of the simulator; info: also requests, finished faxes and webhooks.',
  }),
  logFormat: row({
    placeholder: 'FORMAT',
    kind: choice('text', 'json'),
    default: 'text',
    meaning:
      'The form of the log. text: a line for people; json: one object per line with request ids, and no greeting.',
  }),
  help: row({
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'Show this help.',
    isFlagOnly: true,
  }),
  version: row({
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'Show the version.',
    isFlagOnly: true,
  }),
});

/** Every setting of the simulator, in the order in which the help lists them. */
export const settings = { ...startRows, ...worldRows, ...accountRows, ...commandRows };

export type Settings = typeof settings;
export type SettingName = keyof Settings;
export type AccountSettingName = keyof typeof accountRows;

/** The value of each setting, as the simulator has it: times and durations in ms. */
export type Options = { readonly [Name in SettingName]: ValueOf<Settings[Name]> };

/** The options that a flag, a variable or a program sets; the others have their defaults. */
export type GivenOptions = { readonly [Name in SettingName]?: Options[Name] | undefined };

/** The type of a setting's value in programs. */
export type GivenSetting<Name extends SettingName> = GivenOf<Settings[Name]>;

export const settingNames = keysOf(settings);
export const worldSettingNames = keysOf(worldRows);
export const accountSettingNames = keysOf(accountRows);

/** The value of a setting that is not given. */
export const defaultOf = <Name extends SettingName>(name: Name): Options[Name] =>
  settings[name].default as Options[Name];

/** The defaults of startSimulator() that differ from those of the command line: free ports, for parallel tests. */
export const startDefaults = { port: 0, httpsPort: 0 } as const;

export function withDefaults(options: GivenOptions): Options {
  return fromNames<Options>(settingNames, (name) => options[name] ?? defaultOf(name));
}

/** The settings with which a simulator was started, for JSON. Leaves out secrets, and settings that may change while it runs. */
export function publicSettings(options: Options): Readonly<Record<string, unknown>> {
  const visible = settingNames.filter(
    (name) => ['start', 'world'].includes(settings[name].where) && !settings[name].isSecret,
  );
  return Object.fromEntries(visible.map((name) => [snakeCase(name), showValue(settings[name].kind, options[name])]));
}

/** The changed fields of an account. */
export type AccountChange = { readonly [Name in keyof Account]?: Account[Name] | undefined };

/** The field of a setting. A field has the unit in its name (`faxRetryDelayMs`), a setting in its value (`30s`). */
export const fieldOf = (name: AccountSettingName): keyof Account =>
  name === 'faxRetryDelay' ? 'faxRetryDelayMs' : name;

/** The changes of an account from given settings. */
export function accountChange(options: GivenOptions): AccountChange {
  const known = accountSettingNames.filter((name) => options[name] !== undefined);
  return Object.fromEntries(known.map((name) => [fieldOf(name), options[name]]));
}

export const settingOf = (account: Account, name: AccountSettingName) => account[fieldOf(name)];
