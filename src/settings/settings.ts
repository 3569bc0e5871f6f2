import type { Account } from '../domain/account.ts';
import { fixtureNames, fixtureSizes, isFixtureText } from '../../fixtures/names.ts';
import { accountDefaults, accountLimits } from '../domain/account.ts';
import { defaultCredentials } from '../domain/credentials.ts';
import { durationText } from '../domain/duration.ts';
import { paceNames } from '../domain/pace.ts';
import { webhookVersions } from '../domain/webhook.ts';
import {
  callbackUrl,
  certifiedNames,
  choice,
  clockSpeed,
  duration,
  host,
  hosts,
  instant,
  integer,
  key,
  nameOrFile,
  onOrOff,
  path,
  pathOrOverrides,
  proxies,
  scenarioList,
  secret,
  showValue,
  size,
} from './kinds.ts';
import { faxRate, rateLimit } from './rates.ts';
import { withNames, row, snakeCase } from './setting.ts';
import type { GivenOf, ValueOf } from './setting.ts';
import { keysOf, fromNames } from '../shared/objects.ts';

const hour = 3_600_000;
const day = 24 * hour;
const portNumbers = { min: 0, max: 65_535 };

const ofStart = withNames('start', {
  port: row({
    placeholder: 'PORT',
    kind: integer(portNumbers),
    default: 8329,
    meaning: 'The port to listen on; 0 picks a free one.',
  }),
  host: row({
    placeholder: 'HOST',
    kind: host,
    default: '127.0.0.1',
    meaning: 'The name or address to listen on; 0.0.0.0 is every IPv4 address.',
  }),
  https: row({
    placeholder: 'LIST',
    kind: certifiedNames,
    default: [],
    defaultText: 'none',
    meaning: 'Serve HTTPS too, with a certificate for these names and addresses, with commas.',
  }),
  httpsPort: row({
    placeholder: 'PORT',
    kind: integer(portNumbers),
    default: 8443,
    meaning: 'The port for HTTPS; 0 picks a free one.',
  }),
  httpsCa: row({
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'a new authority each time',
    meaning: 'Keep the authority of the certificate here: ca.pem for clients, and its key.',
  }),
  data: row({
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'memory only',
    meaning:
      'Keep the default world in this directory. A new one is filled with the fixture, a later start finds what was there.',
  }),
  allowHosts: row({
    placeholder: 'LIST',
    kind: hosts,
    default: [],
    defaultText: 'none',
    meaning: 'Hosts, addresses or blocks that may be called besides loopback and private ones, with commas; * is all.',
  }),
  fetch: row({
    placeholder: 'MODE',
    kind: choice('simulate', 'strict'),
    default: 'simulate',
    meaning: 'A content_url that may not be called: simulate: a page that names it; strict: the fax fails.',
  }),
  strictAuth: row({
    kind: onOrOff,
    default: false,
    defaultText: 'off',
    meaning: 'Take Basic authentication only in v2.1, no api_key and api_secret parameters.',
  }),
  controlToken: row({
    placeholder: 'TOKEN',
    kind: secret,
    default: undefined,
    meaning: 'Opens the control API to other machines that send it as Bearer token; this one needs none.',
    isSecret: true,
  }),
  trustedProxies: row({
    placeholder: 'LIST',
    kind: proxies,
    default: [],
    defaultText: 'none',
    meaning:
      'Proxies whose X-Forwarded-Proto and X-Forwarded-Host give the base URLs of worlds: addresses or blocks, with commas.',
  }),
  overrides: row({
    placeholder: 'FILE',
    kind: pathOrOverrides,
    default: undefined,
    defaultText: 'none',
    meaning: 'Statuses and texts in place of those that are assumed, in YAML or JSON.',
  }),
  scenariosDir: row({
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    defaultText: 'none',
    meaning: 'A folder of scenario files; each is known by its file name, as those of the library are.',
  }),
  maxWorlds: row({
    placeholder: 'COUNT',
    kind: integer({ min: 0, max: 1_000_000 }),
    default: 10_000,
    meaning: 'How many worlds there can be besides the default one.',
  }),
  worldIdle: row({
    placeholder: 'TIME',
    kind: duration({ min: 1, max: 365 * day }),
    default: hour,
    defaultText: '1h',
    meaning: 'A world without requests for this time is deleted, such as 1h; a request under way keeps it.',
  }),
  maxBody: row({
    placeholder: 'BYTES',
    kind: size({ min: 1, expected: 'a number of bytes such as 20971520 or 20mb, up to 1gb' }),
    default: 20 * 2 ** 20,
    defaultText: '20mb',
    meaning: 'The largest request body, in bytes or with kb, mb or gb.',
  }),
  journal: row({
    placeholder: 'BYTES',
    kind: size({ min: 0, expected: 'a number of bytes such as 33554432 or 32mb, up to 1gb, or 0' }),
    default: 32 * 2 ** 20,
    defaultText: '32mb',
    meaning: 'What the request journals of all worlds may take up together; the oldest requests go first.',
  }),
});

