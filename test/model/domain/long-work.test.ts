import { expect, test } from '@jest/globals';
import { held } from '../../support/held.ts';
import { LongWork } from '../../../src/model/domain/long-work.ts';

/** A machine whose alarms ring on request. */
function machine() {
  const alarms = new Set<() => void>();
  return {
    now: () => 1000,
    wake: (_afterMs: number, work: () => void) => {
      alarms.add(work);
      return () => void alarms.delete(work);
    },
    ring: () => alarms.forEach((work) => work()),
    alarms,
  };
}

const task = { kind: 'import', world: 'orders', unit: 'records' } as const;

test('says how far work is at the moment of the look', async () => {
  const work = new LongWork(machine());
  let done = 0;
  const { wait, letGo } = held();
  const running = work.during({ ...task, reached: () => ({ done, total: 9 }) }, () => wait().then(() => 'all'));
  expect(work.running).toEqual([{ id: 1, ...task, since: 1000, ageMs: 0, done: 0, total: 9 }]);
  done = 4;
  expect(work.running).toMatchObject([{ done: 4 }]);
  letGo();
  expect(await running).toBe('all');
  expect(work.running).toEqual([]);
});

test('tells of work that lasts, and not of short work; failed work has ended too', async () => {
  const systemClock = machine();
  const work = new LongWork(systemClock);
  const changes: string[] = [];
  work.watch(({ world }, change) => changes.push(`${world} ${change}`));
  const reached = () => ({ done: 0, total: null });
  await work.during({ ...task, reached }, () => Promise.resolve());
  expect(systemClock.alarms.size).toBe(0);
  const { wait, letGo } = held();
  const running = work.during({ ...task, reached }, async () => {
    await wait();
    throw new Error('the disk is full');
  });
  systemClock.ring();
  expect(changes).toEqual(['orders started']);
  letGo();
  await expect(running).rejects.toThrow('the disk is full');
  expect(changes).toEqual(['orders started', 'orders ended']);
});
