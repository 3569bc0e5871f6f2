import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Errands } from '../../../src/model/domain/errands.ts';

/** Errands of a move, on a machine that calls back when `look` says that so many ms have passed; it is never idle. */
function stage() {
  let now = 0;
  const waiting: (() => void)[] = [];
  const systemClock = {
    now: () => now,
    wake: (_afterMs: number, work: () => void) => (waiting.push(work), () => undefined),
    idledMs: () => 1,
  };
  const awaited = new Set<Promise<void>>();
  const errands = new Errands({ systemClock, isAwaited: () => true, isHeld: () => false, awaited });
  const look = async (passedMs: number): Promise<void> => {
    now += passedMs;
    for (const work of waiting.splice(0)) work();
    await turn();
  };
  return { errands, look, awaited };
}

const of = { receiver: 'http://127.0.0.1:9001', subject: 'deliveries 1' };
const never = new Promise<void>(() => undefined);

test('a move goes on to wait for a receiver while the own work of the process takes long', async () => {
  const { errands, look, awaited } = stage();
  void errands.run(of, (errand) => errand.waitFor(never));
  await look(20);
  await look(10_000);
  expect(awaited.size).toBe(1);
});

test('a move leaves a receiver open that does not answer on a busy machine either', async () => {
  const { errands, look, awaited } = stage();
  void errands.run(of, (errand) => errand.waitFor(never));
  for (let looks = 0; looks < 101; looks++) await look(20);
  expect(awaited.size).toBe(0);
});
