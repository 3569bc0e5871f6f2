import { rootAndWorld } from '../model/shared/urls.ts';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import { sendCall } from '../service/network/own-calls.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { simulatorUrl, withAdvice } from './simulator-at.ts';

const betweenMs = 50;

/** Polls until the simulator is ready. Throws the last failure when the time is up. */
export async function wait({ options }: Invocation): Promise<number> {
  const end = performance.now() + options.timeout;
  for (;;) {
    try {
      process.stdout.write(`faxsim: ${await askRunning(options, 'readyz')} is ready\n`);
      return 0;
    } catch (error) {
      // Retries only a missing answer: a wrong flag stays wrong.
      if (!(error instanceof CliError && error.exitCode === 1) || performance.now() + betweenMs > end) throw error;
    }
    await sleep(betweenMs);
  }
}

/** Checks that the simulator of these settings is alive. */
export async function healthcheck({ options }: Invocation): Promise<number> {
  process.stdout.write(`faxsim: ${await askRunning(options, 'livez')} is alive\n`);
  return 0;
}

const timeoutMs = 2000;

/** Requests a path of the control API, and returns its URL. Throws a CliError unless the status is 200. */
async function askRunning(options: FlagValues, path: string): Promise<string> {
  const root = rootAndWorld(await simulatorUrl(options)).root;
  const url = `${root}/_faxsim/${path}`;
  const status = await statusOf(url).catch((error: unknown) => {
    const isTooLate = error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
    const reason = isTooLate ? `nothing within ${timeoutMs} ms` : reasonOf(error);
    throw new CliError(withAdvice(`no answer from ${url}: ${reason}`), { exitCode: 1 });
  });
  if (status !== 200) throw new CliError(`${url} answers with status ${status}`, { exitCode: 1 });
  return url;
}

async function statusOf(url: string): Promise<number> {
  const response = await sendCall(url, { signal: AbortSignal.timeout(timeoutMs) });
  await text(response);
  return response.statusCode ?? 0;
}
