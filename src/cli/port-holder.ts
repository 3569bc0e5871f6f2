import { get as getHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';

const timeoutMs = 1000;

/** Whether faxsim serves a base URL without a path; undefined if nothing answers. */
export async function isServedByFaxsim(baseUrl: string): Promise<boolean | undefined> {
  try {
    // The simulator adds this header to the response of each path without a route.
    return (await headersOf(baseUrl))['x-faxsim-hint'] !== undefined;
  } catch {
    return undefined;
  }
}

/** Requests without `fetch`, so that no proxy and no certificate can influence the result. */
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
