import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { simulatorUrl, withAdvice } from './simulator-at.ts';

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

/** Asks the simulator that runs with these settings whether it lives. */
export async function healthcheck({ options }: Invocation): Promise<number> {
  const { url, status } = await askRunning(options, 'livez');
  if (status !== 200) throw new CliError(`${url} answers with status ${status}`, { exitCode: 1 });
  process.stdout.write(`faxsim: ${url} is alive\n`);
  return 0;
}

const timeoutMs = 2000;

/** The response of a running simulator to a path of its control API. Throws a CliError when there is no response. */
async function askRunning(
  options: FlagValues,
  path: string,
): Promise<{ readonly url: string; readonly status: number; readonly body: string }> {
  const url = `${rootOf(await simulatorUrl(options))}/_faxsim/${path}`;
  const answer = await answerOf(url).catch((error: unknown) => {
    const reason = wasTooLate(error) ? `nothing within ${timeoutMs} ms` : reasonOf(error);
    throw new CliError(withAdvice(`no answer from ${url}: ${reason}`), { exitCode: 1 });
  });
  return { url, ...answer };
}

/** Of the base URL of a world, the simulator's. */
const rootOf = (url: string): string => url.replace(/(?:\/w\/[^/]+)?\/*$/, '');

function answerOf(url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const get = url.startsWith('https:') ? getHttps : getHttp;
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    request.on('error', reject);
  });
}

function wasTooLate(error: unknown): boolean {
  return error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
}
