import { createServer, request } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The entries of a HAR, as a proxy that is not of this project writes them. */
type Entry = Readonly<Record<string, unknown>>;

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const headersOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []));

const isText = (bytes: Buffer): boolean => bytes.equals(Buffer.from(bytes.toString('utf8')));

/** A text as it is, other bytes in base64. */
const written = (bytes: Buffer) =>
  isText(bytes) ? { text: bytes.toString('utf8') } : { text: bytes.toString('base64'), encoding: 'base64' };

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy before a server, and a receiver of webhooks, which both write down what passes. */
export async function harRecorder(target: string) {
  const entries: Entry[] = [];
  let at = Date.parse('2026-03-02T09:00:00Z');
  const note = (
    message: IncomingMessage,
    body: Buffer,
    answer: Readonly<Record<string, unknown>>,
    url: string,
  ): void => {
    at += 1000; // entries of one millisecond have no order
    entries.push({
      startedDateTime: new Date(at).toISOString(),
      time: 5,
      request: {
        method: message.method,
        url,
        httpVersion: 'HTTP/1.1',
        headers: headersOf(message),
        cookies: [],
        queryString: [],
        headersSize: -1,
        bodySize: body.length,
        ...(body.length > 0 && { postData: { mimeType: message.headers['content-type'] ?? '', ...written(body) } }),
      },
      response: { httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '', headersSize: -1, bodySize: -1, ...answer },
      cache: {},
      timings: { send: 0, wait: 5, receive: 0 },
    });
  };
  const proxy = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await bytesOf(incoming);
      const url = new URL(target);
      const path = url.pathname.replace(/\/$/, '') + (incoming.url ?? '');
      const answered = await new Promise<IncomingMessage>((resolve) => {
        request(
          { host: url.hostname, port: url.port, path, method: incoming.method, headers: incoming.headers },
          resolve,
        ).end(body);
      });
      const content = await bytesOf(answered);
      const { statusCode: status = 0, statusMessage: statusText = '' } = answered;
      const mimeType = answered.headers['content-type'] ?? '';
      const seen = {
        status,
        statusText,
        headers: headersOf(answered),
        content: { size: content.length, mimeType, ...written(content) },
      };
      note(incoming, body, seen, `https://api.phaxio.com${incoming.url ?? ''}`);
      outgoing.writeHead(status, answered.headers).end(content);
    })();
  });
  const receiver = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await bytesOf(incoming);
      const seen = {
        status: 200,
        statusText: 'OK',
        headers: [],
        content: { size: 2, mimeType: 'text/plain', text: 'ok' },
      };
      note(incoming, body, seen, `${receiverUrl}${incoming.url ?? ''}`);
      outgoing.end('ok');
    })();
  });
  const proxyUrl = await listening(proxy);
  const receiverUrl = await listening(receiver);
  return {
    proxyUrl,
    receiverUrl,
    /** Adds an entry of another host. */
    addOther: (url: string): void => {
      entries.push({
        startedDateTime: new Date(at).toISOString(),
        time: 1,
        request: { method: 'GET', url, headers: [], bodySize: 0 },
        response: { status: 200, headers: [], content: { size: 0, mimeType: 'text/css' } },
      });
    },
    har: () => ({ log: { version: '1.2', creator: { name: 'a proxy', version: '1' }, entries: [...entries] } }),
    close: (): void => {
      proxy.close();
      receiver.close();
    },
  };
}

export type HarRecorder = Awaited<ReturnType<typeof harRecorder>>;
