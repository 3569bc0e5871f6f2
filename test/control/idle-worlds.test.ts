import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { directTransport } from '../../src/http/direct-transport.ts';
import { worldHandle } from '../../src/control/client/world-handle.ts';
import { standstill } from '../support/clock.ts';
import { portOf } from '../support/port.ts';
import { openSimulator } from '../support/simulator.ts';

const idleMs = 1000;

/** A simulator with a world `one`, which no other client calls, and a manual system clock. */
async function openIdling() {
  let now = 0;
  const opened = openSimulator({ limits: { idleMs }, parts: { systemClock: { ...standstill, now: () => now } } });
  const { app, parts } = opened.simulator;
  const { factory, worlds } = parts;
  const one = await factory.create({ id: 'one', recipe: { fixture: 'empty' } });
  const { key, secret } = one.credentials.live;
  return {
    ...opened,
    one,
    /** Calls with the key of the world, at the root. */
    keyed: request.agent(app).auth(key, secret),
    /** Whether the world is there still, so many real ms later. */
    isThereAfter: async (ms: number): Promise<boolean> => {
      now += ms;
      await factory.sweep();
      return worlds.get('one') !== undefined;
    },
    handle: worldHandle(directTransport(parts, '')).world('one'),
  };
}

type Idling = Awaited<ReturnType<typeof openIdling>>;

interface UnderWay {
  readonly ended: Promise<unknown>;
  readonly end: () => unknown;
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise(setImmediate);
};

/** Holds up whatever moves the clock of the world. */
function holdUp({ one }: Idling) {
  const { clock } = one.world;
  const held: (() => void)[] = [];
  clock.schedule(clock.now() + 1, () => new Promise<void>((resolve) => held.push(resolve)));
  return { begun: () => until(() => held.length > 0), end: () => held[0]?.() };
}

/** A fax that is sent with the key in the header, by a client that has sent half of its body. */
async function upload({ simulator, one }: Idling, path: string): Promise<UnderWay> {
  const { key, secret } = one.credentials.live;
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(await portOf(server), '127.0.0.1');
  const body = 'to=%2B12025550123&content_url=https%3A%2F%2Fexample.com';
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const arrived = once(server, 'request');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 9)}`);
  await arrived;
  const answer = once(socket, 'data').then(([data]) => expect(String(data)).toContain('HTTP/1.1 200'));
  const ended = Promise.all([answer, once(socket, 'close')]).then(() => simulator.close());
  return { ended, end: () => socket.write(body.slice(9)) };
}

const underWay: Readonly<Record<string, (world: Idling) => Promise<UnderWay>>> = {
  'a wait for a request': async ({ anyone, keyed, one }) => {
    const wait = anyone.post('/w/one/_faxsim/requests/wait').send({ timeout: '4m' });
    const ended = wait.expect(200).then(() => undefined);
    await until(() => one.world.journal.waiting > 0);
    return { ended, end: () => keyed.get('/w/one/v2.1/faxes').expect(200) };
  },
  'a wait of the program that embeds it': async ({ handle, keyed, one }) => {
    const ended = handle.requests.wait({ timeout: '4m' });
    await until(() => one.world.journal.waiting > 0);
    return { ended, end: () => keyed.get('/v2.1/faxes').expect(200) };
  },
  'a move of its clock': async (world) => {
    const { begun, end } = holdUp(world);
    const ended = world.anyone.post('/w/one/_faxsim/clock').send({ advance: '5ms' }).expect(200).then(() => undefined); // prettier-ignore
    await begun();
    return { ended, end };
  },
  'a run until it is idle, by the program that embeds it': async (world) => {
    const { begun, end } = holdUp(world);
    const ended = world.handle.clock.runUntilIdle();
    await begun();
    return { ended, end };
  },
  'an answer that a scenario delays': async ({ keyed, one, handle }) => {
    const source = 'name: slow\ndescription: All is slow.\nrules: [{ id: all, on: "*", do: { delay: 1h } }]';
    await handle.scenarios.switch({ source });
    const ended = keyed.get('/v2.1/faxes').expect(200).then(() => undefined); // prettier-ignore
    await until(() => one.world.clock.nextDue !== undefined);
    return { ended, end: () => one.world.clock.advance(3_600_000) };
  },
  'an upload to its base URL': (world) => upload(world, '/w/one/v2.1/faxes'),
  'an upload with its key': (world) => upload(world, '/v2.1/faxes'),
};

describe('a world is in use', () => {
  test.each(Object.keys(underWay))('while there is %s, and for so long after the end of it', async (name) => {
    const world = await openIdling();
    const { ended, end } = await underWay[name]!(world);
    expect(await world.isThereAfter(10 * idleMs)).toBe(true);
    expect(await world.isThereAfter(10 * idleMs)).toBe(true);
    await end();
    await ended;
    await new Promise(setImmediate); // the server hears of the end of the connection
    expect(await world.isThereAfter(idleMs)).toBe(true);
    expect(await world.isThereAfter(1)).toBe(false);
  });

  test('no longer, once a client went away that waited', async () => {
    const world = await openIdling();
    const client = new AbortController();
    const url = `${await world.listen()}/w/one/_faxsim/requests/wait`;
    const waiting = fetch(url, { method: 'POST', signal: client.signal });
    await until(() => world.one.world.journal.waiting > 0);
    client.abort();
    await expect(waiting).rejects.toThrow();
    await until(() => world.one.world.journal.waiting === 0);
    expect(await world.isThereAfter(idleMs + 1)).toBe(false);
    await world.simulator.close();
  });

  test.each(['/w/one/v2.1/countries', '/w/one/nothing', '/w/one/_faxsim/livez'])(
    'when %s is called, whatever the answer',
    async (path) => {
      const world = await openIdling();
      expect(await world.isThereAfter(idleMs)).toBe(true);
      await world.anyone.get(path);
      expect(await world.isThereAfter(idleMs)).toBe(true);
      expect(await world.isThereAfter(1)).toBe(false);
    },
  );

  test('when its key comes as a parameter', async () => {
    const world = await openIdling();
    const { key, secret } = world.one.credentials.live;
    expect(await world.isThereAfter(idleMs)).toBe(true);
    await world.anyone.get('/v2/faxes').query({ api_key: key, api_secret: secret }).expect(200);
    expect(await world.isThereAfter(idleMs)).toBe(true);
  });
});
