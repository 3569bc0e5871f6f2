import { expect, test } from '@jest/globals';
import { Pulse, wasBusyBetween } from '../../../src/lab/sweep/machine.ts';

test.each([
  ['was busy without idle time', 40, true],
  ['was not busy with idle time', 400, false],
])('a machine %s', (_name, idle, isBusy) => {
  expect(wasBusyBetween({ all: 5000, idle: 1000 }, { all: 7000, idle: 1000 + idle })).toBe(isBusy);
});

test('a process that is suspended has a long stop, and one that beats has none', () => {
  const pulse = new Pulse(1000);
  for (const now of [1100, 1201, 1320]) pulse.beat(now);
  expect(pulse.longestStopMs).toBe(19);
  pulse.beat(3420);
  pulse.beat(3520);
  expect(pulse.longestStopMs).toBe(2000);
});
