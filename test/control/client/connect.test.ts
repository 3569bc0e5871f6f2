import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ControlError, connect } from '../../../src/control/client/connect.ts';
import type { Duration } from '../../../src/model/shared/duration.ts';
import type { WorldHandle } from '../../../src/control/client/connect.ts';
import { routes } from '../../../src/control/client/routes.generated.ts';
import { namesInPath } from '../../../src/model/shared/urls.ts';
import { namesIn } from '../../../src/wire/json-schema.ts';
import { controlRoutes } from '../../../src/control/control-routes.ts';
import { startSimulator } from '../../../src/package/embedded.ts';
import type { RunningSimulator } from '../../../src/package/embedded.ts';

const startTime = new Date('2026-01-31T09:00:00Z');
const start = () => startSimulator({ fixture: 'empty', clock: 0, startTime });

/** As a program may have them that no compiler checks. */
const none = undefined as unknown as Duration;
const nil = null as unknown as Duration;

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await start();
});
afterAll(() => simulator.close());

/** Both ways to the same calls: by HTTP, and directly. */
const ways: [string, () => WorldHandle][] = [
  ['by HTTP', () => connect({ baseUrl: simulator.baseUrl })],
  ['directly', () => simulator],
];

describe.each(ways)('the control surface %s', (_name, handle) => {
  test('makes a world that is moved, changed, saved, returned and deleted', async () => {
    const world = await handle().world({ fixture: 'demo', seed: 3, clock: 0, scenarios: ['outage'] });
    expect(world.baseUrl).toBe(`${simulator.baseUrl}/w/${world.id}`);
    expect(await world.worlds.show()).toMatchObject({ seed: 3, base_url: world.baseUrl, faxes: 250 });
    expect(await world.scenarios.list()).toMatchObject([{ scenario: 'outage' }]);
    expect(await world.scenarios.off('outage')).toEqual([]);
    expect(await world.settings.change({ balance_cents: 7, webhook_token: 'secret' })).toMatchObject({
      balance_cents: 7,
    });
    await world.snapshots.save({ name: 'a.b' });
    expect(await world.clock.advance('45m')).toMatchObject({ now: '2026-01-31T09:45:00.000Z' });
    await world.snapshots.restore({ name: 'a.b' });
    expect(await world.clock.show()).toMatchObject({ now: '2026-01-31T09:00:00.000Z', speed: 0 });
    expect(await world.settings.change({ webhook_token: null })).toMatchObject({
      balance_cents: 7,
      webhook_token: null,
    });
    expect(await world.reset()).toMatchObject({ id: world.id, faxes: 250 });
    expect(await world.settings.show()).not.toMatchObject({ balance_cents: 7 });
    await world.close();
    await expect(world.close()).resolves.toBeUndefined();
    await expect(world.clock.show()).rejects.toMatchObject({ status: 421 });
  });

  test('reads documents, pictures and sent files as bytes', async () => {
    const world = await handle().world({ fixture: 'empty', clock: 0 });
    const { fax } = await world.simulate.receive({ from: '+12025550177' });
    const beginOf = (bytes: Uint8Array) => Buffer.from(bytes.slice(0, 4)).toString('latin1');
    const id = fax?.id ?? 0;
    expect(beginOf(await world.faxes.file({ id }))).toBe('%PDF');
    expect(beginOf(await world.faxes.page({ id, page: 1 }))).toBe('\u0089PNG');
    const body = new FormData();
    body.append('file', new File(['Dear'], 'letter.txt'));
    await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', body });
    expect(beginOf(await world.requests.part({ id: 1, part: 1 }))).toBe('Dear');
    await world.close();
  });

  test('moves a clock in the words of a person', async () => {
    const { clock, close } = await handle().world({ fixture: 'empty', clock: 5 });
    expect(await clock.freeze()).toMatchObject({ speed: 0, happened: [] });
    expect(await clock.set(new Date('2026-02-01T00:00:00Z'))).toMatchObject({ now: '2026-02-01T00:00:00.000Z' });
    expect(await clock.advance('1.5s')).toMatchObject({ now: '2026-02-01T00:00:01.500Z' });
    expect(await clock.runUntilIdle()).toMatchObject({ now: '2026-02-01T00:00:01.500Z', next_due: null });
    await close();
  });

  test('tells of a world by its id, and of the simulator from within it', async () => {
    const { id, close } = await handle().world({ fixture: 'empty' });
    const same = handle().world(id);
    expect(await same.worlds.show()).toMatchObject({ id });
    expect((await same.worlds.list()).map((one) => one.id)).toContain('default');
    await close();
  });

  test.each([
    [
      'an unknown parameter',
      (to: WorldHandle) => to.clock.move({ advanse: '1s' } as object),
      422,
      /nearest is advance$/,
    ],
    [
      'a wrong value',
      (to: WorldHandle) => to.clock.advance('soon' as Duration),
      422,
      /^advance must be a duration such as/,
    ],
    ['a wrong part of a path', (to: WorldHandle) => to.snapshots.restore({ name: 'a/b' }), 422, /^name must be/],
    [
      'something that is not there',
      (to: WorldHandle) => to.snapshots.restore({ name: 'none' }),
      404,
      /there is no snapshot none/,
    ],
    [
      'an unknown world',
      (to: WorldHandle) => to.world('none').clock.show(),
      421,
      /^This process has no world none; PUT \/_faxsim\/worlds\/none creates it$/,
    ],
    ['a wrong filter', (to: WorldHandle) => to.webhooks.list({ fax: 0 }), 422, /^fax must be the id of a fax/],
    ['an end of the default world', (to: WorldHandle) => to.worlds.delete({ id: 'default' }), 422, /can be reset$/],
  ])('refuses %s with a ControlError', async (_what, act, status, message) => {
    const error: unknown = await act(handle()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ControlError);
    expect(error).toMatchObject({ name: 'ControlError', status, message: expect.stringMatching(message) });
  });
});

