import { once, setMaxListeners } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { addressPolicy } from '../../../src/service/network/address-policy.ts';
import { ConcurrencyLimit } from '../../../src/model/domain/concurrency-limit.ts';
import { Connections } from '../../../src/service/network/http-exchange.ts';
import { nameLookup } from '../../../src/service/network/name-lookup.ts';
import { createPost } from '../../../src/service/webhooks/post.ts';
import { writeMultipart } from '../../../src/wire/webhook-message.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receiver(...args: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...args);
  closing.push(() => started.close());
  return started;
}

/** A port of this machine that treats each connection as the test says. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const { type, chunks } = writeMultipart({ fields: { fax: '{}' }, files: [] });
const never = new AbortController().signal;
setMaxListeners(0, never);
const unsigned = { format: 'v2.1', expected: null, isSigned: false, hasCredentials: false } as const;
const first = { delivery: 1, attempt: 1, form: unsigned };
const options = { policy: addressPolicy(), lookUp: nameLookup(), timeoutMs: 60_000 };

const postTo = (url: string, changes: Partial<Parameters<typeof createPost>[0]> = {}) =>
  createPost({ ...options, ...changes })({ ...first, url, headers: { 'Content-Type': type }, chunks }, never);

const resolvesTo = (...addresses: string[]) => ({
  lookUp: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
});

const dnsError = (code: string) => ({ lookUp: () => Promise.reject(Object.assign(new Error(code), { code })) });

describe('posts that queue for a receiver', () => {
  const shared = new Connections();
  const queued = { isLate: true, isAwaited: true, overtakes: false, shared };
  const last = { isLate: true, isAwaited: false, overtakes: false, shared };
  afterEach(() => shared.close());
  const postFrom = (place: typeof queued, url: string) =>
    createPost(options)({ ...first, url, headers: { 'Content-Type': type }, chunks, place }, never);

  test('follow each other on a connection, which the last one closes', async () => {
    const { url, connections, received } = await receiver();
    for (const place of [queued, queued, last])
      expect(await postFrom(place, url)).toMatchObject({
        ...{ answer: { status: 200 }, failure: null },
        head: expect.stringContaining('\r\nConnection: keep-alive\r\n'),
      });
    expect(received.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'keep-alive', 'keep-alive']);
    expect(connections.made).toBe(1);
    while (connections.open > 0) await new Promise(setImmediate);
    await postTo(url);
    expect(received.at(-1)?.headers.connection).toBe('close');
    expect(connections.made).toBe(2);
  });

  test.each(['', 'Connection: close\r\n', 'Connection: keep-alive\r\n', 'Keep-Alive: timeout=5, max=0\r\n'])(
    'have a connection each where the receiver does not say how long it keeps them: %j',
    async (header) => {
      let connections = 0;
      const server = createTcpServer((socket) => {
        connections += 1;
        socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\n${header}\r\n`));
      });
      const port = await listen(server);
      for (const place of [queued, queued, last])
        expect(await postFrom(place, `http://127.0.0.1:${port}`)).toMatchObject({ failure: null });
      expect(connections).toBe(3);
    },
  );

  test('do not starve the earlier ones of a receiver that serves one kept connection after the other', async () => {
    const answered: number[] = [];
    const waiting: Socket[] = [];
    const serve = (socket: Socket): void => {
      socket.resume().on('data', (bytes: Buffer) => {
        for (const [, id] of bytes.toString().matchAll(/X-Post: (\d+)/g)) {
          answered.push(Number(id));
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nKeep-Alive: timeout=5\r\n\r\n');
        }
      });
      socket.on('close', () => {
        waiting.shift();
        if (waiting[0] !== undefined) serve(waiting[0]);
      });
    };
    const server = createTcpServer({ pauseOnConnect: true }, (socket) => {
      if (waiting.push(socket) === 1) serve(socket);
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const limit = new ConcurrencyLimit({ overall: 128, perKey: 16 }, () => new Connections());
    const results = Array.from({ length: 200 }, async (_each, id) => {
      const place = await limit.enter(url);
      const headers = { 'Content-Type': type, 'X-Post': String(id) };
      return createPost(options)({ ...first, url, headers, chunks, place }, never).finally(() => place.leave());
    });
    expect((await Promise.all(results)).map(({ failure }) => failure)).toEqual(Array(200).fill(null));
    const late = answered.map((id, position) => position - id);
    expect(Math.max(...late)).toBeLessThan(128);
  });

  test('fail, and are not sent twice, when the receiver breaks a connection that it wanted to keep', async () => {
    const { url, connections, received } = await receiver((_webhook, index) => (index === 1 ? 'reset' : 200));
    expect(await postFrom(queued, url)).toMatchObject({ failure: null });
    expect((await postFrom(queued, url)).failure).toMatch(/broke the connection without an answer/);
    expect(received).toHaveLength(2);
    expect(await postFrom(last, url)).toMatchObject({ failure: null });
    expect(connections.made).toBe(2);
  });
});

describe('a post', () => {
  test.each(['0.0.0.0', '[::ffff:0.0.0.0]', '[::ffff:127.0.0.1]'])('to %s reaches this machine', async (host) => {
    const { url } = await receiver(() => 200);
    expect(await postTo(url.replace(new URL(url).host, `${host}:${new URL(url).port}`))).toMatchObject({
      answer: { status: 200 },
      isRefused: false,
    });
  });

  test('to :: is not refused', async () => {
    const { url } = await receiver(() => 200);
    expect(await postTo(url.replace(new URL(url).host, '[::]:1'))).toMatchObject({ isRefused: false });
  });

  test.each([200, 201, 204, 299])('has arrived when it is answered with %d', async (status) => {
    const { url } = await receiver(() => status);
    expect(await postTo(url)).toEqual({
      answer: { status, body: status === 204 ? '' : 'noted' },
      failure: null,
      isRefused: false,
      head: expect.stringMatching(/^POST \/ HTTP\/1\.1\r\n.*\r\n\r\n$/s),
      tookMs: expect.any(Number),
    });
  });

  test.each([
    [400, 'answered 400 with "noted"; only 2xx counts as delivered'],
    [
      401,
      'answered 401 with "noted": the receiver refused the webhook: if it checks X-Phaxio-Signature, --webhook-token signs its webhooks; if it wants credentials, the URL can carry them (https://user:password@host/path); only 2xx counts as delivered',
    ],
    [304, 'answered 304; only 2xx counts as delivered'],
    [500, `answered 500 with "noted": the receiver's log should say why; only 2xx counts as delivered`],
  ])('has failed when it is answered with %d', async (status, failure) => {
    const { url } = await receiver(() => status);
    expect(await postTo(url)).toMatchObject({ answer: { status }, failure, isRefused: false });
  });

  test.each([401, 403])(
    'says first that the program refused it, and then leads to the signature, at a signed %d',
    async (status) => {
      const { url } = await receiver(() => ({ status, body: 'bad signature' }));
      const headers = { 'Content-Type': type, 'X-Phaxio-Signature': 'abc' };
      const form = { ...unsigned, isSigned: true };
      const { failure } = await createPost(options)({ ...first, form, url, headers, chunks }, never);
      expect(failure).toContain(
        `answered ${status} with "bad signature": the receiver refused the webhook: if it checks X-Phaxio-Signature`,
      );
    },
  );

  test('does not follow a redirect, wherever it leads', async () => {
    const target = await receiver();
    const { url } = await receiver(() => ({ redirectTo: target.url }));
    const failure = `answered 301 to ${target.url}; redirects are not followed: use the final URL`;
    expect(await postTo(url)).toMatchObject({ answer: { status: 301 }, failure });
    expect(target.received).toEqual([]);
  });

  test('keeps the beginning of a long answer', async () => {
    const { url } = await receiver(() => ({ status: 200, body: 'ä'.repeat(500_000) }));
    const body = `${'ä'.repeat(2000)}\n… 498000 more characters not kept`;
    expect(await postTo(url)).toMatchObject({ answer: { status: 200, body }, failure: null });
  });

  test('keeps the digests of a long answer, with the words before them', async () => {
    const [computed, sent] = ['a', 'b'].map((letter) => letter.repeat(40));
    const trace = '<p>at verify (hook.js)</p>\n'.repeat(100);
    const said = `SignatureError:\n  expected ${computed},\n  got ${sent}`;
    const { url } = await receiver(() => ({ status: 500, body: `${trace}${said}\n${trace}` }));
    const { answer } = await postTo(url);
    const [, mark = ''] = answer?.body.split('\n… ') ?? [];
    expect(mark).toMatch(
      /^\d+ more characters not kept, among them: .*SignatureError: expected a{40} … .*, got b{40}$/,
    );
  });

  test('does not read an answer without end', async () => {
    const server = createTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(10_000)));
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    const port = await listen(server);
    const failure = 'answered 200 with more than 1000 kB, and the rest was not read: answer with a short body';
    expect(await postTo(`http://127.0.0.1:${port}`)).toMatchObject({ answer: { status: 200 }, failure });
  });

  test('is not delivered by a response that switches protocols', async () => {
    const server = createTcpServer((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      );
    });
    const port = await listen(server);
    const failure =
      'answered 101 Switching Protocols: a request that asks for no upgrade needs a final response; only 2xx counts as delivered';
    expect(await postTo(`http://127.0.0.1:${port}`)).toMatchObject({ answer: { status: 101 }, failure });
  });
});

describe('a post that does not get through says why:', () => {
  test.each([
    [
      'localhost',
      /^connection refused at localhost:\d+: nothing listens there; inside a container localhost is the container itself: try host\.docker\.internal$/,
    ],
    [
      'receiver',
      /^connection refused at receiver:\d+: nothing listens there, or only on a loopback address of that machine$/,
    ],
  ])('nothing listens on %s', async (host, failure) => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((closed) => server.close(closed));
    const result = await postTo(`http://${host}:${port}/hook`, resolvesTo('127.0.0.1'));
    expect(result).toMatchObject({ answer: null, failure: expect.stringMatching(failure), isRefused: false });
  });

  test.each([
    ['http://nowhere/hook', 'ENOTFOUND', 'the name nowhere is unknown: DNS has no address for it'],
    [
      'http://host.docker.internal/hook',
      'ENOTFOUND',
      'the name host.docker.internal is unknown: start the container with --add-host=host.docker.internal:host-gateway',
    ],
    ['http://nowhere/hook', 'EAI_AGAIN', 'the name nowhere was not resolved: DNS does not answer (EAI_AGAIN)'],
    ['http://nowhere/hook', 'EODD', 'posting to nowhere failed: EODD (EODD)'],
  ])('the name in %s gives %s', async (url, code, failure) => {
    expect(await postTo(url, dnsError(code))).toMatchObject({ answer: null, failure, isRefused: false });
  });

  test('the receiver breaks the connection', async () => {
    const { url } = await receiver(() => 'reset');
    const failure = `${new URL(url).host} broke the connection without an answer`;
    expect(await postTo(url)).toMatchObject({ answer: null, failure });
  });

  test('the receiver breaks the connection in the midst of its answer', async () => {
    const server = createTcpServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    });
    const port = await listen(server);
    const failure = `127.0.0.1:${port} broke the connection in the midst of its answer`;
    expect(await postTo(`http://127.0.0.1:${port}`)).toMatchObject({ answer: { status: 200, body: 'half' }, failure });
  });

  test('the receiver does not answer', async () => {
    const { url } = await receiver(() => 'hang');
    const failure = `no answer from ${new URL(url).host} within 0.5 s: it should answer first and work later`;
    expect(await postTo(url, { timeoutMs: 500 })).toMatchObject({ answer: null, failure });
  });

  test('the receiver does not end its answer', async () => {
    const server = createTcpServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'));
    const port = await listen(server);
    const failure = `the answer of 127.0.0.1:${port} did not end within 0.5 s`;
    const result = await postTo(`http://127.0.0.1:${port}`, { timeoutMs: 500 });
    expect(result).toMatchObject({ answer: { status: 200, body: 'half' }, failure });
  });

  test('DNS does not answer', async () => {
    const lookUp = () => new Promise<never>(() => undefined);
    const failure = 'the name nowhere was not resolved within 0.02 s: DNS does not answer';
    expect(await postTo('http://nowhere/', { lookUp, timeoutMs: 20 })).toMatchObject({ answer: null, failure });
  });

  test('the receiver does not speak HTTP', async () => {
    const port = await listen(createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')));
    const failure = `127.0.0.1:${port} did not answer in HTTP: is the URL to begin with https://?`;
    expect(await postTo(`http://127.0.0.1:${port}`)).toMatchObject({ answer: null, failure });
  });

  test.each([
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab',
      /^127\.0\.0\.1:\d+ answered "HTTP\/1\.1 200 OK", which cannot be read as HTTP\/1\.1: \w/,
    ],
    [
      'another version',
      'HTTP/2 200\r\n\r\n',
      /^127\.0\.0\.1:\d+ answered "HTTP\/2 200", which cannot be read as HTTP\/1\.1: \w/,
    ],
    [
      'long headers',
      `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      /^127\.0\.0\.1:\d+ answered with headers of more than 16384 bytes, which are not read: send fewer$/,
    ],
  ])('the answer has %s', async (_what, answer, failure) => {
    const port = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(answer))));
    const result = await postTo(`http://127.0.0.1:${port}`);
    expect(result).toMatchObject({ failure: expect.stringMatching(failure) });
  });

  test('the receiver does not speak TLS', async () => {
    const { url } = await receiver();
    const { host } = new URL(url);
    const failure = `${host} does not speak TLS there: is the URL to begin with http://?`;
    expect(await postTo(`https://${host}/`)).toMatchObject({ answer: null, failure });
  });

  test('the certificate of the receiver is self-signed', async () => {
    const port = await listen(createTlsServer({ key, cert }, (_request, response) => response.end()));
    const failure = `the certificate of localhost:${port} is not trusted, as it is self-signed or of an unknown authority: use http://, or name the authority's file in NODE_EXTRA_CA_CERTS`;
    const result = await postTo(`https://localhost:${port}/`, resolvesTo('127.0.0.1'));
    expect(result).toMatchObject({ answer: null, failure });
  });
});

describe('the address that is connected to', () => {
  test('is the one that was checked, not that of a second look', async () => {
    const application = await receiver();
    const answers = ['127.0.0.1', '93.184.216.34'];
    const lookUp = () => Promise.resolve([{ address: answers.shift() ?? '', family: 4 }]);
    const { port } = new URL(application.url);
    expect(await postTo(`http://app.test:${port}/`, { lookUp })).toMatchObject({ failure: null });
    expect(answers).toHaveLength(1);
    expect(application.received[0]?.headers.host).toBe(`app.test:${port}`);
  });

  test('is never one that is not allowed, when a name has several', async () => {
    const application = await receiver();
    const { port } = new URL(application.url);
    const several = resolvesTo('93.184.216.34', '127.0.0.1', '2606:4700::1111');
    expect(await postTo(`http://app.test:${port}/`, several)).toMatchObject({ failure: null });
  });

  test.each([
    ['http://93.184.216.34/'],
    ['http://[2606:4700::1111]/'],
    ['http://169.254.169.254/latest/meta-data'],
    ['http://2852039166/'],
    ['http://[::ffff:a9fe:a9fe]/'],
    ['https://93.184.216.34/'],
  ])('is refused in %s', async (url) => {
    expect(await postTo(url)).toMatchObject({ answer: null, isRefused: true });
  });

  test('is not looked up for a public name, unless that is allowed', async () => {
    const application = await receiver();
    const url = `http://hooks.example.com:${new URL(application.url).port}/`;
    const failure =
      'hooks.example.com is not a local name: nothing is posted there unless it is allowed, as by --allow-hosts hooks.example.com';
    const refusal = await postTo(url, dnsError('EAI_AGAIN'));
    expect(refusal).toMatchObject({ answer: null, failure, isRefused: true });
    const policy = addressPolicy(['hooks.example.com']);
    expect(await postTo(url, { policy, ...resolvesTo('127.0.0.1') })).toMatchObject({ failure: null });
  });

  test.each(['not a URL', 'ftp://localhost/', ''])('is none in "%s"', async (url) => {
    const failure = `"${url}" is not an http, https or mailto URL`;
    expect(await postTo(url)).toMatchObject({ answer: null, failure, isRefused: true });
  });
});

test('a post that is broken off rejects at once', async () => {
  const application = await receiver(() => 'hang');
  const controller = new AbortController();
  const post = createPost(options);
  const posting = post(
    { ...first, url: application.url, headers: { 'Content-Type': type }, chunks },
    controller.signal,
  );
  await application.until(1);
  controller.abort();
  await expect(posting).rejects.toThrow('aborted');
  await expect(post({ ...first, url: application.url, headers: {}, chunks }, controller.signal)).rejects.toThrow(
    'aborted',
  );
});

// Self-signed for localhost, until 2120, and used nowhere else.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgF+C2C/Q3FM4c6h2C
f35ev+6LEOIcVQzDuky1uUQ6172hRANCAASRshHsoqLPIJNwcVtMlVatVqMzF7Ua
ggaqdv/PMJGaDD1VJPGXi9VNVJenTAYXPRfiLYcAwPlXo4GMKt192E0r
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBEjCBuAIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwIBcN
MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxvY2Fs
aG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJGyEeyios8gk3BxW0yVVq1W
ozMXtRqCBqp2/88wkZoMPVUk8ZeL1U1Ul6dMBhc9F+IthwDA+VejgYwq3X3YTSsw
CgYIKoZIzj0EAwIDSQAwRgIhAOwQcfIcZY4ffoI2cX7Tgq9jRlMCVpBtgWgGFoGV
vOoGAiEA0z3nFnwIcX/Bgd5NahidOgcmwDXtMwye65GMuCakaNw=
-----END CERTIFICATE-----
`;
