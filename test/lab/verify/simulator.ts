import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate } from '../../../fixtures/catalogue.ts';
import type { ServerAccess, Send } from '../../../src/lab/verify/ask.ts';
import type { Documents } from '../../../src/documents/documents.ts';
import { defaultCredentials } from '../../../src/model/domain/account.ts';
import { plainDocuments } from '../../support/documents.ts';
import { noon } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';

/** Documents that begin as files of their types do. */
const filed: Documents = {
  ...plainDocuments(),
  placeholder: () => Promise.resolve(Buffer.from('%PDF-1.7')),
  sample: () => Promise.resolve(Buffer.from('%PDF-1.7')),
  thumbnail: () => Promise.resolve(Buffer.from('ffd8ffe0', 'hex')),
  drawPhaxCode: () => Promise.resolve(Buffer.from('89504e470d0a1a0a', 'hex')),
};

export const keys = defaultCredentials.live;

/** A simulator with the data of the demo that listens on a port of this machine. */
export async function listen(contents?: Parameters<typeof openSimulator>[0]) {
  const given = contents ?? (await generate('demo', { seed: 3, now: noon, size: 0, fileStorage: true }));
  const { simulator } = openSimulator({ ...given, parts: { documents: filed } });
  const server = createServer(simulator.app);
  server.keepAliveTimeout = 0; // on a busy machine, a client may return to a connection just when its time is over
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    simulator,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

export const askingOf = (against: string, changes: Partial<ServerAccess> = {}): ServerAccess => ({
  against,
  keys,
  intervalMs: 0,
  timeoutMs: 60_000,
  requestsMax: 300,
  send: fetch,
  sleep: () => Promise.resolve(),
  ...changes,
});

/** Any. */
export type Json = ReturnType<typeof JSON.parse>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

const remembered = new Map<string, Promise<Answer>>();

/** Sends a request, unless the same one has been sent before: the server of a test file does not change. */
function ask(url: string, request: RequestInit): Promise<Answer> {
  const key = JSON.stringify([url, request]);
  const answer = remembered.get(key) ?? send(url, request);
  remembered.set(key, answer);
  return answer;
}

async function send(url: string, request: RequestInit): Promise<Answer> {
  const response = await fetch(url, request);
  const { status, headers } = response;
  return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Changes the answers to what is asked at paths of a form; the ETag is that of the changed body. */
export const drifting =
  (path: RegExp, change: (answer: Answer) => Partial<Answer>): Send =>
  async (url, request) => {
    const { headers, ...rest } = await ask(url, request);
    const answer = { ...rest, headers: new Headers(headers) };
    const changed = path.test(url) ? change(answer) : {};
    const { body, ...head } = { ...answer, ...changed };
    if (path.test(url) && changed.headers === undefined && headers.has('etag')) {
      head.headers.set('etag', `W/"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`);
    }
    return new Response(new Uint8Array(body), head);
  };

/** Changes the JSON of an answer, if it is a success. */
export const withJson = (change: (body: Json) => unknown) => (answer: Answer) => {
  const body = JSON.parse(answer.body.toString()) as { success: boolean };
  return body.success ? { body: Buffer.from(JSON.stringify(change(body))) } : {};
};