describe.each(ways)('the arguments of a call %s', (_name, handle) => {
  const duration = 'advance must be a duration such as 60s or 5m, got';
  const time = 'set must be an RFC 3339 time such as 2026-01-31T09:00:00Z, from 1900 to the beginning of 9000, got';
  test.each<[string, (to: WorldHandle) => Promise<unknown>, string]>([
    [
      'an undefined time to advance by',
      (to) => to.clock.advance(none),
      'advance, set, run_until_idle, settle or speed is required',
    ],
    ['null', (to) => to.clock.advance(nil), `${duration} null`],
    ['an empty text', (to) => to.clock.advance('' as Duration), `${duration} ""`],
    ['NaN', (to) => to.clock.advance(NaN as unknown as Duration), 'advance cannot be NaN'],
    ['Infinity', (to) => to.clock.advance(Infinity as unknown as Duration), 'advance cannot be Infinity'],
    ['a BigInt', (to) => to.clock.advance(5n as unknown as Duration), 'advance cannot be 5n'],
    ['an undefined time', (to) => to.clock.set(none), 'advance, set, run_until_idle, settle or speed is required'],
    ['null as a time', (to) => to.clock.set(nil), `${time} null`],
    ['a date that is none', (to) => to.clock.set(new Date(NaN)), 'set cannot be Invalid Date'],
    ['null as a limit', (to) => to.clock.runUntilIdle(nil), `${duration.replace('advance', 'run_until_idle')} null`],
    ['a number without a unit', (to) => to.clock.advance(60 as unknown as Duration), `${duration} 60`],
    [
      'an empty speed',
      (to) => to.clock.move({ speed: '' as 'real' }),
      'speed must be real, manual or a number from 0 to 100000, got ""',
    ],
    ['the former name of the speed', (to) => to.clock.move({ pace: 0 } as object), 'pace must be speed'],
    ['no move', (to) => to.clock.move(), 'advance, set, run_until_idle, settle or speed is required'],
    ['null for a world', (to) => to.world(nil as unknown as object), 'worlds.put takes an object, and got null'],
    ['a number for a world', (to) => to.world(5 as unknown as object), 'worlds.put takes an object, and got 5'],
    ['null for an export', (to) => to.exchange.import(nil as never), 'exchange.import takes an object, and got null'],
    [
      'a BigInt within',
      (to) => to.settings.change({ rate_limit: [5n] as unknown as '1/1s' }),
      'not all that is given can be written as JSON: TypeError: Do not know how to serialize a BigInt',
    ],
  ])('is refused where it is %s, and nothing moves', async (_what, act, message) => {
    const before = await simulator.clock.show();
    await expect(act(handle())).rejects.toMatchObject({ name: 'ControlError', status: 422, message });
    expect(await simulator.clock.show()).toEqual(before);
  });
});

test('an import needs an export, which is one by its type', async () => {
  const world = await simulator.world({ fixture: 'empty' });
  const use = () => [
    // @ts-expect-error -- nothing is no export
    world.exchange.import(),
    // @ts-expect-error -- nor is something else
    world.exchange.import({ seed: 1 }),
  ];
  expect(await world.exchange.import(await world.exchange.export())).toMatchObject({ id: world.id });
  expect(typeof use).toBe('function');
  await world.close();
});

describe('once a simulator is closed', () => {
  test('its calls are refused', async () => {
    const closed = await start();
    const world = await closed.world();
    await closed.close();
    const calls = [
      () => closed.clock.show(),
      () => closed.world(),
      () => world.clock.advance('1ms'),
      () => closed.reset(),
    ];
    for (const act of calls) {
      await expect(act()).rejects.toMatchObject({
        name: 'ControlError',
        status: 503,
        message: 'The simulator is closed',
      });
    }
  });

  test('after the world is deleted, closing it does nothing', async () => {
    const closed = await start();
    const client = connect({ baseUrl: closed.baseUrl });
    for (const { id, worlds, close } of [await closed.world(), await client.world()]) {
      await worlds.delete({ id });
      await expect(close()).resolves.toBeUndefined();
    }
    const left = [await closed.world(), await client.world()];
    await closed.close();
    for (const { close } of left) {
      await expect(close()).resolves.toBeUndefined();
      await expect(close()).resolves.toBeUndefined();
    }
  });
});