const ofWorlds = withNames('world', {
  fixture: row({
    placeholder: 'NAME|FILE',
    kind: nameOrFile(fixtureNames, isFixtureText),
    default: 'demo',
    meaning: 'The data to start with: demo, empty, large, or a fixture file of yours.',
  }),
  fixtureSize: row({
    placeholder: 'COUNT',
    kind: integer(fixtureSizes),
    default: 10_000,
    meaning: 'The number of faxes in the fixture large.',
  }),
  seed: row({
    placeholder: 'INTEGER',
    kind: integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    default: 1,
    meaning: 'All chance is drawn from it: the same seed and start time give the same data.',
  }),
  startTime: row({
    placeholder: 'TIME',
    kind: instant,
    default: undefined,
    defaultText: 'the real time',
    meaning: 'The time at which the simulated clock starts; it runs on from there at real pace.',
  }),
  pace: row({
    placeholder: 'NAME',
    kind: choice(...paceNames),
    default: 'fast',
    meaning: 'The speed of faxes. real: as the service; fast: a few hundred ms; instant: no time.',
  }),
  clock: row({
    placeholder: 'SPEED',
    kind: clockSpeed,
    default: 1,
    defaultText: 'real',
    meaning: 'The speed of the clock. real; a number: that many times as fast; manual or 0: it moves on request only.',
  }),
  scenarios: row({
    placeholder: 'LIST',
    kind: scenarioList,
    default: [],
    defaultText: 'none',
    meaning:
      'Scenarios to switch on, names or files, with commas: the first goes before the others. NAME(PARAM=VALUE,…) gives parameters.',
  }),
});

const ofAccounts = withNames('account', {
  fileStorage: row({
    placeholder: 'on|off',
    kind: onOrOff,
    default: true,
    defaultText: 'on',
    meaning: "The account's long-term file storage; off: no fax keeps its file, none can be resent.",
  }),
  balanceCents: row({
    placeholder: 'CENTS',
    kind: integer(accountLimits.balanceCents),
    default: undefined,
    defaultText: "the fixture's",
    meaning: "The account's balance in US cents; live faxes that it does not cover fail.",
  }),
  sendCallbackUrl: row({
    placeholder: 'URL',
    kind: callbackUrl,
    default: null,
    meaning: 'The URL that webhooks about sent faxes go to.',
  }),
  receiveCallbackUrl: row({
    placeholder: 'URL',
    kind: callbackUrl,
    default: null,
    meaning: 'The URL that webhooks about received faxes go to.',
  }),
  webhookVersion: row({
    placeholder: 'VERSION',
    kind: choice(...webhookVersions),
    default: accountDefaults.webhookVersion,
    meaning: 'The form of webhooks, whatever version sent the fax.',
  }),
  webhookToken: row({
    placeholder: 'TOKEN',
    kind: secret,
    default: null,
    meaning: 'Signs webhooks; without one they are not signed.',
    isSecret: true,
  }),
  inflightWebhooks: row({
    kind: onOrOff,
    default: accountDefaults.inflightWebhooks,
    defaultText: 'off',
    meaning: 'Also send webhooks about pages and retries, while a fax is under way.',
  }),
  faxRetries: row({
    placeholder: 'COUNT',
    kind: integer(accountLimits.faxRetries),
    default: accountDefaults.faxRetries,
    meaning: 'The number of retries for a call that fails on the line.',
  }),
  faxRetryDelay: row({
    placeholder: 'TIME',
    kind: duration({ min: 0, max: day }),
    default: accountDefaults.faxRetryDelayMs,
    defaultText: durationText(accountDefaults.faxRetryDelayMs),
    meaning: 'The time from a failed call to its retry, such as 60s or 5m.',
  }),
  rateLimit: row({
    placeholder: 'CALLS/TIME',
    kind: rateLimit(accountLimits.rateLimitCalls, { min: 1, max: 365 * day }),
    default: null,
    defaultText: 'none',
    meaning: 'The requests that each API key may make, such as 1/1s or 100/5m; more are answered with 429.',
  }),
  traffic: row({
    placeholder: 'FAXES/TIME',
    kind: faxRate(accountLimits.trafficFaxesPerSecond, { min: 1000, max: 365 * day }),
    default: null,
    defaultText: 'none',
    meaning: 'Send and receive so many made-up faxes on the world clock, such as 30/h, like those of the demo.',
  }),
});

