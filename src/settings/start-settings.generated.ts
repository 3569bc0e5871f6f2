// Made by `npm run docs` from src/settings/settings.ts: change it there.
import type { GivenSetting } from './settings.ts';

/** Settings of a start. */
export interface StartSettings {
  /** The port to listen on; 0 picks a free one. Default: a free one. */
  readonly port?: GivenSetting<'port'> | undefined;
  /** The name or address to listen on; 0.0.0.0 is every IPv4 address. Default: 127.0.0.1. */
  readonly host?: GivenSetting<'host'> | undefined;
  /** Serve HTTPS too, with a certificate for these names and addresses, with commas. Default: none. */
  readonly https?: GivenSetting<'https'> | undefined;
  /** The port for HTTPS; 0 picks a free one. Default: a free one. */
  readonly httpsPort?: GivenSetting<'httpsPort'> | undefined;
  /** Keep the authority of the certificate here: ca.pem for clients, and its key. Default: a new authority each time. */
  readonly httpsCa?: GivenSetting<'httpsCa'> | undefined;
  /** Keep the default world in this directory. A new one is filled with the fixture, a later start finds what was there. Default: memory only. */
  readonly data?: GivenSetting<'data'> | undefined;
  /** Hosts, addresses or blocks that may be called besides loopback and private ones, with commas; * is all. Default: none. */
  readonly allowHosts?: GivenSetting<'allowHosts'> | undefined;
  /** A content_url that may not be called: simulate: a page that names it; strict: the fax fails. Default: simulate. */
  readonly fetch?: GivenSetting<'fetch'> | undefined;
  /** Take Basic authentication only in v2.1, no api_key and api_secret parameters. Default: off. */
  readonly strictAuth?: GivenSetting<'strictAuth'> | undefined;
  /** Opens the control API to other machines that send it as Bearer token; this one needs none. */
  readonly controlToken?: GivenSetting<'controlToken'> | undefined;
  /** Proxies whose X-Forwarded-Proto and X-Forwarded-Host give the base URLs of worlds: addresses or blocks, with commas. Default: none. */
  readonly trustedProxies?: GivenSetting<'trustedProxies'> | undefined;
  /** Statuses and texts in place of those that are assumed, in YAML or JSON. Default: none. */
  readonly overrides?: GivenSetting<'overrides'> | undefined;
  /** A folder of scenario files; each is known by its file name, as those of the library are. Default: none. */
  readonly scenariosDir?: GivenSetting<'scenariosDir'> | undefined;
  /** How many worlds there can be besides the default one. Default: 10000. */
  readonly maxWorlds?: GivenSetting<'maxWorlds'> | undefined;
  /** A world without requests for this time is deleted, such as 1h; a request under way keeps it. Default: 1h. */
  readonly worldIdle?: GivenSetting<'worldIdle'> | undefined;
  /** The largest request body, in bytes or with kb, mb or gb. Default: 20mb. */
  readonly maxBody?: GivenSetting<'maxBody'> | undefined;
  /** What the request journals of all worlds may take up together; the oldest requests go first. Default: 32mb. */
  readonly journal?: GivenSetting<'journal'> | undefined;
  /** The data to start with: demo, empty, large, or a fixture file of yours. Default: demo. */
  readonly fixture?: GivenSetting<'fixture'> | undefined;
  /** The number of faxes in the fixture large. Default: 10000. */
  readonly fixtureSize?: GivenSetting<'fixtureSize'> | undefined;
  /** All chance is drawn from it: the same seed and start time give the same data. Default: 1. */
  readonly seed?: GivenSetting<'seed'> | undefined;
  /** The time at which the simulated clock starts; it runs on from there at real pace. Default: the real time. */
  readonly startTime?: GivenSetting<'startTime'> | undefined;
  /** The speed of faxes. real: as the service; fast: a few hundred ms; instant: no time. Default: fast. */
  readonly pace?: GivenSetting<'pace'> | undefined;
  /** The speed of the clock. real; a number: that many times as fast; manual or 0: it moves on request only. Default: real. */
  readonly clock?: GivenSetting<'clock'> | undefined;
  /** Scenarios to switch on, names or files, with commas: the first goes before the others. NAME(PARAM=VALUE,…) gives parameters. Default: none. */
  readonly scenarios?: GivenSetting<'scenarios'> | undefined;
}

/** Settings of the account; null takes one away. */
export interface AccountSettings {
  /** The account's long-term file storage; off: no fax keeps its file, none can be resent. Default: on. */
  readonly fileStorage?: GivenSetting<'fileStorage'> | undefined;
  /** The account's balance in US cents; live faxes that it does not cover fail. Default: the fixture's. */
  readonly balanceCents?: GivenSetting<'balanceCents'> | undefined;
  /** The URL that webhooks about sent faxes go to. */
  readonly sendCallbackUrl?: GivenSetting<'sendCallbackUrl'> | undefined;
  /** The URL that webhooks about received faxes go to. */
  readonly receiveCallbackUrl?: GivenSetting<'receiveCallbackUrl'> | undefined;
  /** The form of webhooks, whatever version sent the fax. Default: v2.1. */
  readonly webhookVersion?: GivenSetting<'webhookVersion'> | undefined;
  /** Signs webhooks; without one they are not signed. */
  readonly webhookToken?: GivenSetting<'webhookToken'> | undefined;
  /** Also send webhooks about pages and retries, while a fax is under way. Default: off. */
  readonly inflightWebhooks?: GivenSetting<'inflightWebhooks'> | undefined;
  /** The number of retries for a call that fails on the line. Default: 0. */
  readonly faxRetries?: GivenSetting<'faxRetries'> | undefined;
  /** The time from a failed call to its retry, such as 60s or 5m. Default: 1m. */
  readonly faxRetryDelay?: GivenSetting<'faxRetryDelay'> | undefined;
  /** The requests that each API key may make, such as 1/1s or 100/5m; more are answered with 429. Default: none. */
  readonly rateLimit?: GivenSetting<'rateLimit'> | undefined;
  /** Send and receive so many made-up faxes on the world clock, such as 30/h, like those of the demo. Default: none. */
  readonly traffic?: GivenSetting<'traffic'> | undefined;
}