describe('a client', () => {
  const missing = 'connect: baseUrl is required; is FAXSIM_URL set?';
  const wrong = 'connect: baseUrl must be an http or https URL such as http://127.0.0.1:8329, got';
  const baseUrl = 'http://127.0.0.1:8329';
  test.each<[unknown, string]>([
    [undefined, missing],
    [{}, missing],
    [{ baseUrl: undefined }, missing],
    [{ baseUrl: '' }, missing],
    [{ baseUrl: 'localhost:8329' }, `${wrong} "localhost:8329"`],
    [{ baseUrl: null }, `${wrong} null`],
    [{ baseUrl: `${baseUrl}/v2.1` }, `connect: baseUrl has no version: ${baseUrl}, without v2.1`],
    [{ baseUrl: `${baseUrl}/w/mine/v1/` }, `connect: baseUrl has no version: ${baseUrl}/w/mine, without v1`],
    [{ baseUrl: 'me:pass@there' }, `${wrong} "•••@there"`],
    [
      { baseUrl: 'http://me:pass@there' },
      'connect: baseUrl has no user name and no password; a simulator for other machines has a token',
    ],
    [{ baseUrl, world: '' }, 'connect: world must be the id of a world, got ""'],
  ])('is not made from %j', (options, message) => {
    expect(() => connect(options as { baseUrl: string })).toThrow(new TypeError(message));
  });

  test('of the base URL of a world is about that world', async () => {
    const { id, baseUrl, close } = await simulator.world({ fixture: 'empty' });
    const client = connect({ baseUrl: `${baseUrl}/` });
    expect([client.id, client.baseUrl]).toEqual([id, baseUrl]);
    expect(await client.worlds.show()).toMatchObject({ id });
    expect((await client.worlds.list()).length).toBeGreaterThan(1);
    await close();
  });

  test('says that no server answers, or that the server is no simulator', async () => {
    const other = await start();
    await other.close();
    const refused = connect({ baseUrl: other.baseUrl });
    await expect(refused.clock.show()).rejects.toMatchObject({
      name: 'ControlError',
      status: undefined,
      message: `no answer from ${other.baseUrl}: ECONNREFUSED`,
    });
    const elsewhere = connect({ baseUrl: `${simulator.baseUrl}/_faxsim/livez?` });
    await expect(elsewhere.clock.show()).rejects.toMatchObject({
      message: expect.stringMatching(/answers with status 200, and not as faxsim does$/),
    });
  });
});

describe('the connection to a simulator of this machine', () => {
  /** A simulator as far as `clock.show` needs one, and the ports from which its clients called. */
  async function server() {
    const ports: (number | undefined)[] = [];
    let isClosing = false;
    const listener = createServer((request, response) => {
      ports.push(request.socket.remotePort);
      if (isClosing) request.socket.resetAndDestroy();
      isClosing = false;
      response.end(JSON.stringify({ success: true, data: { now: 'then' } }));
    });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const close = async (): Promise<void> => {
      listener.closeAllConnections();
      await once(listener.close(), 'close');
    };
    const { port } = listener.address() as AddressInfo;
    const closeNext = (): void => void (isClosing = true);
    return { ports, close, closeNext, client: connect({ baseUrl: `http://127.0.0.1:${port}` }) };
  }

  test('serves one call after the other', async () => {
    const { client, ports, close } = await server();
    for (let call = 0; call < 3; call++) await client.clock.show();
    expect(ports).toHaveLength(3);
    expect(new Set(ports).size).toBe(1);
    await close();
  });

  test('is opened once more where the simulator has closed it in the meantime', async () => {
    const { client, ports, close, closeNext } = await server();
    await client.clock.show();
    closeNext();
    expect(await client.clock.show()).toEqual({ now: 'then' });
    expect(new Set(ports).size).toBe(2);
    await close();
  });
});

test('every call of the control surface is in the list that clients call by', () => {
  const rows = Object.entries(controlRoutes).map(([group, named]) => [
    group,
    Object.entries(named).map(([name, { method, path, isGlobal }]) => ({ name, method, path, isGlobal })),
  ]);
  const listed = Object.entries(routes).map(([group, named]) => [
    group,
    Object.entries(named).map(([name, { method, path, isGlobal }]) => ({ name, method, path, isGlobal })),
  ]);
  expect(listed).toEqual(rows);
  const all = Object.values(controlRoutes).flatMap((named) => Object.values(named));
  expect(all.filter(({ path, schema }) => namesInPath(path).some((name) => !namesIn(schema).includes(name)))).toEqual(
    [],
  );
});
