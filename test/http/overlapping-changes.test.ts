import { describe, expect, test } from '@jest/globals';
import { account } from '../support/examples.ts';
import { manualDisk } from '../support/manual-disk.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

/** A world with a balance of 1000 cents on a disk that the test settles. */
function openWorld() {
  const manual = manualDisk();
  const world = openSimulator({ account: account({ balanceCents: 1000 }), parts: { disk: manual.disk } });
  const { store } = world.simulator.parts.worlds.default;
  const { live } = world;
  return {
    ...{ ...world, manual },
    provision: () => live.post('/v2.1/phone_numbers').type('form').send({ country_code: 1, area_code: 312 }),
    /** Resolves once the account owns, or is about to own, so many numbers. */
    owned: async (count: number): Promise<void> => {
      while (store.phoneNumbers.size < count) await new Promise(setImmediate);
    },
    balance: async (): Promise<unknown> => (await dataOf(live.get('/v2.1/account/status'))).balance,
    numbers: async (): Promise<unknown> => (await dataOf(live.get('/v2.1/phone_numbers'))).length,
  };
}

const statusOf = ({ status }: { status: number }): number => status;

describe('of two numbers that are provisioned at once', () => {
  test('neither is charged when the disk refuses the first', async () => {
    const { manual, provision, owned, balance, numbers } = openWorld();
    const first = provision().then(statusOf);
    await manual.saves(1);
    const second = provision().then(statusOf);
    await owned(2);
    manual.refuse(0);
    expect(await Promise.all([first, second])).toEqual([503, 503]);
    expect([await balance(), await numbers()]).toEqual([1000, 0]);
    manual.open();
    await provision().expect(200);
    expect([await balance(), await numbers()]).toEqual([800, 1]);
  });

  test('the first is charged when the disk refuses the second only', async () => {
    const { manual, provision, owned, balance, numbers } = openWorld();
    const first = provision().then(statusOf);
    await manual.saves(1);
    const second = provision().then(statusOf);
    await owned(2);
    manual.store(0);
    await manual.saves(2);
    manual.refuse(1);
    expect(await Promise.all([first, second])).toEqual([200, 503]);
    expect([await balance(), await numbers()]).toEqual([800, 1]);
  });
});

test('a fax whose charge waits behind a refused change is charged once, when its step is tried again', async () => {
  const { manual, provision, send, clock, balance } = openWorld();
  const sent = send().then(statusOf);
  await manual.saves(1);
  manual.store(0);
  expect(await sent).toBe(200);
  const refused = provision().then(statusOf);
  await manual.saves(2);
  const advanced = clock.advance(10_000); // the conversion, which charges for the page, comes during the save
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  manual.refuse(1);
  manual.open();
  expect(await refused).toBe(503);
  await advanced;
  await clock.runUntilIdle();
  expect(await balance()).toBe(993);
});
