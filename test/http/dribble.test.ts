import { expect, test } from '@jest/globals';
import { dribble } from '../../src/http/broken-wire.ts';
import { manualClock } from '../support/clock.ts';
import { noon } from '../support/examples.ts';

/** The chunks that a body of so many bytes comes in, and when its end comes, in ms after the beginning. */
async function dribbled(length: number, chunks: number, over: number) {
  const clock = manualClock(noon);
  const body = Buffer.from(Array.from({ length }, (_, at) => at % 251));
  const sent: { at: number; bytes: Uint8Array }[] = [];
  const ends: number[] = [];
  const sink = {
    write: (bytes: Uint8Array) => sent.push({ at: clock.now() - noon, bytes }),
    end: () => ends.push(clock.now() - noon),
  };
  const sending = dribble(sink, body, { chunks, over, clock });
  await clock.advance(over * 2);
  await sending;
  expect(Buffer.concat(sent.map(({ bytes }) => bytes))).toEqual(body);
  return { sizes: sent.map(({ bytes }) => bytes.length), times: sent.map(({ at }) => at), ends };
}

test.each([
  [10, 10],
  [176, 176],
  [180, 180],
  [354, 180],
  [1770, 180],
])('180 bytes in %d chunks come in %d even ones, over the whole time', async (chunks, count) => {
  const { sizes, times, ends } = await dribbled(180, chunks, 2000);
  expect(sizes).toHaveLength(count);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  const gap = 2000 / (count - 1);
  times.forEach((at, index) => expect(at).toBeCloseTo(index * gap, 2));
  expect(ends).toEqual([2000]);
});

test('a body of one byte comes at the end of the time', async () => {
  expect(await dribbled(1, 5, 2000)).toEqual({ sizes: [1], times: [2000], ends: [2000] });
});

test('an answer without a body ends at the end of the time', async () => {
  expect(await dribbled(0, 5, 2000)).toEqual({ sizes: [], times: [], ends: [2000] });
});
