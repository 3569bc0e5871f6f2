import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { assertSimulator } from '../../src/cli/simulator-check.ts';
import { freePort, portOf } from '../support/port.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

async function urlOf(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  ends.push(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

const served = (listener: RequestListener): Promise<string> => urlOf(createServer(listener));

test.each([
  ['takes connections and says nothing', () => undefined],
  [
    'begins an answer and does not end it',
    (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
  ],
])('a server that %s is given up in time, and the message names the setting', async (_what, talk) => {
  const url = await urlOf(createTcpServer(talk));
  await expect(assertSimulator(url, { port: '--port' }, 100)).rejects.toMatchObject({
    exitCode: 2,
    message: `--port: no answer from ${url} within 100ms: faxsim hangs, or another program listens there; say where faxsim is with --url, --port or FAXSIM_PORT`,
  });
});

test.each<[string, RequestListener]>([
  ['a page', (_request, response) => response.end('<h1>hello</h1>')],
  ['JSON of its own', (_request, response) => response.end('{"hello":"world"}')],
  ['404', (_request, response) => response.writeHead(404).end('{"success":false,"message":"Not found"}')],
])('a server that answers with %s is not faxsim, and gets no other call', async (_what, answer) => {
  const asked: unknown[] = [];
  const url = await served((request, response) => {
    asked.push(request.url);
    answer(request, response);
  });
  await expect(assertSimulator(url, { url: 'FAXSIM_URL' })).rejects.toMatchObject({
    exitCode: 2,
    message: `FAXSIM_URL: what answers at ${url} is not faxsim; say where faxsim is with --url, --port or FAXSIM_PORT`,
  });
  expect(asked).toEqual(['/_faxsim/livez']);
});

test('a server that speaks no HTTP is not faxsim', async () => {
  const url = await urlOf(createTcpServer((socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n')));
  await expect(assertSimulator(url, {})).rejects.toThrow(`--port: what answers at ${url} is not faxsim`);
});

test('a wrong path on the host of a simulator is refused with its address', async () => {
  const url = await served((request, response) => {
    const isLive = request.url === '/_faxsim/livez';
    response.writeHead(isLive ? 200 : 404).end(JSON.stringify(isLive ? { status: 'ok' } : { success: false }));
  });
  await expect(assertSimulator(`${url}/fax`, { url: '--url' })).rejects.toThrow(
    `--url: what answers at ${url}/fax is not faxsim; faxsim answers at ${url}`,
  );
});

test('a simulator passes, and so does one that refuses the call, and a port without a server', async () => {
  const alive = await served((_request, response) => response.end('{"status":"ok"}'));
  const refusing = await served((_request, response) => response.writeHead(401).end('{"success":false}'));
  for (const url of [alive, refusing, `http://127.0.0.1:${await freePort()}`]) {
    await expect(assertSimulator(url, {})).resolves.toBeUndefined();
  }
});
