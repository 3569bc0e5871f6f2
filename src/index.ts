import type { AddressInfo } from 'node:net';
import type { FixtureName } from '../fixtures/names.ts';
import type { Account } from './domain/account.ts';
import { defaultCredentials } from './domain/credentials.ts';
import type { Credentials, KeyPair } from './domain/credentials.ts';
import { openDocuments } from './documents/documents.ts';
import type { PaceName } from './domain/pace.ts';
import { Beginnings } from './worlds/beginnings.ts';
import { clockControl } from './worlds/clock-control.ts';
import type { ClockControl, Happening } from './worlds/clock-control.ts';
import type { Overrides } from './evidence/overrides.ts';
import { localUrl } from './local-url.ts';
import { openWorld } from './worlds/open-world.ts';
import { addressPolicy } from './network/address-policy.ts';
import { nameLookup } from './network/name-lookup.ts';
import { pageFetcher } from './network/page-fetcher.ts';
import { OverridesError, checkedOverrides, loadOverrides } from './overrides/load.ts';
import { settings } from './options.ts';
import type { FetchMode } from './options.ts';
import { machine } from './machine.ts';
import { packageVersion } from './package-version.ts';
import { reportRequests } from './request-log.ts';
import type { AnsweredRequest } from './request-log.ts';
import type { Deliveries } from './webhooks/deliveries.ts';
import type { InboxQuery } from './webhooks/inbox.ts';
import { createPost } from './webhooks/post.ts';
import type { ScenarioEngine } from './scenarios/engine.ts';
import type { Certificates, Certified } from './tls/certificates.ts';
import { ScenarioLibrary, scenarioFolder } from './scenarios/library.ts';
import { ScenarioError } from './scenarios/load.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { Failure } from './failure.ts';
import { createSimulator } from './simulator.ts';

export type { AnsweredRequest, Overrides, ClockControl, Credentials, FixtureName, Happening, KeyPair, PaceName };

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
  /** Where the simulated clock starts; it runs on from there at real pace. Default: the real time. */
  readonly startTime?: Date | undefined;
  /** How long faxes take. Default `fast`: a few hundred ms. */
  readonly pace?: PaceName;
  /** Simulated ms for each real one. Default 1; 0: the clock only moves when told. */
  readonly clockPace?: number;
  /** Settings of the account, in place of the fixture's or those in the data directory. */
  readonly account?: { readonly [Name in keyof Account]?: Account[Name] | undefined };
  /** Hosts, addresses or blocks that may be called besides loopback and private ones; `*` is all. Default: none. */
  readonly allowHosts?: readonly string[];
  /** What becomes of a content URL that may not be called. Default `simulate`: a page that names it. */
  readonly fetch?: FetchMode;
  /** Scenarios to switch on, by name or by the path of a file; the first goes before the others. Default: none. */
  readonly scenarios?: readonly string[];
  /** A directory to keep all data in, made if need be. What it holds already is kept. Default: memory. */
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

