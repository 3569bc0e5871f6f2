import type { Server } from 'node:http';
import type { Express } from 'express';
import { createApp } from './http/app.ts';
import { createAppServer } from './http/server.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { HostedWorld } from './worlds/hosted-world.ts';
import type { HostedWorldOptions, Tools } from './worlds/hosted-world.ts';
import { WorldFactory } from './worlds/world-factory.ts';
import type { FactoryOptions } from './worlds/world-factory.ts';
import { Worlds } from './worlds/worlds.ts';

export interface SimulatorOptions {
  /** The world that is served at `/`. */
  readonly world: Omit<HostedWorldOptions, 'id'>;
  readonly tools: Omit<Tools, 'onFault'>;
  /** How further worlds are made. */
  readonly making: Pick<FactoryOptions, 'beginnings' | 'defaults' | 'mostWorlds' | 'idleMs'>;
  /** v2.1 takes Basic authentication only, as the real one is believed to. */
  readonly strictAuth: boolean;
  /** The largest request body, in bytes. */
  readonly maxBodyBytes: number;
  readonly findScenario: (name: string) => Promise<Scenario>;
  /** Hears of errors that no request should be able to cause. */
  readonly onFault: (fault: unknown) => void;
}

export interface Simulator {
  /** The request listener, for tests that need no port. */
  readonly app: Express;
  readonly worlds: Worlds;
  readonly factory: WorldFactory;
  /** Binds a port; 0 picks a free one. Rejects with node's error, EADDRINUSE among them. */
  listen(at: { port: number; host: string }): Promise<Server>;
  /** Ends all connections: idle ones at once, those in use after their answer, but within 120 ms. */
  close(): Promise<void>;
}

const longestGoodbyeMs = 120;

export function createSimulator({ world, tools, making, ...options }: SimulatorOptions): Simulator {
  const allTools = { ...tools, onFault: options.onFault };
  const worlds = new Worlds(new HostedWorld({ ...world, id: 'default' }, allTools));
  const factory = new WorldFactory({ worlds, tools: allTools, ...making });
  const app = createApp({ worlds, factory, ...options });
  let server: Server | undefined;
  return {
    app,
    worlds,
    factory,
    async listen({ port, host }) {
      server = createAppServer(app);
      await listening(server, port, host);
      return server;
    },
    async close() {
      await worlds.close();
      if (server !== undefined) await closed(server);
      server = undefined;
    },
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => {
      server.closeAllConnections();
    }, longestGoodbyeMs);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.keepAliveTimeout = 1; // for the connections that are in use now
    server.closeIdleConnections();
  });
}
