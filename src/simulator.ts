import type { Server } from 'node:http';
import type { Express } from 'express';
import type { AppOptions } from './http/app.ts';
import type { Overrides } from './model/settings/overrides.ts';
import { createApp } from './http/app.ts';
import { createAppServer, drawPort } from './http/server.ts';
import type { MakeUpFax } from './service/operations/traffic.ts';
import { JournalSpace } from './worlds/journal/journal-space.ts';
import type { CertificateAndKey } from './http/tls/issuing.ts';
import type { FindScenario } from './scenarios/saved-scenario.ts';
import { HostedWorld } from './worlds/hosted-world.ts';
import type { HostedWorldOptions, Tools } from './worlds/hosted-world.ts';
import type { ControlContext } from './control/control-route.ts';
import { RequestCounts } from './control/request-counts.ts';
import { WorldFactory } from './worlds/world-factory.ts';
import type { FactoryOptions } from './worlds/world-factory.ts';
import { Secrets, Worlds } from './worlds/worlds.ts';

export interface SimulatorOptions {
  /** The world that is served at `/`. */
  readonly world: Omit<HostedWorldOptions, 'id'>;
  readonly tools: Omit<Tools, 'onFault' | 'journalSpace' | 'historySpace' | 'findScenario' | 'makeUpFax'>;
  /** How further worlds are made. */
  readonly making: Pick<FactoryOptions, 'recipes' | 'defaults' | 'mostWorlds' | 'idleMs'>;
  /** v2.1 takes Basic authentication only, as the real one is believed to. */
  readonly strictAuth: boolean;
  /** The largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** Proxies whose word about scheme and host counts. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Opens the control surface to other machines; undefined: nothing does. */
  readonly controlToken?: string | undefined;
  /** Origins besides its own whose pages may call the simulator, and whose hosts it may be called by. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** The memory for the journals of all worlds, in bytes. */
  readonly journalBytes: number;
  /** The certificate of the authority that clients are to trust, in PEM; undefined: there is no HTTPS. */
  readonly ca?: string | undefined;
  /** The facts about the process that the control API shows. */
  readonly about: AppOptions['about'];
  readonly findScenario: FindScenario;
  readonly library: ControlContext['library'];
  readonly checkUrl: ControlContext['checkUrl'];
  /** Statuses and texts that replace assumed ones. */
  readonly overrides?: Overrides | undefined;
  /** Gets faults of the simulator, which no request should be able to cause. */
  readonly onFault: (fault: unknown) => void;
}

export interface Simulator {
  /** The request listener, for tests that need no port. */
  readonly app: Express;
  readonly worlds: Worlds;
  readonly secrets: Secrets;
  /** The parts of the simulator that control calls work on, for every world. */
  readonly control: Pick<
    ControlContext,
    'worlds' | 'factory' | 'findScenario' | 'library' | 'checkUrl' | 'requests' | 'journalSpace' | 'about'
  >;
  /** Binds a port; 0 picks a free one; with a certificate, for TLS. Rejects with node's error, EADDRINUSE among them. */
  listen(at: { port: number; host: string; tls?: CertificateAndKey | undefined }): Promise<Server>;
  /** Ends all connections: idle ones at once, those in use after their answer, but within 120 ms. */
  close(): Promise<void>;
}

const longestGoodbyeMs = 120;

/** Loaded with the first fax of the traffic: most worlds have none. */
const makeUpFax: MakeUpFax = async (world, at) => (await import('../fixtures/traffic.ts')).makeUpFax(world, at);

export function createSimulator({ world, tools, making, journalBytes, ...options }: SimulatorOptions): Simulator {
  const journalSpace = new JournalSpace(journalBytes);
  const historySpace = new JournalSpace(Math.floor(journalBytes / 4));
  const { findScenario, onFault } = options;
  const allTools = { ...tools, journalSpace, historySpace, findScenario, makeUpFax, onFault };
  const worlds = new Worlds(new HostedWorld({ ...world, id: 'default' }, allTools));
  const factory = new WorldFactory({ worlds, tools: allTools, ...making });
  const control = {
    worlds,
    factory,
    requests: new RequestCounts(),
    journalSpace,
    findScenario,
    library: options.library,
    checkUrl: options.checkUrl,
    about: options.about,
  };
  const secrets = new Secrets(worlds, options.controlToken);
  const app = createApp({ ...options, ...control, secrets });
  const servers: Server[] = [];
  return {
    app,
    worlds,
    secrets,
    control,
    async listen({ port, host, tls }) {
      const open = () => listenOn(createAppServer(app, { tls }), port, host);
      const server = await (port === 0 ? drawPort(open) : open());
      servers.push(server);
      return server;
    },
    async close() {
      factory.close();
      await worlds.close();
      await Promise.all(servers.splice(0).map(closeServer));
    },
  };
}

function listenOn(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), longestGoodbyeMs);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.keepAliveTimeout = 1; // for the connections that are in use now
    server.closeIdleConnections();
  });
}
