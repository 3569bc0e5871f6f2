import { expect, test } from '@jest/globals';
import { SteadyEstimate } from '../../../src/lab/sweep/steady-estimate.ts';

/** The times shown at each second of a work, whose estimates a function gives. */
function shown(workMs: number, estimateAt: (at: number, truth: number) => number): readonly number[] {
  const estimate = new SteadyEstimate();
  const seconds = Array.from({ length: workMs / 1000 }, (_, second) => second * 1000);
  return seconds.map((at) => estimate.leftMs(estimateAt(at, workMs - at), at));
}

/** The largest difference to a countdown from one second to the next, as a share of the time shown. */
const largestJump = (times: readonly number[]): number =>
  Math.max(...times.slice(1).map((time, at) => Math.abs(time - (times[at]! - 1000)) / Math.max(times[at]!, 10_000)));

test('counts down while estimates jump between half and twice the remaining time', () => {
  const times = shown(120_000, (at, truth) => truth * (at % 2000 === 0 ? 2 : 0.5));
  expect(largestJump(times.slice(5))).toBeLessThan(0.15);
});

test('counts down by the clock while estimates are right', () => {
  expect(largestJump(shown(60_000, (_at, truth) => truth))).toBeCloseTo(0);
});

test('comes to a new estimate without a jump', () => {
  const times = shown(120_000, (at, truth) => (at < 30_000 ? truth / 3 : truth));
  expect(largestJump(times)).toBeLessThan(0.4);
  expect(times[90]! / 30_000).toBeCloseTo(1, 0);
});

test('does not depend on how often it is asked', () => {
  const [seldom, often] = [new SteadyEstimate(), new SteadyEstimate()];
  for (const estimate of [seldom, often]) estimate.leftMs(60_000, 0);
  for (let at = 100; at < 6000; at += 100) often.leftMs(40_000 - at, at);
  expect(often.leftMs(34_000, 6000) / seldom.leftMs(34_000, 6000)).toBeCloseTo(1, 1);
});