const ofCommands = withNames('command', {
  portFile: row({
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'Write the port to this file once listening; remove the file at the end.',
  }),
  urlFile: row({
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'Like --port-file with the base URL, where FILE can be written. Made for the health check of the image.',
  }),
  dataMount: row({
    placeholder: 'DIR',
    kind: path,
    default: undefined,
    meaning: 'Like --data when something is mounted on DIR, in memory otherwise. Made for the Docker image.',
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
    meaning: 'The test API key; faxes made with it are tests.',
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
    meaning: 'End with exit code 3 when a rule of --scenarios never fired, or a client did not show what it expects.',
  }),
  logLevel: row({
    placeholder: 'LEVEL',
    kind: choice('silent', 'error', 'info'),
    default: 'info',
    meaning:
      "What goes to stderr. silent: nothing, and no greeting; error: the simulator's own faults; info: also requests, ends of faxes, webhooks.",
  }),
  logFormat: row({
    placeholder: 'FORMAT',
    kind: choice('text', 'json'),
    default: 'text',
    meaning:
      'The form of the log on stderr. text: a line for people; json: an object per line, with request ids, and no greeting.',
  }),
  help: row({
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'Show this help, and do nothing else.',
    isFlagOnly: true,
  }),
  version: row({
    kind: onOrOff,
    default: false,
    defaultText: '',
    meaning: 'Show the version, and do nothing else.',
    isFlagOnly: true,
  }),
});

/** Every setting of the simulator, in the order in which the help lists them. */
export const settings = { ...ofStart, ...ofWorlds, ...ofAccounts, ...ofCommands };

export type Settings = typeof settings;
export type SettingName = keyof Settings;
export type AccountSettingName = keyof typeof ofAccounts;

/** The value of each setting, as the simulator has it: times and durations in ms. */
export type Options = { readonly [Name in SettingName]: ValueOf<Settings[Name]> };

/** The options that a flag, a variable or a program gives; the others have their defaults. */
export type GivenOptions = { readonly [Name in SettingName]?: Options[Name] | undefined };

/** What a program gives for a setting. */
export type GivenSetting<Name extends SettingName> = GivenOf<Settings[Name]>;

export const settingNames = keysOf(settings);
export const worldSettingNames = keysOf(ofWorlds);
export const accountSettingNames = keysOf(ofAccounts);

/** The value of a setting where nothing gives it. */
export const defaultOf = <Name extends SettingName>(name: Name): Options[Name] =>
  settings[name].default as Options[Name];

/** What startSimulator() takes where a program gives nothing, so that tests can run side by side: free ports. */
export const startDefaults = { port: 0, httpsPort: 0 } as const;

export function withDefaults(given: GivenOptions): Options {
  return fromNames<Options>(settingNames, (name) => given[name] ?? defaultOf(name));
}

/** How a simulator was started, as JSON shows it; no secrets, and nothing that may change while it runs. */
export function shownSettings(options: Options): Readonly<Record<string, unknown>> {
  const shown = settingNames.filter(
    (name) => ['start', 'world'].includes(settings[name].where) && !settings[name].isSecret,
  );
  return Object.fromEntries(shown.map((name) => [snakeCase(name), showValue(settings[name].kind, options[name])]));
}

/** The fields of an account that are to change. */
export type AccountChange = { readonly [Name in keyof Account]?: Account[Name] | undefined };

/** A record says the unit of a number in its name, a setting has it in its value. */
export const fieldOf = (name: AccountSettingName): keyof Account =>
  name === 'faxRetryDelay' ? 'faxRetryDelayMs' : name;

/** What given settings change in an account. */
export function accountChange(options: GivenOptions): AccountChange {
  const known = accountSettingNames.filter((name) => options[name] !== undefined);
  return Object.fromEntries(known.map((name) => [fieldOf(name), options[name]]));
}

export const settingOf = (account: Account, name: AccountSettingName) => account[fieldOf(name)];
