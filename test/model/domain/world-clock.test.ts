import { describe, expect, test } from '@jest/globals';
import { WorldClock } from '../../../src/model/domain/world-clock.ts';
import type { SystemClock } from '../../../src/model/domain/system-clock.ts';
import { manualClock } from '../../support/clock.ts';

const noon = 1_000_000;

/** A machine whose time is moved by hand: `pass` lets it go by, alarms and all. */
function machine() {
  let now = 5000;
  let alarms: { at: number; work: () => void }[] = [];
  const systemClock: SystemClock = {
    now: () => now,
    wake: (afterMs, work) => {
      const alarm = { at: now + afterMs, work };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
  };
  const pass = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const [next] = alarms.toSorted((a, b) => a.at - b.at);
      if (next === undefined || next.at > until) break;
      now = next.at;
      alarms = alarms.filter((other) => other !== next);
      next.work();
    }
    now = until;
  };
  return { systemClock, pass };
}

const failOnFault = (fault: unknown): never => {
  throw fault;
};

describe('a move of a clock', () => {
  test('that is stopped ends after the work of its instant, and the next move goes on from there', async () => {
    const clock = manualClock(noon);
    const seen: number[] = [];
    for (const after of [10, 20, 30]) clock.schedule(noon + after, () => void seen.push(after));
    clock.schedule(noon + 20, () => clock.stopMove());
    await clock.advance(50);
    expect({ seen, now: clock.now() - noon }).toEqual({ seen: [10, 20], now: 20 });
    await clock.advance(50);
    expect({ seen, now: clock.now() - noon }).toEqual({ seen: [10, 20, 30], now: 70 });
  });

  test('that takes long in real time tells how far it came, and lets other work in', async () => {
    const { systemClock, pass } = machine();
    const clock = new WorldClock({ systemClock, startsAt: noon, speed: 0, onFault: failOnFault });
    const told: unknown[] = [];
    clock.onMove((action) => told.push([action, clock.now() - noon, clock.move?.events]));
    for (const after of [10, 20, 30]) {
      clock.schedule(noon + after, () => {
        clock.countEvent();
        pass(200);
        setImmediate(() => pass(0));
      });
    }
    await clock.advance(50);
    expect(told).toEqual([
      ['moving', 20, 2],
      ['moved', 50, undefined],
    ]);
  });
});

describe('a manual clock', () => {
  test('does what is due on the way, in order, each at its own instant, and what follows from it', async () => {
    const clock = manualClock(noon);
    const seen: [string, number][] = [];
    const note = (what: string) => () => void seen.push([what, clock.now() - noon]);
    clock.schedule(noon + 30, note('c'));
    clock.schedule(noon + 10, () => {
      note('a')();
      clock.schedule(noon + 20, note('b'));
      clock.schedule(noon + 100, note('too late'));
    });
    await clock.advance(50);
    expect(seen).toEqual([
      ['a', 10],
      ['b', 20],
      ['c', 30],
    ]);
    expect(clock.now()).toBe(noon + 50);
    await clock.runUntilIdle();
    expect(seen.at(-1)).toEqual(['too late', 100]);
    expect(clock.now()).toBe(noon + 100);
  });

  test.each([Infinity, NaN, 1e15])('is not moved beyond the year 9999, nor by %p ms', async (ms) => {
    const clock = manualClock(noon);
    const seen: string[] = [];
    clock.schedule(noon + 1, () => void seen.push('no'));
    await expect(clock.advance(ms)).rejects.toThrow(RangeError);
    expect({ seen, now: clock.now() }).toEqual({ seen: [], now: noon });
  });

  test('runs until nothing is planned, or for so long at most', async () => {
    const clock = manualClock(noon);
    clock.schedule(noon + 10, () => undefined);
    await clock.runUntilIdle(5);
    expect(clock.now()).toBe(noon + 5);
    await clock.runUntilIdle(1e20);
    expect(clock.now()).toBe(noon + 10);
  });

  test('waits for work that takes its time', async () => {
    const clock = manualClock(noon);
    const seen: string[] = [];
    clock.schedule(noon + 1, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push('slow');
    });
    clock.schedule(noon + 2, () => void seen.push('later'));
    await clock.advance(5);
    expect(seen).toEqual(['slow', 'later']);
  });

  test('does at once what is due at once, though its time stands still', async () => {
    const clock = manualClock(noon);
    const done = new Promise<number>((resolve) => clock.schedule(noon - 5, () => resolve(clock.now())));
    expect(await done).toBe(noon);
  });

  test('forgets upkeep that was cancelled', async () => {
    const clock = manualClock(noon);
    const seen: string[] = [];
    const cancel = clock.scheduleUpkeep(noon + 1, () => void seen.push('no'));
    clock.scheduleUpkeep(noon + 2, () => void seen.push('yes'));
    cancel();
    await clock.advance(5);
    expect(seen).toEqual(['yes']);
  });

  test('is moved by one at a time', async () => {
    const clock = manualClock(noon);
    const first = clock.advance(1);
    await expect(clock.advance(1)).rejects.toThrow('being moved already');
    await first;
  });

  test('that is stopped while it is moved begins nothing more, and does not run on by itself', async () => {
    const { systemClock, pass } = machine();
    const clock = new WorldClock({ systemClock, speed: 1, onFault: failOnFault });
    const seen: string[] = [];
    clock.schedule(clock.now() + 10, () => clock.stop());
    clock.schedule(clock.now() + 20, () => void seen.push('on the way'));
    clock.schedule(clock.now() + 60, () => void seen.push('later'));
    await clock.advance(50);
    pass(1000);
    expect(seen).toEqual([]);
    await expect(clock.advance(1)).rejects.toThrow('its world has been deleted or replaced');
  });

  test('goes on when work fails, and tells of it', async () => {
    const faults: unknown[] = [];
    const clock = new WorldClock({
      systemClock: machine().systemClock,
      speed: 0,
      onFault: (fault) => faults.push(fault),
    });
    clock.schedule(clock.now() + 1, () => Promise.reject(new Error('broken')));
    await clock.advance(5);
    expect(faults).toEqual([new Error('broken')]);
  });
});

