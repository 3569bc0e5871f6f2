import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { livezOf } from './healthcheck.ts';
import type { Invocation } from './invocation.ts';
import { simulatorUrl } from './simulator-at.ts';

const betweenMs = 50;

/** Asks again and again until the simulator answers, or the time is up: then the last reason is told. */
export async function wait({ options }: Invocation): Promise<number> {
  const end = performance.now() + options.timeout;
  for (;;) {
    try {
      const url = await livezOf(await simulatorUrl(options));
      process.stdout.write(`faxsim: ${url} is alive\n`);
      return 0;
    } catch (error) {
      // What is wrong with the flags will not mend itself.
      if (!(error instanceof Failure && error.exitCode === 1) || performance.now() + betweenMs > end) throw error;
    }
    await sleep(betweenMs);
  }
}
