import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { Failure } from '../failure.ts';
import type { Invocation } from './invocation.ts';
import { reasonOf } from './reason.ts';
import { simulatorUrl } from './simulator-at.ts';

const timeoutMs = 2000;

/** Asks the simulator that runs with these settings whether it lives. */
export async function healthcheck({ options }: Invocation): Promise<number> {
  const url = await livezOf(await simulatorUrl(options));
  process.stdout.write(`faxsim: ${url} is alive\n`);
  return 0;
}

/** Where a simulator was asked whether it lives. Throws a Failure when it does not. */
export async function livezOf(baseUrl: string): Promise<string> {
  const url = `${baseUrl.replace(/(?:\/w\/[^/]+)?\/*$/, '')}/_faxsim/livez`;
  const status = await statusOf(url).catch((error: unknown) => {
    const reason = wasTooLate(error) ? `nothing within ${timeoutMs} ms` : reasonOf(error);
    throw new Failure(`no answer from ${url}: ${reason}`, { exitCode: 1 });
  });
  if (status !== 200) throw new Failure(`${url} answers with status ${status}`, { exitCode: 1 });
  return url;
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const get = url.startsWith('https:') ? getHttps : getHttp;
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
  });
}

function wasTooLate(error: unknown): boolean {
  return error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
}
