import { get as getHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';

const timeoutMs = 1000;

/** Whether faxsim serves a base URL, which has no path; undefined if nothing answers there. */
export async function isServedByFaxsim(baseUrl: string): Promise<boolean | undefined> {
  try {
    // The simulator says in this header of each path without a route what to do.
    return (await headersOf(baseUrl))['x-faxsim-hint'] !== undefined;
  } catch {
    return undefined;
  }
}

/** Asks without `fetch`: neither a proxy nor a certificate is to decide on the answer. */
function headersOf(url: string): Promise<IncomingMessage['headers']> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(timeoutMs) };
    const request = (url.startsWith('https:') ? getHttps : getHttp)(url, options, (response) => {
      resolve(response.headers);
      response.destroy();
    });
    request.on('error', reject);
  });
}
