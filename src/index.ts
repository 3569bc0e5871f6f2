import { channel } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { projectIdOf } from './model/domain/project.ts';
import { isFixtureName, isFixtureText } from './model/domain/fixture-name.ts';
import type { FixtureName } from './model/domain/fixture-name.ts';
import type { Credentials, KeyPair } from './model/domain/account.ts';
import { missingParts, openDocuments, withSampleCache } from './documents/documents.ts';
import type { PaceName } from './model/domain/pace.ts';
import { WorldRecipes } from './worlds/making/recipes.ts';
import type { FixtureSources } from './worlds/making/recipes.ts';
import { ControlError } from './control/client/control-error.ts';
import type { SweepSource } from './control/simulator-parts.ts';
import { worldHandle } from './control/client/world-handle.ts';
import type { OwnWorld, SettleOptions, WorldHandle } from './control/client/world-handle.ts';
import { directTransport } from './http/direct-transport.ts';
import { accountChange, defaultOf, publicSettings, startDefaults, withDefaults } from './model/settings/settings.ts';
import type { GivenOptions, Options } from './model/settings/settings.ts';
import { readOptions } from './model/settings/read-options.ts';
import type { AccountSettings, StartSettings } from './model/settings/start-settings.generated.ts';
import { localUrl } from './model/shared/urls.ts';
import { openWorld } from './worlds/making/open-world.ts';
import type { FirstWorldOptions } from './worlds/making/open-world.ts';
import type { World } from './worlds/world.ts';
import { addressPolicy, inContainer } from './service/network/address-policy.ts';
import { nameLookup } from './service/network/name-lookup.ts';
import { pageFetcher } from './service/network/page-fetcher.ts';
import { LongWork } from './model/domain/long-work.ts';
import { systemClock } from './model/domain/system-clock.ts';
import { packageVersion } from './model/shared/package-root.ts';
import { reportRequests } from './http/request-recorder.ts';
import type { AnsweredRequest } from './http/request-recorder.ts';
import { reportUnreadable } from './http/unreadable.ts';
import type { UnreadableRequest } from './http/unreadable.ts';
import type { UrlFinding } from './service/network/url-check.ts';
import { createPost } from './service/webhooks/post.ts';
import type { Post } from './service/webhooks/post.ts';
import type { ScenarioEngine } from './scenarios/engine.ts';
import type { Certificates } from './http/tls/certificates.ts';
import type { CertificateAndKey } from './http/tls/issuing.ts';
import type { ScenarioLibrary } from './scenarios/library.ts';
import { openLibrary, openScenario } from './scenarios/library.ts';
import { createSimulator } from './simulator.ts';

export { ControlError };
export type { Duration } from './model/shared/duration.ts';
export type { AnsweredRequest, Credentials, FixtureName, KeyPair, OwnWorld, PaceName, SettleOptions, WorldHandle };
export type * from './control/client/named-types.ts';
export type { AnswerOf, InputOf, Surface } from './control/client/surface.ts';

