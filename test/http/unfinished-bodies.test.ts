import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAppServer } from '../../src/http/server.ts';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { portOf } from '../support/port.ts';
import { openSimulator } from '../support/simulator.ts';

const { simulator, anyone } = openSimulator();
const { key, secret } = defaultCredentials.live;
const authorization = `Authorization: Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

let patient: Server;
let impatient: Server;
/** Times each request out once its head is there, as node does; node's own timer may fire before the head on a busy machine. */
let stalling: Server;

beforeAll(async () => {
  patient = await simulator.listen({ port: 0, host: '127.0.0.1' });
  impatient = createAppServer(simulator.app, { requestTimeout: 20, connectionsCheckingInterval: 5 });
  stalling = createAppServer(simulator.app);
  const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  stalling.on('request', ({ socket }: IncomingMessage) => {
    setImmediate(() => stalling.emit('clientError', timeout, socket));
  });
});

afterAll(async () => {
  impatient.close();
  stalling.close();
  await simulator.close();
});

const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', authorization, ...headers, '', ''].join('\r\n');

/** All that the server says until it has ended the connection. */
async function answered(server: Server, send: (socket: Socket) => void): Promise<string> {
  const socket = connect(await portOf(server), '127.0.0.1');
  send(socket);
  const answer = await text(socket);
  if (!socket.closed) await once(socket, 'close');
  return answer;
}

const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n') + 4));

const form = 'Content-Type: application/x-www-form-urlencoded';
const zipped = gzipSync(`direction=sent&${'x'.repeat(100)}=1`);
const bodies: Readonly<Record<string, readonly (string | Buffer)[]>> = {
  'a body': [head('POST /v2.1/faxes', form, 'Content-Length: 100'), 'to=%2B1202'],
  'a body that has not begun': [head('POST /v1/send', form, 'Content-Length: 100')],
  'a chunk': [head('POST /v2/faxes', form, 'Transfer-Encoding: chunked'), '40\r\nto=%2B'],
  'the chunks': [head('POST /v2.1/faxes', form, 'Transfer-Encoding: chunked'), '3\r\nto=\r\n'],
  'a compressed body': [
    head('POST /v2.1/faxes', form, 'Content-Encoding: gzip', `Content-Length: ${zipped.length}`),
    zipped.subarray(0, 20),
  ],
  'a body of the control API': [head('PUT /_faxsim/records/faxes/1', form, 'Content-Length: 100'), 'a='],
};

describe.each(Object.entries(bodies))('%s', (_what, sent) => {
  const write = (socket: Socket): void => {
    for (const chunk of sent) socket.write(chunk);
  };

  test('that a client cuts off by closing its side is refused, and the connection is closed', async () => {
    const answer = await answered(patient, (socket) => {
      write(socket);
      socket.end();
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*\r\nConnection: close\r\n/);
    expect(bodyOf(answer)).toEqual({
      success: false,
      message: 'The body must come whole, but the client closed its side of the connection first',
    });
  });

  test('that does not go on is refused after the time that a request has, and the connection is closed', async () => {
    const answer = await answered(stalling, write);
    expect(answer).toMatch(/^HTTP\/1.1 408 [^]*\r\nConnection: close\r\n/);
    expect(bodyOf(answer)).toEqual({
      success: false,
      message: 'The request did not arrive in time: its body stopped halfway',
    });
  });
});

test('a chunk that is none is refused, and the connection is closed', async () => {
  const answer = await answered(patient, (socket) => {
    socket.write(`${head('POST /v2.1/faxes', form, 'Transfer-Encoding: chunked')}zz\r\n`);
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(bodyOf(answer)).toMatchObject({ message: expect.stringContaining('The body cannot be read: Parse Error') });
});

test('a head that a client cuts off is refused, and the connection is closed', async () => {
  const answer = await answered(patient, (socket) => socket.end('GET /v2/faxes HTTP/1.1\r\nHost: '));
  expect(answer).toMatch(/^HTTP\/1.1 400 [^]*"success":false/);
});

test('a head that does not go on is refused after the time that a request has', async () => {
  const answer = await answered(impatient, (socket) => socket.write('GET /v2/faxes HTTP/1.1\r\nHost: '));
  expect(answer).toMatch(/^HTTP\/1.1 408 [^]*The request did not arrive in time/);
});

test('a body that was refused unread is not answered twice when it is cut off', async () => {
  const answer = await answered(patient, (socket) => {
    socket.write(head('POST /nowhere', form, 'Content-Length: 100'));
    socket.once('data', () => socket.end('to='));
  });
  expect(answer.match(/HTTP\/1.1/g)).toEqual(['HTTP/1.1']);
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
});

test('a request before the one that is cut off is answered first', async () => {
  const answer = await answered(patient, (socket) => {
    socket.end(`${head('GET /v2/faxes')}${bodies['a body']!.join('')}`);
  });
  expect(answer).toMatch(/^HTTP\/1.1 200 OK[^]*Retrieved[^]*HTTP\/1.1 400 Bad Request/);
});

test('a body that is cut off is in the journal, with what was wrong', async () => {
  await anyone.delete('/_faxsim/requests').expect(200);
  await answered(patient, (socket) => socket.end(`${head('POST /v2.1/faxes', form, 'Content-Length: 9')}to=`));
  const { body } = await anyone.get('/_faxsim/requests').expect(200);
  expect(body.data.requests).toMatchObject([{ answer: { status: 400 }, refused: { kind: 'broken_off' } }]);
  const raw = await anyone.get(`/_faxsim/requests/${body.data.requests[0].id}/raw`).expect(200);
  expect(raw.body.data).toMatchObject({ body: 'to=', body_bytes: 9, body_is_cut: true });
});
