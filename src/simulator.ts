import type { Server } from 'node:http';
import type { Express } from 'express';
import { createApp } from './http/app.ts';
import type { Dependencies } from './http/api-call.ts';
import { dependenciesOf } from './http/dependencies.ts';
import { listen } from './http/listen.ts';
import type { Listening } from './http/listen.ts';
import { createAppServer } from './http/server.ts';
import type { MakeUpFax } from './service/operations/traffic.ts';
import { LongWork } from './model/domain/long-work.ts';
import { HistorySpace } from './worlds/history/history-space.ts';
import type { CertificateAndKey } from './http/tls/issuing.ts';
import { HostedWorld } from './worlds/hosting/hosted-world.ts';
import type { HostedWorldOptions, Tools } from './worlds/hosting/hosted-world.ts';
import type { GivenParts, SimulatorParts } from './control/simulator-parts.ts';
import { RequestCounts } from './control/request-counts.ts';
import { WorldFactory } from './worlds/hosting/world-factory.ts';
import type { FactoryOptions } from './worlds/hosting/world-factory.ts';
import { Worlds } from './worlds/hosting/worlds.ts';
import { Secrets } from './worlds/hosting/secrets.ts';

export interface SimulatorOptions extends GivenParts {
  /** The world that is served at `/`. */
  readonly world: Omit<HostedWorldOptions, 'id'>;
  readonly tools: Omit<Tools, 'onFault' | 'historySpace' | 'findScenario' | 'makeUpFax' | 'work'>;
  /** How further worlds are made. */
  readonly making: Pick<FactoryOptions, 'recipes' | 'defaults' | 'worldsMax' | 'idleMs'>;
  /** The memory for the journals of all worlds, in bytes. */
  readonly journalBytes: number;
  /** The list of long work that its start began. Default: an empty one. */
  readonly work?: LongWork;
}

export interface Simulator {
  /** The request listener, for tests that need no port. */
  readonly app: Express;
  readonly parts: SimulatorParts;
  /** Binds a port; 0 picks a free one; with a certificate, for TLS. Rejects with node's error, EADDRINUSE among them. */
  listen(at: { port: number; host: string; tls?: CertificateAndKey | undefined }): Promise<Server>;
  /** Ends all connections: idle ones at once, those in use after their answer, but within 120 ms. */
  close(): Promise<void>;
}

const goodbyeMsMax = 120;

/** Loaded with the first fax of the traffic: most worlds have none. */
const makeUpFax: MakeUpFax = async (world, at) => (await import('../fixtures/traffic.ts')).makeUpFax(world, at);

export function createSimulator({ world, tools, making, journalBytes, ...given }: SimulatorOptions): Simulator {
  const historySpace = new HistorySpace(journalBytes);
  const { findScenario, onFault } = given;
  const work = given.work ?? new LongWork(tools.systemClock);
  const allTools = { ...tools, historySpace, findScenario, makeUpFax, onFault, work };
  const worlds = new Worlds(new HostedWorld({ ...world, id: 'default' }, allTools));
  const factory = new WorldFactory({ worlds, tools: allTools, ...making });
  const secrets = new Secrets(worlds, given.controlToken);
  const parts: SimulatorParts = {
    ...given,
    worlds,
    factory,
    requests: new RequestCounts(),
    historySpace,
    secrets,
    work,
    observe: async (exchange, own) => {
      const { observeExchange } = await import('./http/observe-exchange.ts'); // few simulators take recordings
      deps ??= dependenciesOf(parts);
      return observeExchange(exchange, own, deps);
    },
  };
  let deps: Dependencies | undefined;
  work.watch((task, change) => worlds.noteWork(task, change));
  const app = createApp(parts);
  const servers: Listening[] = [];
  return {
    app,
    parts,
    async listen({ port, host, tls }) {
      const listening = await listen(() => createAppServer(app, { tls }), { port, host });
      servers.push(listening);
      return listening.server;
    },
    async close() {
      factory.close();
      await worlds.close();
      await Promise.all(servers.splice(0).map(closeServer));
    },
  };
}

function closeServer({ server, others, connections }: Listening): Promise<void> {
  for (const other of others) other.close();
  return new Promise((resolve) => {
    const impatience = setTimeout(() => {
      for (const connection of connections) connection.destroy();
    }, goodbyeMsMax);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.keepAliveTimeout = 1; // ends the connections that are in use now
    server.closeIdleConnections();
  });
}
