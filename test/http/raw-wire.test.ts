import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { receivedFax, sentFax } from '../support/examples.ts';
import { portOf } from '../support/port.ts';
import { openSimulator } from '../support/simulator.ts';
import { exchange } from '../support/socket.ts';

const { simulator } = openSimulator({ faxes: [sentFax({ id: 1 }), receivedFax({ id: 2 })] });
const { key, secret } = defaultCredentials.live;
const authorization = `Authorization: Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
let port = 0;

beforeAll(async () => {
  port = await portOf(await simulator.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(() => simulator.close());

/** A request with our key that ends its connection. */
const send = (line: string, headers: readonly string[] = [], body: string | Buffer = '') =>
  exchange(
    port,
    [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', authorization, ...headers, '', ''].join('\r\n'),
    body,
  );

const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('an answer', () => {
  test('has the recorded headers, written as the official Java clients need them', async () => {
    const answer = await send('GET /v2.1/faxes/1');
    const head = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
    expect(head[0]).toBe('HTTP/1.1 200 OK');
    expect(head).toContain('Content-Type: application/json; charset=utf-8');
    expect(head).toContain('Cache-Control: max-age=0, private, must-revalidate');
    expect(head).toContain('Server: nginx');
    expect(head).toContain('Strict-Transport-Security: max-age=15768000; preload');
    expect(head).toContain('X-Robots-Tag: noindex, nofollow, nosnippet, noarchive');
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\r\n/);
    expect(answer).toMatch(/\r\nETag: W\/"[0-9a-f]{32}"\r\n/);
    expect(answer).not.toMatch(/x-powered-by/i);
  });

  test('on a connection that stays open names no time after which that ends', async () => {
    const line = `GET /v2/faxes/1 HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n`;
    const answers = await exchange(port, `${line}\r\n${line}Connection: close\r\n\r\n`);
    expect(answers).toMatch(/\r\nConnection: keep-alive\r\n[^]*\r\nConnection: close\r\n/);
    expect(answers).not.toMatch(/\r\nKeep-Alive:/i);
  });

  test('comes after those to the requests before it on its connection, and knows what they did', async () => {
    const opened = openSimulator({ faxes: [] });
    const at = await portOf(await opened.simulator.listen({ port: 0, host: '127.0.0.1' }));
    const form = 'to=%2B12025550123&content_url=http://page.test/';
    const send = ['POST /v2.1/faxes HTTP/1.1', 'Host: localhost', authorization, `Content-Length: ${form.length}`];
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const list = ['GET /v2.1/faxes HTTP/1.1', 'Host: localhost', authorization, 'Connection: close', '', ''];
    const sends = [...send, type, '', form].join('\r\n');
    const answers = await exchange(at, sends.repeat(3) + list.join('\r\n'));
    await opened.simulator.close();
    const ids = [...answers.matchAll(/"message":"Fax queued for sending","data":{"id":(\d+)/g)].map(([, id]) =>
      Number(id),
    );
    expect(ids).toHaveLength(3);
    expect(bodyOf(answers.slice(answers.lastIndexOf('HTTP/1.1 200')))).toMatchObject({
      data: expect.arrayContaining(ids.map((id) => expect.objectContaining({ id }))),
    });
  });

  test.each([
    ['/v2.1/faxes', 400, /^The body cannot be read: /],
    ['/v2.1/none', 404, /^Not found$/],
  ])('comes to a request to %s whose body breaks off behind another', async (path, status, message) => {
    const send = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      authorization,
      'Transfer-Encoding: chunked',
      '',
      '4\r\nto=1',
      'zz',
    ];
    const { simulator: own, anyone } = openSimulator({ faxes: [sentFax({ id: 1 })] });
    const answers = await exchange(
      await portOf(await own.listen({ port: 0, host: '127.0.0.1' })),
      ['GET /v2/faxes/1 HTTP/1.1', 'Host: localhost', authorization, '', ''].join('\r\n') + send.join('\r\n') + '\r\n',
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', `HTTP/1.1 ${status}`]);
    expect(bodyOf(answers.slice(answers.lastIndexOf('HTTP/1.1')))).toMatchObject({
      message: expect.stringMatching(message),
    });
    const { body } = await anyone.get('/_faxsim/requests/2/raw').expect(200);
    expect(body.data).toMatchObject({ body: 'to=1', body_bytes: 4 });
    await own.close();
  });

  test('has the same request id with an empty body of chunks as without a body', async () => {
    const idsOf = async (body: readonly string[]): Promise<(string | undefined)[]> => {
      const opened = openSimulator({ faxes: [sentFax({ id: 1 })] });
      const at = await portOf(await opened.simulator.listen({ port: 0, host: '127.0.0.1' }));
      const ask = (headers: readonly string[], end = '') =>
        exchange(
          at,
          [
            'GET /v2.1/faxes/1 HTTP/1.1',
            'Host: localhost',
            'Connection: close',
            authorization,
            ...headers,
            '',
            end,
          ].join('\r\n'),
        );
      const answers = [await ask(body, body.length === 0 ? '' : '0\r\n\r\n'), await ask([])];
      await opened.simulator.close();
      return answers.map((answer) => /X-Request-Id: (.+)\r\n/.exec(answer)?.[1]);
    };
    const ids = await idsOf([]);
    expect(new Set(ids).size).toBe(2);
    expect(await idsOf(['Transfer-Encoding: chunked'])).toEqual(ids);
  });

  test('to HEAD has the headers alone', async () => {
    const answer = await send('HEAD /v2.1/faxes/1');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\nContent-Length: \d{3}\r\n[^]*\r\n\r\n$/);
  });

  test('comes to a request of HTTP/1.0 without Host, without Content-Length, or that waits for 100 Continue', async () => {
    expect(await exchange(port, `GET /v2/faxes/1 HTTP/1.0\r\n${authorization}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/);
    expect(await send('POST /v2/faxes/1/resend')).toMatch(/^HTTP\/1.1 200/);
    expect(
      await send(
        'GET /v2/faxes',
        ['Expect: 100-continue', 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 7'],
        '--b--\r\n',
      ),
    ).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });

  test('comes to a body with an empty Content-Type as to one without, and x-gzip is gzip', async () => {
    const zipped = gzipSync('direction=received');
    for (const encoding of ['x-gzip', 'X-GZIP']) {
      const headers = ['Content-Type:', `Content-Encoding: ${encoding}`, `Content-Length: ${zipped.length}`];
      expect(await send('GET /v2/faxes', headers, zipped)).toContain('"paging":{"total":1,');
    }
    const plain = ['Content-Type: ', 'Content-Length: 18'];
    expect(await send('GET /v2/faxes', plain, 'direction=received')).toContain('"paging":{"total":1,');
  });

  test.each(['//v2.1/faxes/1', '/v2.1//faxes/1', '/w/default//v2.1/faxes/1', '//w//default//v2.1///faxes//1/?x=//'])(
    'comes to a path with slashes in a row: %s',
    async (path) => {
      expect(await send(`GET ${path}`)).toMatch(/^HTTP\/1.1 200 [^]*"id":1,/);
    },
  );

  test.each(['//_faxsim/world', '/w/default//_faxsim/world', '//w/default/_faxsim//world'])(
    'of the control API too: %s',
    async (path) => {
      expect(await send(`GET ${path}`)).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  test('comes to a body that is compressed, or sent in chunks', async () => {
    const zipped = gzipSync('direction=received');
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const one = await send(
      'GET /v2/faxes',
      [type, 'Content-Encoding: gzip', `Content-Length: ${zipped.length}`],
      zipped,
    );
    const two = await send(
      'GET /v2/faxes',
      [type, 'Transfer-Encoding: chunked'],
      '9\r\ndirection\r\n9\r\n=received\r\n0\r\n\r\n',
    );
    for (const answer of [one, two]) expect(answer).toContain('"paging":{"total":1,');
  });
});

