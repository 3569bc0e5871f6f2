import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { Failure } from '../failure.ts';
import { localUrl } from '../local-url.ts';
import type { Options } from '../options.ts';
import { reasonOf } from './reason.ts';

const timeoutMs = 2000;

/** What a running simulator says under a path of its own face. Throws a Failure when there is no answer. */
export async function askRunning(
  options: Options,
  path: string,
): Promise<{ readonly url: string; readonly status: number; readonly body: string }> {
  const url = `${localUrl(options.host, await portOf(options))}/_faxsim/${path}`;
  const answer = await answerOf(url).catch((error: unknown) => {
    const reason = wasTooLate(error) ? `nothing within ${timeoutMs} ms` : reasonOf(error);
    throw new Failure(`no answer from ${url}: ${reason}`, { exitCode: 1 });
  });
  return { url, ...answer };
}

/** With port 0 only the running program knows which it is, and says so in its port file. */
async function portOf({ port, portFile }: Options): Promise<number> {
  if (port !== 0) return port;
  if (portFile === undefined) throw new Failure('--port: 0 does not say which port to ask, unless with --port-file');
  const file = await readFile(portFile, 'utf8').catch((error: unknown) => {
    throw new Failure(`--port-file: ${reasonOf(error)}`, { exitCode: 1 });
  });
  return Number(file);
}

function answerOf(url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, body });
      }, reject);
    });
    request.on('error', reject);
  });
}

function wasTooLate(error: unknown): boolean {
  return error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
}