/** The options of `startSimulator()`; everything has a default. */
export interface StartOptions extends StartSettings {
  /** Settings of the account, in place of the fixture's or those in the data directory. */
  readonly settings?: AccountSettings | undefined;
  /** Key pairs in place of the documented ones. */
  readonly credentials?: { readonly [Pair in keyof Credentials]?: Credentials[Pair] | undefined } | undefined;
  /** Called with the simulator's own faults. Default: they go to stderr. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  /** Called for each request once it is answered. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
}

/** Parts that replace the network. */
interface Hooks extends Pick<StartOptions, 'onFault' | 'onRequest'>, Partial<Network> {
  /** Called with each new world, including one after a reset. */
  readonly onWorld?: ((world: World) => void) | undefined;
  /** Called for each request that node cannot read. */
  readonly onUnreadable?: ((request: UnreadableRequest) => void) | undefined;
  /** The sweep that the console shows. Default: a sweep without `--out` that runs in this directory. */
  readonly sweep?: SweepSource | undefined;
  /** The list of long work. Default: a new list. */
  readonly work?: LongWork | undefined;
  /** Whether the simulator was started for one program, and ends with it. */
  readonly endsWithProgram?: boolean;
}

/**
 * A simulator that listens, with the whole control surface. Its calls are about the default world, and `world()` makes
 * others. Calls do not go through HTTP.
 */
export interface RunningSimulator extends WorldHandle, AsyncDisposable {
  readonly port: number;
  /** HTTPS, with the option `https`: its base URL, and the authority that clients must trust, in PEM. */
  readonly https: { readonly baseUrl: string; readonly ca: string } | undefined;
  /** The directory that keeps the first world; undefined if all of it is in memory. */
  readonly data: string | undefined;
  /** A live and a test key pair; the pair used decides whether a fax is a test. */
  readonly credentials: Credentials;
  /** The id of the Sinch project whose v3 API has the faxes of the first world. */
  readonly projectId: string;
  /**
   * The verdicts of all expectations, and the rules that never fired, as `scenario/rule`: at present, or at a time in ms on the
   * world's clock. Infinity is the end of a run, where an expectation that waits has failed.
   */
  readonly verdicts: (now?: number) => ReturnType<ScenarioEngine['verdicts']>;
  /**
   * Lets requests in flight finish, for at most 120 ms, and waits for the disk. With a data directory, also waits for posts of
   * webhooks, for at most a second. Can be called again.
   */
  readonly close: () => Promise<void>;
}

/**
 * Starts a simulator with one world in it, and resolves when it listens. Rejects with node's error when it cannot
 * listen (`EADDRINUSE`), and with a CliError that names what is wrong with an option, or with the data directory.
 *
 * @example
 * const simulator = await startSimulator();
 * const world = await simulator.world({ fixture: 'empty', clock: 'manual' });
 * // point the client at world.baseUrl with world.credentials.live, then:
 * await world.clock.advance('45m');
 * await simulator.close();
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  return startFrom({ ...startDefaults, ...readOptions(options) }, options);
}

/** Starts a simulator from values of settings; those that are not given have their defaults. */
export async function startFrom(startOptions: GivenOptions, hooks: Hooks): Promise<RunningSimulator> {
  const { onFault = console.error, onRequest, onUnreadable, work = new LongWork(systemClock) } = hooks;
  const options = withDefaults(startOptions);
  const { host, data, maxWorlds: worldsMax, worldIdle: idleMs } = options;
  const library = openLibrary(options);
  const certificates = await certificatesFor(options);
  const documents = withSampleCache(openDocuments());
  const recipes = new WorldRecipes(documents, fixtureSources, systemClock);
  const { recipe, ...opened } = await openWorld(await openingOf(startOptions, { library, onFault, work }), recipes);
  const ownPorts: number[] = [];
  const { post, fetchPage, checkUrl } = { ...network(options, ownPorts), ...hooks };
  const simulator = createSimulator({
    world: { ...opened, credentials: credentialsOf(options) },
    tools: { systemClock, documents, post, fetchPage, onWorld: hooks.onWorld },
    making: { recipes, defaults: recipe, worldsMax, idleMs },
    ca: certificates?.ca,
    about: aboutOf(options, hooks),
    findScenario: (name) => library.find(name),
    library,
    checkUrl,
    ...doorSettingsOf(options),
    onFault,
    work,
  });
  let isOpen = true;
  const close = once(async () => {
    isOpen = false;
    await simulator.close();
    await opened.close();
    await documents.close();
  });
  const listen = async (at: { port: number; tls?: CertificateAndKey | undefined }): Promise<number> => {
    const server = await simulator.listen({ ...at, host }).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    const knownSecrets = () => simulator.parts.secrets.default;
    if (onRequest !== undefined) reportRequests(server, { report: onRequest, onFault, knownSecrets });
    if (onUnreadable !== undefined) reportUnreadable(server, { report: onUnreadable, knownSecrets });
    return notePort(server.address(), ownPorts);
  };
  const port = await listen({ port: options.port });
  setImmediate(() => isOpen && reportMissingParts(onFault)); // waits for the start, which it would make longer
  channel('faxsim:simulator').publish(undefined); // tells the loader of the build, which then keeps the compiled code
  const https = certificates && {
    baseUrl: localUrl(host, await listen({ port: options.httpsPort, tls: certificates.server }), 'https'),
    ca: certificates.ca,
  };
  const baseUrl = localUrl(host, port);
  const verdicts = (now?: number) => simulator.parts.worlds.default.scenarios.verdicts(now);
  const transport = directTransport(simulator.parts, baseUrl);
  const credentials = credentialsOf(options);
  const projectId = projectIdOf(simulator.parts.worlds.default);
  const parts = { port, https, data, credentials, projectId, verdicts, close, [Symbol.asyncDispose]: close };
  return { ...worldHandle(transport), ...parts };
}

/** Settings that apply to all requests, in every world. */
const doorSettingsOf = (options: Options) => ({
  controlToken: options.controlToken,
  allowOrigins: options.allowOrigins,
  strictAuth: options.strictAuth,
  sinchErrors: options.sinchErrors,
  trustedProxies: options.trustedProxies,
  bodyBytesMax: options.maxBody,
  journalBytes: options.journal,
});

const aboutOf = (options: Options, { sweep = { directory: 'faxsim-sweep' }, endsWithProgram = false }: Hooks) => ({
  version: packageVersion(),
  process: `${hostname()}:${process.pid}`,
  settings: publicSettings(options),
  sweep,
  parityDirectory: 'faxsim-parity',
  endsWithProgram,
});

function reportMissingParts(onFault: (fault: unknown) => void): void {
  for (const part of missingParts()) onFault(`faxsim: ${part}; install its packages again, as with npm ci`);
}

/** The options of the first world. Missing options come from the data directory, else from the defaults. */
async function openingOf(
  options: GivenOptions,
  {
    library,
    onFault,
    work,
  }: { readonly library: ScenarioLibrary; readonly onFault: (line: string) => void; readonly work: LongWork },
): Promise<FirstWorldOptions> {
  const { fixture, fixtureSize, seed, data, startTime: time, clock: speed, scenarios = [] } = options;
  const opened = await Promise.all(scenarios.map((name) => openScenario(library, name)));
  return {
    fixture: fixture && fixtureAt(fixture),
    fixtureSize,
    seed,
    data,
    time,
    now: systemClock.now(),
    report: (line) => onFault(`faxsim: ${line}`),
    work,
    speed,
    pace: options.pace ?? defaultOf('pace'),
    account: accountChange(options),
    scenarios: opened.map((scenario) => ({ scenario, by: 'start' })),
  };
}

/** Loaded on demand: most starts read no fixture file, and the generators come with faker, which loads slowly. */
const fixtureSources: FixtureSources = {
  generate: async (name, options) => (await import('../fixtures/catalogue.ts')).generate(name, options),
  readFile: async (source, documents) => {
    const { readFixture } = await import('./control/fixture-files/load-fixture.ts');
    return readFixture(source, documents);
  },
};

/** Makes the path of a fixture file absolute, so that a later start in another folder finds the same file. */
const fixtureAt = (fixture: string): string =>
  isFixtureName(fixture) || isFixtureText(fixture) ? fixture : resolve(fixture);

const credentialsOf = ({ apiKey, apiSecret, testApiKey, testApiSecret }: Options): Credentials => ({
  live: { key: apiKey, secret: apiSecret },
  test: { key: testApiKey, secret: testApiSecret },
});

/** Certificates for the host names of `--https` and for the host of the base URL. */
async function certificatesFor({ https, httpsCa, host }: Options): Promise<Certificates | undefined> {
  if (https.length === 0) return undefined;
  const { certify } = await import('./http/tls/certificates.ts');
  const own = new URL(localUrl(host, 0)).hostname.replace(/^\[|\]$/g, '');
  return certify([...new Set([...https, own])], httpsCa);
}

/** The outbound requests of webhooks and content URLs. */
interface Network {
  readonly post: Post;
  readonly fetchPage: ReturnType<typeof pageFetcher>;
  readonly checkUrl: (url: string) => Promise<UrlFinding>;
}

function network({ allowHosts, fetch }: Options, ownPorts: readonly number[]): Network {
  const ways = { policy: addressPolicy(allowHosts), lookUp: nameLookup() };
  return {
    post: createPost(ways),
    fetchPage: pageFetcher({ ...ways, isStrict: fetch === 'strict' }),
    checkUrl: async (url) => {
      const { checkUrl } = await import('./service/network/url-check.ts'); // loads TLS
      return checkUrl(url, { ...ways, ownPorts, isInContainer: inContainer() });
    },
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

/** Returns the port of a server, and adds it to those of the simulator. */
function notePort(address: AddressInfo | string | null, ports: number[]): number {
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  ports.push(address.port);
  return address.port;
}
