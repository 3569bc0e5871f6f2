import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from '@jest/globals';
import { startSimulator } from '../../src/index.ts';
import { localUrl } from '../../src/model/shared/urls.ts';

/** Some containers have no IPv6. */
const hasIpv6 = Object.values(networkInterfaces()).some((all = []) => all.some(({ address }) => address === '::1'));
const loopbacks = ['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])];

const settings = { fixture: 'empty', host: 'localhost' } as const;

/** The system draws no port here, so that no other test gets it when it is free again. */
const ownPort = 10_000 + (process.pid % 10_000);

test('a simulator at localhost answers on both loopback addresses, by HTTP and HTTPS, until it closes', async () => {
  const ports = { port: ownPort, httpsPort: ownPort + 10_000 };
  const { port, https, close } = await startSimulator({ ...settings, https: ['localhost'], ...ports });
  const path = '/_faxsim/livez';
  for (const host of loopbacks) {
    expect((await fetch(localUrl(host, port) + path)).status).toBe(200);
  }
  const secure = Number(new URL(https?.baseUrl ?? '').port);
  await close();
  for (const host of loopbacks) {
    for (const at of [port, secure]) await expect(once(connect(at, host), 'connect')).rejects.toThrow('ECONNREFUSED');
  }
});

(hasIpv6 ? test : test.skip)('a port that is taken at one of the addresses of localhost is in use', async () => {
  const other = createServer().listen(0, '::1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(startSimulator({ ...settings, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  other.close();
});

test('connections without a request, and without a handshake of TLS, do not hold up the end', async () => {
  const { port, https, close } = await startSimulator({ ...settings, https: ['localhost'], httpsPort: 0 });
  const sockets = [port, Number(new URL(https?.baseUrl ?? '').port)].flatMap((at) =>
    loopbacks.map((host) => connect(at, host).on('error', () => undefined)),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const ends = sockets.map((socket) => once(socket, 'close'));
  await close();
  await Promise.all(ends);
});
