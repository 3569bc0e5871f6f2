import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { reportUnreadable } from '../../src/http/unreadable.ts';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { openProgramLog } from '../../src/worlds/log/program-log.ts';
import { portOf } from '../support/port.ts';
import { openSimulator } from '../support/simulator.ts';
import { exchange } from '../support/socket.ts';

const { simulator } = openSimulator();
const { key, secret } = defaultCredentials.live;
const texts: string[] = [];
let port: number;

const log = openProgramLog({ level: 'info', format: 'json', write: (text) => texts.push(text) });

beforeAll(async () => {
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' });
  const knownSecrets = () => simulator.parts.secrets.default;
  reportUnreadable(server, { report: (request) => log.unreadable?.(request), knownSecrets });
  port = await portOf(server);
});

beforeEach(() => {
  texts.length = 0;
});

afterAll(() => simulator.close());

/** The lines of the log up to now, with its end. */
function lines() {
  log.stopped('the end');
  return texts.join('').trim().split('\n').slice(0, -1);
}

const tooLarge = `X: ${'y'.repeat(20_000)}`;

test.each([
  ['words', 'HELLO there\r\n\r\n', 400, /^The request cannot be read/, 'HELLO there'],
  [
    'a header without a colon',
    'GET /v2.1/faxes HTTP/1.1\r\nno header\r\n\r\n',
    400,
    /read/,
    'GET /v2.1/faxes HTTP/1.1',
  ],
  ['headers too large', `POST /v1/send HTTP/1.1\r\n${tooLarge}\r\n\r\n`, 431, /too large/, 'POST /v1/send HTTP/1.1'],
  [
    'a request to a proxy',
    'CONNECT fax.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    405,
    /proxy/,
    'CONNECT fax.example:443',
  ],
  ['a handshake of TLS', Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]), 400, /read/, 'a handshake of TLS'],
  ['nothing but an escape', '\u001b[2J\r\n\r\n', 400, /read/, '\u001b[2J'],
])('%s: the log has the address, the reason and the beginning', async (_what, bytes, status, message, begins) => {
  await exchange(port, bytes);
  const [line = '', ...others] = lines();
  expect(others).toEqual([]);
  expect(line).not.toContain('\u001b');
  expect(JSON.parse(line)).toMatchObject({
    event: 'unreadable',
    level: 'info',
    status,
    message: expect.stringMatching(message),
    from: expect.stringMatching(/^127\.0\.0\.1 port \d+$/),
    begins,
  });
});

test.each([
  ['in a query', `GET /v1/send?api_key=${key}&api_secret=${secret} HTTP/1.1\r\nbad\r\n\r\n`],
  ['in a path', `GET /v2/${secret}/faxes HTTP/1.1\r\nbad\r\n\r\n`],
  ['escaped in a path', `GET /v2/%${secret.charCodeAt(0).toString(16)}${secret.slice(1)} HTTP/1.1\r\nbad\r\n\r\n`],
  ['in a URL', `GET http://${key}:${secret}@fax.example/ HTTP/1.1\r\nbad\r\n\r\n`],
  ['as a line alone', `${secret}\r\n\r\n`],
  ['cut off by the end of a packet', `GET /v2/${secret.slice(0, -1)}\u0001`],
])('a secret %s stays out of the log', async (_where, bytes) => {
  await exchange(port, bytes);
  const [line = ''] = lines();
  expect(JSON.parse(line)).toMatchObject({ event: 'unreadable', status: 400 });
  expect(line).not.toContain(secret.slice(0, -1));
  expect(line).not.toContain(key);
});

test('a client that only looks whether something listens makes no line', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.resetAndDestroy();
  await once(socket, 'close');
  await exchange(port, 'HELLO\r\n\r\n');
  expect(lines()).toHaveLength(1);
});
