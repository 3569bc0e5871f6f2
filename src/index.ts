import type { AddressInfo } from 'node:net';
import type { FixtureName } from '../fixtures/names.ts';
import type { Account } from './domain/account.ts';
import { defaultCredentials } from './domain/credentials.ts';
import type { Credentials, KeyPair } from './domain/credentials.ts';
import { openDocuments } from './documents/documents.ts';
import type { PaceName } from './domain/pace.ts';
import { Beginnings } from './worlds/beginnings.ts';
import { ControlError } from './client/control-error.ts';
import { worldHandle } from './client/world-handle.ts';
import type { OwnWorld, WorldHandle, WorldOrder } from './client/world-handle.ts';
import { directTransport } from './direct-transport.ts';
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
import { reportRequests } from './request-log.ts';
import type { AnsweredRequest } from './request-log.ts';
import { createPost } from './webhooks/post.ts';
import type { Certificates, Certified } from './tls/certificates.ts';
import { ScenarioLibrary, scenarioFolder } from './scenarios/library.ts';
import { ScenarioError } from './scenarios/load.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { Failure } from './failure.ts';
import { createSimulator } from './simulator.ts';

export { ControlError };
export type {
  AnsweredRequest,
  Credentials,
  FixtureName,
  KeyPair,
  Overrides,
  OwnWorld,
  PaceName,
  WorldHandle,
  WorldOrder,
};
export type { AnswerOf, InputOf, Surface } from './client/surface.ts';

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
  /** Statuses and texts in place of those that are assumed, or a file of them. Rejects for what is not assumed. */
  readonly overrides?: string | Overrides | undefined;
  /** The largest request body, in bytes. Default 20 MiB. */
  readonly maxBody?: number;
  /** How many worlds there can be besides the default one. Default 10,000. */
  readonly maxWorlds?: number;
  /** Ms after which a world goes that nobody calls. Default: an hour. */
  readonly worldIdle?: number;
  /** Hears of the simulator's own faults. Default: they go to stderr. */
  readonly onFault?: (fault: unknown) => void;
  /** Hears of each request once it is answered. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
}

/**
 * A simulator that listens, with the whole control surface: what it says of a world is about the default one, and `world()`
 * makes others. Calls do not go through HTTP.
 */
export interface RunningSimulator extends WorldHandle, AsyncDisposable {
  readonly port: number;
  /** HTTPS, where it was asked for: its base URL, and the authority that clients are to trust, in PEM. */
  readonly https: { readonly baseUrl: string; readonly ca: string } | undefined;
  /** A live and a test key pair; the pair used decides whether a fax is a test. */
  readonly credentials: Credentials;
  /** Lets requests in flight finish, for at most 120 ms, and waits for the disk. Can be called again. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a simulator with one world in it, and resolves when it listens. Rejects with node's error when it cannot
 * listen (`EADDRINUSE`), and with a Failure when the data directory cannot be used.
 *
 * @example
 * const simulator = await startSimulator();
 * const world = await simulator.world({ fixture: 'empty', clock: 0 });
 * // point the client at world.baseUrl with world.credentials.live, then:
 * await world.clock.advance('45m');
 * await simulator.close();
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  const {
    port: wantedPort,
    host,
    pace,
    clockPace,
    strictAuth,
    maxBodyBytes,
    onFault,
    ...further
  } = withDefaults(options);
  const { maxWorlds, worldIdle } = further;
  const { fixture, fixtureSize, seed, fileStorage, data, account = {} } = options;
  const credentials = { ...defaultCredentials, ...options.credentials };
  const library = new ScenarioLibrary(scenarioFolder);
  const scenarios = await Promise.all((options.scenarios ?? []).map((name) => openScenario(library, name)));
  const overrides = await openOverrides(options.overrides);
  const opening = { fixture, fixtureSize, seed, fileStorage, data, account, clockPace, scenarios };
  const time = options.startTime?.getTime();
  const certificates = await certificatesFor(options);
  const beginnings = new Beginnings();
  const { defaults, ...opened } = await openWorld({ ...opening, time, now: machine.now() }, beginnings);
  const documents = openDocuments();
  const findScenario = (name: string): Promise<Scenario> => library.find(name);
  const simulator = createSimulator({
    world: { ...opened, credentials, pace },
    tools: { host: machine, documents, ...network(options) },
    making: { beginnings, defaults: { beginning: defaults, pace }, mostWorlds: maxWorlds, idleMs: worldIdle },
    ca: certificates?.ca,
    findScenario,
    ...{ strictAuth, maxBodyBytes, overrides, onFault },
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
  const baseUrl = localUrl(host, port);
  const transport = directTransport({ simulator, findScenario, baseUrl, onFault });
  return { ...worldHandle(transport), port, https, credentials, close, [Symbol.asyncDispose]: close };
}

function withDefaults(options: StartOptions) {
  return {
    port: options.port ?? 0,
    host: options.host ?? settings.host.default,
    pace: options.pace ?? settings.pace.default,
    clockPace: options.clockPace ?? settings.clock.default,
    strictAuth: options.strictAuth ?? settings.strictAuth.default,
    maxBodyBytes: options.maxBody ?? settings.maxBody.default,
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

async function certificatesFor({ https = [], httpsCa }: StartOptions): Promise<Certificates | undefined> {
  if (https.length === 0) return undefined;
  const { CertificateError, certify } = await import('./tls/certificates.ts');
  return certify(https, httpsCa).catch((error: unknown) => {
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
