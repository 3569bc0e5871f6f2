import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { addressPolicy } from '../../src/service/network/address-policy.ts';
import { nameLookup } from '../../src/service/network/name-lookup.ts';
import { pageFetcher } from '../../src/service/network/page-fetcher.ts';
import type { FetchedPage } from '../../src/service/network/page-fetcher.ts';
import { portOf } from '../support/port.ts';
import { projectIn } from '../support/sinch.ts';
import { phoneNumber } from '../support/examples.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

// The holder of one world's key chooses where contents come from and where webhooks go.

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((closed) => server.close(closed));
});

async function listeningSimulator(controlToken?: string) {
  const pages: FetchedPage[] = [];
  const fetch = pageFetcher({ policy: addressPolicy(), lookUp: nameLookup(), isStrict: false });
  const fetchPage: typeof fetch = async (page, signal) => {
    const fetched = await fetch(page, signal);
    pages.push(fetched);
    return fetched;
  };
  const world = openSimulator({ access: { controlToken }, parts: { fetchPage }, phoneNumbers: [phoneNumber()] });
  const server = await world.simulator.listen({ port: 0, host: '0.0.0.0' });
  open.push(server);
  return { world, pages, port: await portOf(server) };
}

type Listening = Awaited<ReturnType<typeof listeningSimulator>>;

const refused = { errorId: 54, reason: 'answered 403' };

/** A server that passes all bytes on to a port: its connections are not those of the simulator. */
async function relayTo(port: number): Promise<number> {
  const relay = createServer((client) => {
    const onward = connect(port, '127.0.0.1');
    client.pipe(onward).pipe(client);
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ] as const)
      socket.on('error', () => undefined).on('close', () => other.destroy());
  });
  open.push(relay);
  return portOf(relay);
}

async function redirectorTo(url: string): Promise<string> {
  const server = createHttpServer((_request, response) => {
    response.writeHead(302, { Location: url, Connection: 'close' }).end();
  });
  open.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/letter`;
}

async function faxOfPage({ world }: Listening, url: string): Promise<void> {
  await dataOf(world.live.post('/v2.1/faxes').field({ to: '+12025550123', content_url: url }));
  await world.clock.runUntilIdle();
}

describe.each([undefined, 'a-token-of-16-characters'])('with the control token %p', (token) => {
  test.each([
    '/_faxsim/worlds',
    '/_faxsim/info',
    '/_faxsim/bundle',
    '/_faxsim/events',
    '/w/default/_faxsim/records/faxes',
    '//_faxsim//worlds',
    '/_FAXSIM/worlds',
  ])('a content URL cannot read %s', async (path) => {
    const simulator = await listeningSimulator(token);
    await faxOfPage(simulator, `http://127.0.0.1:${simulator.port}${path}`);
    expect(simulator.pages).toEqual([refused]);
  });

  test('a redirect leads there neither', async () => {
    const simulator = await listeningSimulator(token);
    await faxOfPage(simulator, await redirectorTo(`http://127.0.0.1:${simulator.port}/_faxsim/worlds`));
    expect(simulator.pages).toEqual([refused]);
  });

  test('v3 reads nothing there either', async () => {
    const simulator = await listeningSimulator(token);
    const contentUrl = `http://127.0.0.1:${simulator.port}/_faxsim/worlds`;
    await projectIn(simulator.world).post('/faxes').send({ to: '+12025550123', contentUrl }).expect(200);
    await simulator.world.clock.runUntilIdle();
    expect(simulator.pages).toEqual([refused]);
  });

  test('a webhook changes nothing there', async () => {
    const { world, port } = await listeningSimulator(token);
    const url = `http://127.0.0.1:${port}/_faxsim/reset`;
    await world.send({ callback_url: url }).expect(200);
    const { parts } = world.simulator;
    const before = parts.worlds.default;
    await world.clock.runUntilIdle();
    expect(parts.worlds.default).toBe(before);
    const [delivery] = before.deliveries.list();
    expect(delivery?.attempts[0]?.answer).toMatchObject({
      status: 403,
      body: expect.stringContaining('The control API takes no request that faxsim makes for a fax or a webhook'),
    });
  });

  test('a request that another program passes on is known too', async () => {
    const simulator = await listeningSimulator(token);
    await faxOfPage(simulator, `http://127.0.0.1:${await relayTo(simulator.port)}/_faxsim/worlds`);
    expect(simulator.pages).toEqual([refused]);
  });

  test('another simulator of this machine tells nothing either', async () => {
    const [asking, asked] = [await listeningSimulator(token), await listeningSimulator()];
    await faxOfPage(asking, `http://127.0.0.1:${await relayTo(asked.port)}/_faxsim/worlds`);
    expect(asking.pages).toEqual([refused]);
  });
});

test.each(['localhost', 'LOCALHOST.', 'fax.localhost', '0.0.0.0', '127.1', '2130706433', '[::ffff:127.0.0.1]'])(
  'the name %s leads a content URL to no control call',
  async (name) => {
    const simulator = await listeningSimulator();
    await faxOfPage(simulator, `http://${name}:${simulator.port}/_faxsim/worlds`);
    expect(simulator.pages).toEqual([refused]);
  },
);

test('a connection is known where its header is lost', async () => {
  const simulator = await listeningSimulator();
  const server = await simulator.world.simulator.listen({ port: 0, host: '127.0.0.1' });
  open.push(server);
  server.prependListener('request', ({ headers }: IncomingMessage) => delete headers['user-agent']);
  await faxOfPage(simulator, `http://127.0.0.1:${await portOf(server)}/_faxsim/worlds`);
  expect(simulator.pages).toEqual([refused]);
});

test('a program of this machine calls as ever, also while faxes are fetched', async () => {
  const simulator = await listeningSimulator();
  await faxOfPage(simulator, `http://127.0.0.1:${simulator.port}/_faxsim/worlds`);
  const answer = await fetch(`http://127.0.0.1:${simulator.port}/_faxsim/worlds`, { headers: { connection: 'close' } });
  expect(answer.status).toBe(200);
});

test('a content URL may lead to the API of the simulator, and to what is public there', async () => {
  const simulator = await listeningSimulator();
  await faxOfPage(simulator, `http://127.0.0.1:${simulator.port}/_faxsim/livez`);
  await faxOfPage(simulator, `http://127.0.0.1:${simulator.port}/v2.1/public/area_codes`);
  expect(simulator.pages).toEqual([
    expect.objectContaining({ kind: 'file', filename: 'livez' }),
    expect.objectContaining({ kind: 'file', filename: 'area_codes' }),
  ]);
});

test('a check of a URL connects, and sends no request', async () => {
  const { world } = await listeningSimulator();
  const received: Buffer[] = [];
  const connections: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    socket.on('data', (bytes) => received.push(bytes));
    connections.push(once(socket, 'close'));
  });
  open.push(server);
  const url = `http://fax.localhost:${await portOf(server)}/_faxsim/reset`;
  expect(await dataOf(world.anyone.post('/_faxsim/webhooks/check').send({ url }))).toMatchObject({ is_well: true });
  await Promise.all(connections);
  expect(connections).toHaveLength(1);
  expect(received).toEqual([]);
});
