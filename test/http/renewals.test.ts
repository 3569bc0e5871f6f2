import { expect, test } from '@jest/globals';
import type { Disk } from '../../src/store/memory/store.ts';
import { account, day, phoneNumber } from '../support/examples.ts';
import { limitedDisk } from '../support/full-disk.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

const [first, second] = ['+13142666714', '+13142666715'];
const born = Date.parse('2026-10-31T09:00:00-05:00');

function openWorld(disk?: Disk) {
  const numbers = [
    phoneNumber({ number: first, provisionedAt: born, lastBilledAt: born }),
    phoneNumber({ number: second, provisionedAt: born - day, lastBilledAt: born - day }),
  ];
  const world = openSimulator({
    ...{ account: account({ balanceCents: 1000 }), phoneNumbers: numbers },
    parts: { disk },
  });
  const billedAt = async (): Promise<unknown[]> => {
    const owned: { last_billed_at: string }[] = await dataOf(world.live.get('/v2.1/phone_numbers'));
    return owned.map((number) => number.last_billed_at).toSorted();
  };
  const balance = async (): Promise<unknown> => (await dataOf(world.live.get('/v2.1/account/status'))).balance;
  return { ...world, billedAt, balance };
}

test('a number is billed each month, at the instant at which its month ends', async () => {
  const { clock, billedAt, balance } = openWorld();
  await clock.advance(Date.parse('2026-11-30T07:59:59-06:00') - clock.now());
  expect(await balance()).toBe(1000);
  expect(await billedAt()).toEqual(['2026-10-30T09:00:00.000-05:00', '2026-10-31T09:00:00.000-05:00']);
  await clock.advance(1000);
  expect(await balance()).toBe(600);
  expect(await billedAt()).toEqual(['2026-11-30T08:00:00.000-06:00', '2026-11-30T08:00:00.000-06:00']);
  await clock.advance(31 * day);
  expect(await balance()).toBe(200);
  expect(await billedAt()).toEqual(['2026-12-30T08:00:00.000-06:00', '2026-12-31T08:00:00.000-06:00']);
});

test('a jump of a year bills twelve months of each number, below a balance of nothing too', async () => {
  const { clock, billedAt, balance } = openWorld();
  await clock.advance(365 * day);
  expect(await balance()).toBe(1000 - 2 * 12 * 200);
  expect(await billedAt()).toEqual(['2027-10-30T09:00:00.000-05:00', '2027-10-31T09:00:00.000-05:00']);
});

test('a fax that comes after a renewal finds the balance that the renewal left', async () => {
  const { clock, sent, fax } = openWorld();
  await clock.advance(100 * day);
  const id = await sent();
  await clock.runUntilIdle();
  expect(await fax(id)).toMatchObject({ status: 'failure', error_id: 5 });
});

test('a number that was given back is billed no more, and a new one a month after it came', async () => {
  const { clock, live, balance, billedAt } = openWorld();
  await live.delete(`/v2.1/phone_numbers/${first}`).expect(200);
  await live.delete(`/v2.1/phone_numbers/${second}`).expect(200);
  await live.post('/v2.1/phone_numbers').field({ country_code: 1, area_code: 225 }).expect(200);
  await clock.advance(29 * day);
  expect(await balance()).toBe(800);
  await clock.advance(day);
  expect([await balance(), await billedAt()]).toEqual([600, ['2026-12-20T06:00:00.000-06:00']]);
});

test('nothing is due where only months are to be billed', async () => {
  const { anyone, clock } = openWorld();
  const moved = await dataOf(anyone.post('/_faxsim/clock').send({ run_until_idle: '3650d' }));
  expect(moved).toMatchObject({ next_due: null, happened: [] });
  expect(clock.now()).toBe(Date.parse('2026-11-20T12:00:00Z'));
});

test('a month that the disk refuses is billed a moment later, once', async () => {
  const { room, disk } = limitedDisk();
  const { clock, balance } = openWorld(disk);
  room.isLeft = false;
  await clock.advance(Date.parse('2026-11-30T08:00:03-06:00') - clock.now());
  expect(await balance()).toBe(1000);
  room.isLeft = true;
  await clock.advance(1000);
  expect(await balance()).toBe(600);
});