describe('a clock with a speed', () => {
  test.each([1, 60])('of %s runs that much faster than the machine', (speed) => {
    const { systemClock, pass } = machine();
    const clock = new WorldClock({ systemClock, startsAt: noon, speed, onFault: failOnFault });
    const seen: number[] = [];
    clock.schedule(noon + 6000, () => void seen.push(clock.now()));
    pass(6000 / speed - 1);
    expect(seen).toEqual([]);
    pass(1);
    expect(seen).toEqual([noon + 6000]);
    expect(clock.now()).toBe(noon + 6000);
  });

  test('goes on from the time it shows when the speed changes', () => {
    const { systemClock, pass } = machine();
    const clock = new WorldClock({ systemClock, startsAt: noon, onFault: failOnFault });
    pass(100);
    clock.speed = 0;
    pass(1000);
    expect(clock.now()).toBe(noon + 100);
    clock.speed = 2;
    pass(50);
    expect(clock.now()).toBe(noon + 200);
  });

  test('can be moved ahead, and runs on from there', async () => {
    const { systemClock, pass } = machine();
    const clock = new WorldClock({ systemClock, startsAt: noon, onFault: failOnFault });
    const seen: number[] = [];
    clock.schedule(noon + 5000, () => void seen.push(clock.now()));
    await clock.advance(60_000);
    expect(seen).toEqual([noon + 5000]);
    pass(10);
    expect(clock.now()).toBe(noon + 60_010);
  });

  test('sets its alarm again for work before all else, and for nothing later', () => {
    const { systemClock, pass } = machine();
    const waits: number[] = [];
    const wake: SystemClock['wake'] = (afterMs, work) => {
      waits.push(afterMs);
      return systemClock.wake(afterMs, work);
    };
    const clock = new WorldClock({ systemClock: { ...systemClock, wake }, startsAt: noon, onFault: failOnFault });
    const seen: number[] = [];
    for (const after of [20, 50, 10, 30]) clock.schedule(noon + after, () => void seen.push(after));
    expect(waits).toEqual([20, 10]);
    pass(60);
    expect(seen).toEqual([10, 20, 30, 50]);
  });

  test('begins what came due together in order', () => {
    const { systemClock, pass } = machine();
    const clock = new WorldClock({ systemClock, startsAt: noon, speed: 1000, onFault: failOnFault });
    const seen: string[] = [];
    clock.schedule(noon + 3, () => void seen.push('b'));
    clock.schedule(noon + 2, () => void seen.push('a'));
    clock.schedule(noon + 3, () => void seen.push('c'));
    pass(1);
    expect(seen).toEqual(['a', 'b', 'c']);
  });
});
