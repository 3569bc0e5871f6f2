import type { FixtureName } from '../fixtures/names.ts';
import type { Account } from './domain/account.ts';
import { defaultCredentials } from './domain/credentials.ts';
import type { Credentials } from './domain/credentials.ts';
import type { PaceName } from './domain/pace.ts';
import type { Overrides } from './evidence/overrides.ts';
import { settings } from './options.ts';
import type { FetchMode } from './options.ts';
import type { AnsweredRequest } from './request-log.ts';

/** How a simulator is to be; everything has a default. */
export interface StartOptions {
  /** Default 0: a free one, so that tests can run side by side. */
  readonly port?: number;
  /** The name or address to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** Serve HTTPS too, with a certificate for these names and addresses. Default: none. */
  readonly https?: readonly string[];
  /** Default 0: a free one. */
  readonly httpsPort?: number;
  /** Where to keep the authority of the certificate; without one it is made anew. */
  readonly httpsCa?: string | undefined;
  /** The data to start with. Default `demo`. Rejects when a data directory was made from another. */
  readonly fixture?: FixtureName | undefined;
  /** The number of faxes in the fixture `large`. Default 10,000. */
  readonly fixtureSize?: number;
  /** All chance is drawn from it: the same seed and start time give the same data. Default 1. */
  readonly seed?: number | undefined;
  /** Where the simulated clock starts; it runs on from there. Default: the real time. */
  readonly startTime?: Date | undefined;
  /** How long faxes take. Default `fast`: a few hundred ms. */
  readonly pace?: PaceName;
  /** How fast the clock runs, in simulated ms for each real one. Default 1; 0: it only moves when told. */
  readonly clock?: number;
  /** Settings of the account, in place of the fixture's or those in the data directory. */
  readonly account?: { readonly [Name in keyof Account]?: Account[Name] | undefined };
  /** Hosts, addresses or blocks that may be called besides loopback and private ones; `*` is all. Default: none. */
  readonly allowHosts?: readonly string[];
  /** What becomes of a content URL that may not be called. Default `simulate`: a page that names it. */
  readonly fetch?: FetchMode;
  /** Scenarios to switch on, by name or by the path of a file; the first goes before the others. Default: none. */
  readonly scenarios?: readonly string[];
  /** A directory to keep the default world in, made if need be. What it holds already is kept. Default: memory. */
  readonly data?: string | undefined;
  /** Key pairs in place of the documented ones. */
  readonly credentials?: Partial<Credentials>;
  /** The account's long-term file storage. Default true. */
  readonly fileStorage?: boolean | undefined;
  /** Take Basic authentication only in v2.1. Default false. */
  readonly strictAuth?: boolean;
  /** Opens the control API to other machines, which send it as Bearer token. Default: none. */
  readonly controlToken?: string | undefined;
  /** Statuses and texts in place of those that are assumed, or a file of them. Rejects for what is not assumed. */
  readonly overrides?: string | Overrides | undefined;
  /** The largest request body, in bytes. Default 20 MiB. */
  readonly maxBody?: number;
  /** What the journals of all worlds may take up together, in bytes. Default 32 MiB; 0: nothing is kept. */
  readonly journal?: number;
  /** How many worlds there can be besides the default one. Default 10,000. */
  readonly maxWorlds?: number;
  /** Ms after which a world goes that nobody calls. Default: an hour. */
  readonly worldIdle?: number;
  /** Hears of the simulator's own faults. Default: they go to stderr. */
  readonly onFault?: (fault: unknown) => void;
  /** Hears of each request once it is answered. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
}

/** How it was started; no key, no secret, no token. */
export function aboutSettings(options: StartOptions): Readonly<Record<string, unknown>> {
  const { host, pace, clock, strictAuth, maxBodyBytes, maxWorlds, worldIdle } = withDefaults(options);
  const { seed, fixture, fetch, allowHosts = [], scenarios = [], data = null } = options;
  return {
    ...{ host, pace, clock, strict_auth: strictAuth, max_body: maxBodyBytes, max_worlds: maxWorlds },
    ...{ world_idle: worldIdle, fixture: fixture ?? settings.fixture.default, seed: seed ?? settings.seed.default },
    ...{ fetch: fetch ?? settings.fetch.default, allow_hosts: allowHosts, scenarios, data },
  };
}

/** The documented pairs in place of those that are not given. */
export function credentialsOf({ credentials: { live, test } = {} }: StartOptions): Credentials {
  return { live: live ?? defaultCredentials.live, test: test ?? defaultCredentials.test };
}

/** What is not given is as the program's settings are. */
export function withDefaults(options: StartOptions) {
  return {
    port: options.port ?? 0,
    host: options.host ?? settings.host.default,
    pace: options.pace ?? settings.pace.default,
    clock: options.clock ?? settings.clock.default,
    strictAuth: options.strictAuth ?? settings.strictAuth.default,
    maxBodyBytes: options.maxBody ?? settings.maxBody.default,
    journalBytes: options.journal ?? settings.journal.default,
    maxWorlds: options.maxWorlds ?? settings.maxWorlds.default,
    worldIdle: options.worldIdle ?? settings.worldIdle.default * 1000,
    onFault: options.onFault ?? console.error,
  };
}
