import { readFile } from 'node:fs/promises';
import { ControlError, connect } from '../client/connect.ts';
import type { WorldHandle } from '../client/connect.ts';
import { Failure } from '../failure.ts';
import { localUrl } from '../local-url.ts';
import type { Values } from './flags.ts';
import { reasonOf } from './reason.ts';

/** The base URL of the simulator that runs with these settings, or that of the URL that was given. */
export async function simulatorUrl(options: Values): Promise<string> {
  return options.url ?? localUrl(options.host, await portOf(options));
}

/** With port 0 only the running program knows which it is, and says so in its port file. */
async function portOf({ port, portFile }: Values): Promise<number> {
  if (port !== 0) return port;
  if (portFile === undefined) throw new Failure('--port: 0 does not say which port to ask, unless with --port-file');
  const text = await readFile(portFile, 'utf8').catch((error: unknown) => {
    throw new Failure(`--port-file: ${reasonOf(error)}`, { exitCode: 1 });
  });
  return Number(text);
}

/** Works with the world that was asked for. Throws a Failure when it refuses, or nobody answers. */
export async function withSimulator<T>(options: Values, work: (world: WorldHandle) => Promise<T>): Promise<T> {
  const { token, world } = options;
  try {
    return await work(connect({ baseUrl: await simulatorUrl(options), token, world }));
  } catch (error) {
    throw error instanceof ControlError ? new Failure(error.message, { exitCode: 1 }) : error;
  }
}
