import { beforeAll, describe, expect, test } from '@jest/globals';
import { generate } from '../../../fixtures/catalogue.ts';
import type { Fax } from '../../../src/model/domain/fax.ts';
import { numbersOf } from '../../../src/model/domain/fax.ts';
import { callerNameBehind, nameBehind } from '../../../fixtures/fiction/parties.ts';
import type { Contents } from '../../../src/store/memory/contents.ts';
import { account, noon, phoneNumber } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';

const hour = 3_600_000;
/** Without port orders, and without an application that gets webhooks. */
let demo: Contents;
beforeAll(async () => {
  const generated = await generate('demo', { seed: 3, now: noon, size: 0, fileStorage: true });
  const phoneNumbers = generated.phoneNumbers.map((owned) => ({ ...owned, callbackUrl: null }));
  demo = { ...generated, portOrders: [], phoneNumbers };
});

function openDemo(traffic: string | null) {
  const opened = openSimulator(demo);
  return { ...opened, start: () => opened.anyone.patch('/_faxsim/settings').send({ traffic }).expect(200) };
}

const newFaxes = (faxes: Iterable<Fax>): Fax[] => {
  const known = new Set(demo.faxes.map(({ id }) => id));
  return [...faxes].filter(({ id }) => !known.has(id));
};

async function after(hours: number, traffic: string | null = '30/h'): Promise<Fax[]> {
  const { start, clock, simulator } = openDemo(traffic);
  await start();
  await clock.advance(hours * hour);
  return newFaxes(simulator.parts.worlds.default.store.faxes.values());
}

describe('traffic of 30 faxes an hour', () => {
  test('brings so many faxes in both directions, spread over the time', async () => {
    const faxes = await after(4);
    expect(faxes.length).toBeGreaterThan(100);
    expect(faxes.length).toBeLessThan(140);
    const sent = faxes.filter((fax) => fax.direction === 'sent');
    expect(sent.length / faxes.length).toBeGreaterThan(0.4);
    expect(sent.length / faxes.length).toBeLessThan(0.8);
    const times = faxes.map(({ createdAt }) => createdAt);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(600_000); // a blocking rule stops some of them
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(59_000);
  });

  test('is the same again with the same seed', async () => {
    expect(await after(1)).toEqual(await after(1));
  });

  test('has the customers of the account send, and pays for their faxes', async () => {
    const { start, clock, simulator } = openDemo('30/h');
    await start();
    const { store } = simulator.parts.worlds.default;
    const before = store.account.balanceCents;
    await clock.advance(3 * hour);
    const faxes = newFaxes(store.faxes.values());
    const owned = new Set([...store.phoneNumbers.keys()].map(nameBehind));
    const sent = faxes.filter((fax) => fax.direction === 'sent');
    expect(sent.filter((fax) => !owned.has(fax.tags['customer'] ?? ''))).toEqual([]);
    expect(sent.filter((fax) => fax.status === 'success').length).toBeGreaterThan(sent.length * 0.8);
    expect(store.account.balanceCents).toBeLessThan(before);
  });

  test('stops when the setting is taken back, and the clock can run until nothing is due', async () => {
    const { anyone, clock, simulator } = openSimulator({});
    const { faxes } = simulator.parts.worlds.default.store;
    await anyone.patch('/_faxsim/settings').send({ traffic: '30/h' }).expect(200);
    await clock.runUntilIdle();
    await clock.advance(hour);
    await clock.runUntilIdle();
    expect(faxes.size).toBeGreaterThan(20);
    await anyone.patch('/_faxsim/settings').send({ traffic: null }).expect(200);
    const { size } = faxes;
    await clock.advance(5 * hour);
    expect(faxes.size).toBe(size);
  });
});

test('there is no traffic unless it is asked for', async () => {
  expect(await after(2, null)).toEqual([]);
});

test('traffic in an account without numbers goes through the public number', async () => {
  const { clock, simulator, anyone } = openSimulator({});
  await anyone.patch('/_faxsim/settings').send({ traffic: '60/h' }).expect(200);
  await clock.advance(hour);
  const faxes = [...simulator.parts.worlds.default.store.faxes.values()];
  expect(faxes.length).toBeGreaterThan(40);
});

describe('traffic in an account with one number and no known partners', () => {
  const line = '+12255550142';

  async function tenHours(): Promise<Fax[]> {
    const { clock, simulator, anyone } = openSimulator({
      account: account({ balanceCents: 1_000_000 }),
      phoneNumbers: [phoneNumber({ number: line })],
    });
    await anyone.patch('/_faxsim/settings').send({ traffic: '30/h' }).expect(200);
    await clock.advance(10 * hour);
    return [...simulator.parts.worlds.default.store.faxes.values()];
  }

  test('goes to many partners, and comes from many', async () => {
    const faxes = await tenHours();
    const sent = faxes.filter((fax) => fax.direction === 'sent');
    expect(new Set(sent.map(({ recipients: [to] }) => to?.number)).size).toBeGreaterThan(7);
    expect(new Set(faxes.map(({ fromNumber }) => fromNumber)).size).toBeGreaterThan(7);
  });

  test('names each caller on all of its calls, or on none', async () => {
    const received = (await tenHours()).filter((fax) => fax.direction === 'received');
    expect(received.map((fax) => fax.callerName)).toEqual(
      received.map((fax) => callerNameBehind(fax.fromNumber ?? '')),
    );
  });

  test('has some failures, and one line that is always busy', async () => {
    const faxes = await tenHours();
    const failed = faxes.filter(({ status }) => status === 'failure');
    expect(failed.length / faxes.length).toBeGreaterThan(0.02);
    expect(failed.length / faxes.length).toBeLessThan(0.15);
    const isBusy = ({ error }: Fax): boolean => error?.id === 17;
    const [busyLine, ...others] = new Set(failed.filter(isBusy).flatMap(numbersOf));
    expect(others.filter((number) => number !== line)).toEqual([]);
    const calls = faxes.filter((fax) => fax.recipients.some(({ number }) => number === busyLine));
    expect(calls.filter(({ status }) => status === 'success')).toEqual([]);
    expect(failed.some((fax) => !isBusy(fax))).toBe(true);
  });

  test('is the same again with the same seed', async () => {
    expect(await tenHours()).toEqual(await tenHours());
  });
});

test('traffic leaves the busy line of the demo busy', async () => {
  const before = demo.faxes.filter(({ error }) => error?.id === 17).flatMap(({ recipients }) => recipients[0]?.number);
  const busy = (await after(10)).filter(({ error }) => error?.id === 17);
  expect(busy.length).toBeGreaterThan(0);
  expect(new Set(busy.map(({ recipients }) => recipients[0]?.number))).toEqual(new Set(before));
});

test.each(['30', '0/h', '30/', '2000/s', 'h/30', 30])('traffic must be faxes in a time, not %p', async (traffic) => {
  const { anyone } = openSimulator({});
  await anyone.patch('/_faxsim/settings').send({ traffic }).expect(422);
});

test.each([1000, 1017])('traffic never takes a called test number +1 555 555 %d for a partner', async (end) => {
  const number = `+1555555${end}`;
  const { clock, simulator, anyone, sent } = openSimulator({ account: account({ balanceCents: 1_000_000 }) });
  await sent({ to: number });
  await anyone.patch('/_faxsim/settings').send({ traffic: '60/h' }).expect(200);
  await clock.advance(5 * hour);
  const faxes = [...simulator.parts.worlds.default.store.faxes.values()];
  expect(faxes.length).toBeGreaterThan(200);
  expect(faxes.filter((fax) => numbersOf(fax).includes(number))).toHaveLength(1);
});