/** A simulator that listens. */
export interface RunningSimulator {
  /** What a client's base URL is to be, without version and final slash: `http://127.0.0.1:8329`. */
  readonly baseUrl: string;
  readonly port: number;
  /** HTTPS, where it was asked for: its base URL, and the authority that clients are to trust, in PEM. */
  readonly https: { readonly baseUrl: string; readonly ca: string } | undefined;
  readonly clock: ClockControl;
  /** What was told to the application, and what it answered. */
  readonly webhooks: Pick<Deliveries, 'list'>;
  /** A live and a test key pair; the pair used decides whether a fax is a test. */
  readonly credentials: Credentials;
  /** What clients have shown of what the scenarios expect, and which rules never fired, as `scenario/rule`. */
  readonly verdicts: () => ReturnType<ScenarioEngine['verdicts']>;
  /** Lets requests in flight finish, for at most 120 ms, and waits for the disk. Can be called again. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a simulator with one world in it, and resolves when it listens. Rejects with node's error when it cannot
 * listen (`EADDRINUSE`), and with a Failure when the data directory cannot be used.
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  const {
    port: wantedPort,
    host,
    pace,
    clockPace,
    strictAuth,
    maxBodyBytes,
    journalBytes,
    onFault,
    ...further
  } = withDefaults(options);
  const { maxWorlds, worldIdle } = further;
  const { fixture, fixtureSize, seed, fileStorage, data, account = {} } = options;
  const credentials = { ...defaultCredentials, ...options.credentials };
  const library = new ScenarioLibrary(scenarioFolder);
  const named = await Promise.all((options.scenarios ?? []).map((name) => openScenario(library, name)));
  const scenarios = named.map((scenario) => ({ scenario, by: 'start' as const }));
  const overrides = await openOverrides(options.overrides);
  const opening = { fixture, fixtureSize, seed, fileStorage, data, account, clockPace, scenarios };
  const time = options.startTime?.getTime();
  const certificates = await certificatesFor(options);
  const beginnings = new Beginnings();
  const { defaults, ...opened } = await openWorld({ ...opening, time, now: machine.now() }, beginnings);
  const documents = openDocuments();
  const simulator = createSimulator({
    world: { ...opened, credentials, pace },
    tools: { host: machine, documents, ...network(options) },
    making: { beginnings, defaults: { beginning: defaults, pace }, mostWorlds: maxWorlds, idleMs: worldIdle },
    ca: certificates?.ca,
    controlToken: options.controlToken,
    about: { version: packageVersion(), settings: aboutSettings(options) },
    findScenario: (name) => library.find(name),
    ...{ strictAuth, maxBodyBytes, journalBytes, overrides, onFault },
  });
  const close = once(async () => {
    await simulator.close();
    await opened.close();
    await documents.close();
  });
  const listen = async (at: { port: number; certified?: Certified | undefined }): Promise<number> => {
    const server = await simulator.listen({ ...at, host }).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    if (options.onRequest !== undefined) reportRequests(server, options.onRequest);
    return portOf(server.address());
  };
  const port = await listen({ port: wantedPort });
  const https = certificates && {
    baseUrl: localUrl(host, await listen({ port: options.httpsPort ?? 0, certified: certificates.server }), 'https'),
    ca: certificates.ca,
  };
  const { worlds } = simulator;
  const webhooks = { list: (query?: InboxQuery) => worlds.default.deliveries.list(query) };
  const clock = clockControl(() => worlds.default);
  const verdicts = () => worlds.default.scenarios.verdicts();
  return { baseUrl: localUrl(host, port), port, https, credentials, clock, webhooks, verdicts, close };
}

/** How it was started; no key, no secret, no token. */
function aboutSettings(options: StartOptions): Readonly<Record<string, unknown>> {
  const { host, pace, clockPace, strictAuth, maxBodyBytes, maxWorlds, worldIdle } = withDefaults(options);
  const { seed, fixture, fetch, allowHosts = [], scenarios = [], data = null } = options;
  return {
    ...{ host, pace, clock: clockPace, strict_auth: strictAuth, max_body: maxBodyBytes, max_worlds: maxWorlds },
    ...{ world_idle: worldIdle, fixture: fixture ?? settings.fixture.default, seed: seed ?? settings.seed.default },
    ...{ fetch: fetch ?? settings.fetch.default, allow_hosts: allowHosts, scenarios, data },
  };
}

function withDefaults(options: StartOptions) {
  return {
    port: options.port ?? 0,
    host: options.host ?? settings.host.default,
    pace: options.pace ?? settings.pace.default,
    clockPace: options.clockPace ?? settings.clock.default,
    strictAuth: options.strictAuth ?? settings.strictAuth.default,
    maxBodyBytes: options.maxBody ?? settings.maxBody.default,
    journalBytes: options.journal ?? settings.journal.default,
    maxWorlds: options.maxWorlds ?? settings.maxWorlds.default,
    worldIdle: options.worldIdle ?? settings.worldIdle.default * 1000,
    onFault: options.onFault ?? console.error,
  };
}

async function openOverrides(given: StartOptions['overrides']): Promise<Overrides | undefined> {
  try {
    return typeof given === 'string' ? await loadOverrides(given) : given && checkedOverrides(given);
  } catch (error) {
    throw error instanceof OverridesError ? new Failure(error.message, { setting: 'overrides' }) : error;
  }
}

async function openScenario(library: ScenarioLibrary, name: string): Promise<Scenario> {
  return library.open(name).catch((error: unknown) => {
    throw error instanceof ScenarioError ? new Failure(error.faults.join('; '), { setting: 'scenario' }) : error;
  });
}

/** For the names that are asked for, and for that of the base URL that it is told to have. */
async function certificatesFor({ https = [], httpsCa, host }: StartOptions): Promise<Certificates | undefined> {
  if (https.length === 0) return undefined;
  const { CertificateError, certify } = await import('./tls/certificates.ts');
  const own = new URL(localUrl(host ?? settings.host.default, 0)).hostname.replace(/^\[|\]$/g, '');
  return certify([...new Set([...https, own])], httpsCa).catch((error: unknown) => {
    throw error instanceof CertificateError ? new Failure(error.message, { setting: 'httpsCa' }) : error;
  });
}

/** What goes out of the machine, and where to. */
function network({ allowHosts = [], fetch = settings.fetch.default }: StartOptions) {
  const ways = { policy: addressPolicy(allowHosts), lookUp: nameLookup() };
  return { post: createPost(ways), fetchPage: pageFetcher({ ...ways, isStrict: fetch === 'strict' }) };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  return address.port;
}
