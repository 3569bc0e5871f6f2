import type { RunningSimulator } from '../index.ts';
import { CliError } from '../model/shared/errors.ts';
import { printable } from '../model/shared/words.ts';

const gigabyte = 2 ** 30;

/** Runs work with a fresh world that gets no requests, and whose journal has room for a HAR file. */
export async function withEmptyWorld<T>(work: (world: RunningSimulator) => Promise<T>): Promise<T> {
  const { startFrom } = await import('../index.ts');
  const simulator = await startFrom({ port: 0, fixture: 'empty', journal: gigabyte, maxBody: gigabyte }, {});
  try {
    return await work(simulator);
  } finally {
    await simulator.close();
  }
}

/** The error for a HAR file without a request to the service. It names what was left out. */
export const noTraffic = (path: string, leftOut: readonly string[]): CliError =>
  new CliError(
    [
      `${path} has no request to the service`,
      ...leftOut.map((what) => `left out: ${printable(what)}`),
      '--har-host names further hosts, such as that of a proxy',
    ].join('\n'),
  );
