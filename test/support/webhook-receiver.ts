import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundaryOf, readMultipart } from '../../src/wire/multipart.ts';
import type { FormPart } from '../../src/wire/multipart.ts';

/** A webhook as it came over the wire. */
export interface ReceivedWebhook {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Those of a form; none in JSON. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Exclude<FormPart['value'], string>>>;
}

/** A status, or one of what goes wrong; `hang` never answers. */
export type Behaviour =
  number | 'hang' | 'reset' | { readonly redirectTo: string } | { readonly status: number; body: string };

export interface WebhookReceiver {
  /** Without a path. */
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** The most that were being answered at a time. */
  readonly busiest: number;
  /** The connections that were made, and those of them that are open. */
  readonly connections: { readonly made: number; readonly open: number };
  /** Waits until so many have been received. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** An application on a port of this machine that gets webhooks. */
export async function startReceiver(
  behave: (webhook: ReceivedWebhook, index: number) => Behaviour | Promise<Behaviour> = () => 200,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const load = { now: 0, busiest: 0 };
  const connections = { made: 0, open: 0 };
  const waiting: { count: number; done: () => void }[] = [];
  const server = createServer((request, response) => {
    load.busiest = Math.max(load.busiest, ++load.now);
    response.on('close', () => (load.now -= 1));
    void (async () => {
      const webhook = await read(request);
      received.push(webhook);
      for (const { count, done } of waiting) if (received.length >= count) done();
      answer(await behave(webhook, received.length - 1), request, response);
    })();
  });
  server.on('connection', (socket) => {
    connections.made += 1;
    connections.open += 1;
    socket.on('close', () => (connections.open -= 1));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections,
    get busiest() {
      return load.busiest;
    },
    until: (count) =>
      new Promise((done) => {
        if (received.length >= count) done();
        else waiting.push({ count, done });
      }),
    close: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

async function read(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const parts = boundary === undefined ? [] : [...readMultipart(body, boundary)];
  const { method = '', url: path = '', headers } = request;
  return {
    method,
    path,
    headers,
    body,
    fields: Object.fromEntries(parts.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value]] : []))),
    files: Object.fromEntries(parts.flatMap(({ name, value }) => (typeof value === 'string' ? [] : [[name, value]]))),
  };
}

function answer(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'reset') request.socket.resetAndDestroy();
  else if (typeof behaviour === 'number') response.writeHead(behaviour).end('noted');
  else if ('redirectTo' in behaviour) response.writeHead(301, { Location: behaviour.redirectTo }).end();
  else response.writeHead(behaviour.status).end(behaviour.body);
}
