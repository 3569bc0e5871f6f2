import { expect, test } from '@jest/globals';
import { pause } from '../../src/http/broken-wire.ts';
import { manualClock } from '../support/clock.ts';
import { noon } from '../support/examples.ts';

test('a pause lasts for its time on the clock', async () => {
  const clock = manualClock(noon);
  const pausing = pause(clock, 1000);
  await clock.advance(1000);
  await expect(pausing).resolves.toBeUndefined();
});

test('a pause is over when the world ends', async () => {
  const clock = manualClock(noon);
  const pausing = pause(clock, 1000);
  clock.stop();
  await expect(pausing).resolves.toBeUndefined();
});

test('a pause is over at once in a world that has ended already, as between two parts of an answer', async () => {
  const clock = manualClock(noon);
  clock.stop();
  await expect(pause(clock, 1000)).resolves.toBeUndefined();
});
