import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.ts';
import type { Invocation } from './invocation.ts';
import { askRunning } from './running.ts';

const betweenMs = 50;

/** Asks until the simulator is ready. When the time is up, throws the last failure. */
export async function wait({ options }: Invocation): Promise<number> {
  const end = performance.now() + options.timeout;
  for (;;) {
    try {
      const { url, status } = await askRunning(options, 'readyz');
      if (status !== 200) throw new CliError(`${url} answers with status ${status}`, { exitCode: 1 });
      process.stdout.write(`faxsim: ${url} is ready\n`);
      return 0;
    } catch (error) {
      // A wrong flag stays wrong: only a missing answer is worth another try.
      if (!(error instanceof CliError && error.exitCode === 1) || performance.now() + betweenMs > end) throw error;
    }
    await sleep(betweenMs);
  }
}
