/** The package's face. With it comes what a start would have to wait for: faker, and what node loads when it first listens. */
import 'node:cluster';
import 'node:dns';
import '../fixtures/catalogue.ts';
import { checkOptions } from './check-options.ts';
import { startSimulator as start } from './index.ts';
import type { RunningSimulator, StartOptions } from './index.ts';

export * from './index.ts';

/**
 * Starts a simulator with one world in it, and resolves when it listens. Rejects with node's error when it cannot
 * listen (`EADDRINUSE`), and with a Failure that says what is wrong with an option, or with the data directory.
 *
 * @example
 * const simulator = await startSimulator();
 * const world = await simulator.world({ fixture: 'empty', clock: 0 });
 * // point the client at world.baseUrl with world.credentials.live, then:
 * await world.clock.advance('45m');
 * await simulator.close();
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  checkOptions(options);
  return start(options);
}
