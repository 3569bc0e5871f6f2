import { get } from 'node:http';
import { readFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { localUrl } from '../local-url.ts';
import type { Options } from '../options.ts';
import type { Invocation } from './invocation.ts';
import { reasonOf } from './reason.ts';

const timeoutMs = 2000;

/** Asks the simulator that runs with these settings whether it lives. */
export async function healthcheck({ options }: Invocation): Promise<number> {
  const url = `${localUrl(options.host, await portOf(options))}/_faxsim/livez`;
  const status = await statusOf(url).catch((error: unknown) => {
    const reason = wasTooLate(error) ? `nothing within ${timeoutMs} ms` : reasonOf(error);
    throw new Failure(`no answer from ${url}: ${reason}`, { exitCode: 1 });
  });
  if (status !== 200) throw new Failure(`${url} answers with status ${status}`, { exitCode: 1 });
  process.stdout.write(`faxsim: ${url} is alive\n`);
  return 0;
}

/** With port 0 only the running program knows which it is, and says so in its port file. */
async function portOf({ port, portFile }: Options): Promise<number> {
  if (port !== 0) return port;
  if (portFile === undefined) throw new Failure('--port: 0 does not say which port to ask, unless with --port-file');
  const text = await readFile(portFile, 'utf8').catch((error: unknown) => {
    throw new Failure(`--port-file: ${reasonOf(error)}`, { exitCode: 1 });
  });
  return Number(text);
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
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
