import { reasonOf } from '../shared/errors.ts';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { CliError } from '../cli-error.ts';
import type { FlagValues } from './flags.ts';
import { withAdvice, simulatorUrl } from './simulator-at.ts';

const timeoutMs = 2000;

/** The response of a running simulator to a path of its control API. Throws a CliError when there is no response. */
export async function askRunning(
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
