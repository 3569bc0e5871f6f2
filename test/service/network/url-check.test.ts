import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { addressPolicy } from '../../../src/service/network/address-policy.ts';
import { nameLookup } from '../../../src/service/network/name-lookup.ts';
import type { LookUp } from '../../../src/service/network/name-lookup.ts';
import { checkUrl } from '../../../src/service/network/url-check.ts';
import { freePort, portOf } from '../../support/port.ts';

const check = (url: string, lookUp: LookUp = nameLookup(), ownPorts: readonly number[] = []) =>
  checkUrl(url, { policy: addressPolicy(), lookUp, ownPorts, isInContainer: false });

const addresses =
  (...found: string[]): LookUp =>
  () =>
    Promise.resolve(found.map((address) => ({ address, family: 4 })));

test.each(['localhost', 'localhost.', 'fax.localhost', '127.0.0.1'])(
  '%s takes webhooks on this machine',
  async (name) => {
    const server = createServer();
    const port = await portOf(server);
    const closed = new Promise((resolve) => server.on('connection', (socket) => socket.resume().on('close', resolve)));
    expect(await check(`http://${name}:${port}/hook`)).toEqual({
      isWell: true,
      found: `${name} takes connections on port ${port}`,
    });
    await closed;
    server.close();
  },
);

test.each(['localhost', '127.0.0.1', 'app.test'])(
  '%s at a port of the simulator is the simulator itself',
  async (name) => {
    const server = createServer((socket) => socket.resume());
    const port = await portOf(server);
    expect(await check(`http://${name}:${port}/_faxsim/faxes`, addresses('127.0.0.1'), [port])).toEqual({
      isWell: false,
      found: `${name}, port ${port}, is this simulator itself`,
      advice: 'Name the address of your application.',
    });
    server.close();
  },
);

test('each address of a name is tried, as webhooks do', async () => {
  const server = createServer((socket) => socket.resume());
  const port = await portOf(server);
  expect(await check(`http://app.test:${port}/`, addresses('127.0.0.2', '127.0.0.1'))).toMatchObject({ isWell: true });
  server.close();
});

test('a program that is missing is found, and so are addresses that are not called', async () => {
  const port = await freePort();
  expect(await check(`http://fax.localhost:${port}/`)).toMatchObject({
    isWell: false,
    found: `no connection to fax.localhost, port ${port}: ECONNREFUSED`,
  });
  expect(await check('http://app.test/', addresses('192.0.2.1', '192.0.2.2'))).toMatchObject({
    isWell: false,
    found: 'app.test is 192.0.2.1, 192.0.2.2, no private address',
  });
  expect(await check('http://app.test/', addresses())).toMatchObject({ found: 'app.test is not known here' });
});
