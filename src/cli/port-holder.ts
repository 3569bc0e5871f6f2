import { get as getHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { text } from 'node:stream/consumers';

const timeoutMs = 1000;

/**
 * Whether faxsim serves a base URL without a path; undefined if nothing answers. Asks the control API, whose calls no journal
 * records: someone else may work with that simulator.
 */
export async function isServedByFaxsim(baseUrl: string): Promise<boolean | undefined> {
  try {
    const { headers, body } = await answerOf(`${baseUrl}/_faxsim/livez`);
    // The simulator adds the header to each refusal, such as that of a host name which it does not know.
    return body === '{"status":"ok"}' || headers['x-faxsim-hint'] !== undefined;
  } catch {
    return undefined;
  }
}

interface Answer {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Requests without `fetch`, so that no proxy and no certificate can influence the result. */
function answerOf(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(timeoutMs) };
    const request = (url.startsWith('https:') ? getHttps : getHttp)(url, options, (response) => {
      text(response).then((body) => resolve({ headers: response.headers, body }), reject);
    });
    request.on('error', reject);
  });
}
