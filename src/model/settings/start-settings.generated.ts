// Made by `npm run docs` from src/model/settings/settings.ts: change it there.
import type { GivenSetting } from './settings.ts';

/** Settings of a start. */
export interface StartSettings {
  /** The port for HTTP; 0 picks a free port. Default: a free one. */
  readonly port?: GivenSetting<'port'> | undefined;
  /** The host name or address to listen on; 0.0.0.0 is every IPv4 address, localhost is 127.0.0.1 and ::1. Default: 127.0.0.1. */
  readonly host?: GivenSetting<'host'> | undefined;
  /** Also serve HTTPS, with a certificate for these host names and addresses. Default: none. */
  readonly https?: GivenSetting<'https'> | undefined;
  /** The port for HTTPS; 0 picks a free port. Default: a free one. */
  readonly httpsPort?: GivenSetting<'httpsPort'> | undefined;
  /** The directory of the certificate authority: ca.pem, which clients trust, and its key. Default: a new authority at each start. */
  readonly httpsCa?: GivenSetting<'httpsCa'> | undefined;
  /** The directory that stores the default world. The first start fills it with the fixture; later starts continue with its data. Default: memory only. */
  readonly data?: GivenSetting<'data'> | undefined;
  /** Hosts, addresses or blocks that webhooks and content_url may reach besides loopback and private addresses; * allows all. Default: none. */
  readonly allowHosts?: GivenSetting<'allowHosts'> | undefined;
  /** How to treat a content_url that --allow-hosts does not allow. simulate: the fax gets a page with the URL; strict: the fax fails. Default: simulate. */
  readonly fetch?: GivenSetting<'fetch'> | undefined;
  /** Accept only Basic authentication in v2.1, and refuse the parameters api_key and api_secret. Default: off. */
  readonly strictAuth?: GivenSetting<'strictAuth'> | undefined;
  /** The form of v3 errors. docs: as in the samples of the documentation; schema: as in its schema. Default: docs. */
  readonly sinchErrors?: GivenSetting<'sinchErrors'> | undefined;
  /** The Bearer token with which other machines may use the control API; this machine needs no token. */
  readonly controlToken?: GivenSetting<'controlToken'> | undefined;
  /** Further origins whose web pages may call the simulator, and whose host names it accepts; * allows all. Default: none. */
  readonly allowOrigins?: GivenSetting<'allowOrigins'> | undefined;
  /** The proxies whose X-Forwarded-Proto and X-Forwarded-Host headers set the base URLs of worlds. Default: none. */
  readonly trustedProxies?: GivenSetting<'trustedProxies'> | undefined;
  /** A directory of scenario files; each scenario has the name of its file, as in the library. Default: none. */
  readonly scenariosDir?: GivenSetting<'scenariosDir'> | undefined;
  /** The largest number of worlds besides the default world. Default: 10000. */
  readonly maxWorlds?: GivenSetting<'maxWorlds'> | undefined;
  /** The time without requests after which a world is deleted; a running request keeps it. Default: 1h. */
  readonly worldIdle?: GivenSetting<'worldIdle'> | undefined;
  /** The largest request body; a number without a unit is in bytes. Default: 20mb. */
  readonly maxBody?: GivenSetting<'maxBody'> | undefined;
  /** The memory for the requests and histories of all worlds; the oldest entries are dropped first. Default: 32mb. */
  readonly journal?: GivenSetting<'journal'> | undefined;
  /** The data to start with: demo, empty, large, or a fixture file. Default: demo. */
  readonly fixture?: GivenSetting<'fixture'> | undefined;
  /** The number of faxes in the large fixture. Default: 10000. */
  readonly fixtureSize?: GivenSetting<'fixtureSize'> | undefined;
  /** The seed of all random draws: with the same seed and start time, the data are the same. Default: 1. */
  readonly seed?: GivenSetting<'seed'> | undefined;
  /** The time at which the simulated clock starts. Default: the current time. */
  readonly startTime?: GivenSetting<'startTime'> | undefined;
  /** How long calls take. real: as long as in the real service; fast: a few hundred ms; instant: 0 ms. Default: fast. */
  readonly pace?: GivenSetting<'pace'> | undefined;
  /** The speed of the clock: real, a multiple of real time such as 60, or manual (also 0), which moves only on request. Default: real. */
  readonly clock?: GivenSetting<'clock'> | undefined;
  /** The scenarios to switch on, as names or files; the first has precedence. NAME(PARAM=VALUE,…) sets parameters. Default: none. */
  readonly scenarios?: GivenSetting<'scenarios'> | undefined;
}

/** Settings of the account; null takes one away. */
export interface AccountSettings {
  /** The account's long-term file storage. off: faxes keep no file, so they cannot be resent. Default: on. */
  readonly fileStorage?: GivenSetting<'fileStorage'> | undefined;
  /** The account's balance in US cents; a live fax that costs more fails. Default: that of the fixture. */
  readonly balanceCents?: GivenSetting<'balanceCents'> | undefined;
  /** The URL for webhooks about sent faxes. */
  readonly sendCallbackUrl?: GivenSetting<'sendCallbackUrl'> | undefined;
  /** The URL for webhooks about received faxes. */
  readonly receiveCallbackUrl?: GivenSetting<'receiveCallbackUrl'> | undefined;
  /** The API version that decides the form of all webhooks. Default: v2.1. */
  readonly webhookVersion?: GivenSetting<'webhookVersion'> | undefined;
  /** The token that signs webhooks of v1 to v2.1; without a token they are unsigned. v3 signs none: a secret can only be in the URL. */
  readonly webhookToken?: GivenSetting<'webhookToken'> | undefined;
  /** Also send webhooks about pages and retries while a fax is in progress. Default: off. */
  readonly inflightWebhooks?: GivenSetting<'inflightWebhooks'> | undefined;
  /** The number of retries after a call that fails on the line. Default: 0. */
  readonly faxRetries?: GivenSetting<'faxRetries'> | undefined;
  /** The time from a failed call to its retry. Default: 1m. */
  readonly faxRetryDelay?: GivenSetting<'faxRetryDelay'> | undefined;
  /** The number of requests per time for each API key; further requests get status 429. Default: none. */
  readonly rateLimit?: GivenSetting<'rateLimit'> | undefined;
  /** The number of simulated faxes per time that the world sends and receives, like the faxes of the demo. Default: none. */
  readonly traffic?: GivenSetting<'traffic'> | undefined;
  /** The id of the Sinch project under which v3 serves the faxes of the world. Default: a UUID that follows from the seed. */
  readonly projectId?: GivenSetting<'projectId'> | undefined;
  /** The keys of the document in a JSON webhook of v3 about a sent fax: file, files, or both. Default: both. */
  readonly completedFile?: GivenSetting<'completedFile'> | undefined;
  /** The price that v3 shows for a page to the US or Canada: 0.07 in samples of its reference, 0.045 as seen live. Default: 0.07. */
  readonly pagePrice?: GivenSetting<'pagePrice'> | undefined;
}