describe('a request that the parser of node refuses gets an answer in JSON too', () => {
  test.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'The request cannot be read: Parse Error'],
    ['a header that is none', 'GET / HTTP/1.1\r\nno header\r\n\r\n', 400, 'The request cannot be read: Parse Error'],
    ['a length that is none', 'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n', 400, 'The request cannot be read'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'The request cannot be read',
    ],
    [
      'headers too large',
      `GET / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'The address and headers of the request are too large',
    ],
  ])('%s', async (_what, bytes, status, message) => {
    const answer = await exchange(port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Content-Type: application/json; charset=utf-8\r\n');
    expect(bodyOf(answer)).toEqual({ success: false, message: expect.stringContaining(message) });
  });

  test('and the server goes on', async () => {
    expect(await send('GET /v2/faxes/1')).toMatch(/^HTTP\/1.1 200/);
  });
});

test('a body over the limit that is announced is refused before it is sent', async () => {
  const call = request({ port, path: '/v2/faxes', method: 'POST', headers: { 'Content-Length': 100_001 } });
  call.flushHeaders();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  expect(await json(response)).toEqual({
    success: false,
    message: 'The body is larger than 100000 bytes (--max-body)',
  });
  call.on('error', () => undefined).destroy();
});

describe('a request', () => {
  test.each([
    ['/v2/faxes/1', [], 'The request must have one header Host, got none: HTTP/1.1 requires it'],
    ['/w/default/v2/faxes/1', ['Host: a', 'host: a'], 'The request must have one header Host, got 2'],
    ['/_faxsim/world', [], 'The request must have one header Host, got none'],
    ['/_faxsim/ui/', ['Host: a', 'Host: b'], 'The request must have one header Host, got 2'],
    ['/_faxsim/world', ['Host: a b'], 'The header Host must be a name or an address, and maybe a port'],
    ['/v2.1/phax_code', ['Host: a/b'], 'The header Host must be a name or an address, and maybe a port'],
    ['/phax_codes/none.png', ['Host: user@localhost'], 'The header Host must be a name'],
    ['/v2/faxes/1', ['Host: localhost:99999'], 'got "localhost:99999"'],
    ['/v2/faxes/1', ['Host: localhost:65536'], 'got "localhost:65536"'],
    ['/v2/faxes/1', ['Host:'], 'got ""'],
  ])('to %s with the hosts %j is refused with 400', async (path, hosts, message) => {
    const lines = [`GET ${path} HTTP/1.1`, ...hosts, 'Connection: close', authorization, '', ''];
    const answer = await exchange(port, lines.join('\r\n'));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(bodyOf(answer)).toEqual({ success: false, message: expect.stringContaining(message) });
  });

  test.each([
    'localhost',
    'localhost:1',
    'localhost:59999',
    'localhost:65535',
    'my_app:8329',
    '[::1]:8329',
    '127.0.0.1:',
  ])('to the host "%s" is answered', async (host) => {
    const lines = ['GET /v2/faxes/1 HTTP/1.1', `Host: ${host}`, 'Connection: close', authorization, '', ''];
    expect(await exchange(port, lines.join('\r\n'))).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('requests of an unusual form', () => {
  test.each(['http://', 'http://[::1/v2.1/faxes', '*', 'faxes'])(
    'for %s have no route, and are refused in JSON',
    async (target) => {
      const answer = await send(`GET ${target}`);
      expect(answer).toMatch(/^HTTP\/1.1 40[04] /);
      expect(bodyOf(answer)).toMatchObject({ success: false });
    },
  );

  test('with the whole URL, as proxies get them, are answered', async () => {
    expect(await send('GET http://api.phaxio.com/v2/faxes/1')).toMatch(/^HTTP\/1.1 200 /);
  });

  test('with an unknown Expect header, or with CONNECT, are answered', async () => {
    expect(await send('GET /v2/faxes/1', ['Expect: a miracle'])).toMatch(/^HTTP\/1.1 200 /);
    expect(await send('CONNECT example.com:443')).toMatch(/^HTTP\/1.1 405 [^]*"success":false/);
  });

  test('that are followed by garbage are answered first', async () => {
    const good = `POST /v2/faxes/1/resend HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\nContent-Length: 0\r\n\r\n`;
    const answers = await exchange(port, `${good}GARBAGE\r\n\r\n`);
    expect(answers).toMatch(/^HTTP\/1.1 200 OK[^]*Fax queued for resending[^]*HTTP\/1.1 400 Bad Request/);
  });
});
