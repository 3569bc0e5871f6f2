import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { draw, drawInteger, drawSeries } from '../../../src/model/domain/draws.ts';
import { parseDuration } from '../../../src/model/shared/duration.ts';
import { errorOfTestNumber } from '../../../src/model/domain/phone-number.ts';

describe('a draw', () => {
  test('is the same in a series', () => {
    const series = drawSeries(12, 7, 'credentials', 'é', 3);
    expect(series).toEqual(series.map((_, at) => draw(7, 'credentials', 'é', 3, at)));
  });

  test('depends on all bits of the seed', () => {
    const seeds = [1, 2 ** 32 + 1, 2 ** 33 + 1, -1, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
    const drawn = seeds.map((seed) => drawInteger({ min: 0, max: 2 ** 40 }, seed, 'part'));
    expect(new Set(drawn).size).toBe(seeds.length);
  });

  test('depends on the seed and its parts alone, and lies within its range', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.string()), fc.integer({ min: 0, max: 1000 }), (seed, parts, width) => {
        const range = { min: 5, max: 5 + width };
        const drawn = drawInteger(range, seed, ...parts);
        expect(drawn).toBeGreaterThanOrEqual(range.min);
        expect(drawn).toBeLessThanOrEqual(range.max);
        drawInteger(range, seed, ...parts, 'another');
        expect(drawInteger(range, seed, ...parts)).toBe(drawn);
      }),
    );
  });

  test('reads no global for each character, which would be slow in the context of a test runner', () => {
    const imul = jest.spyOn(Math, 'imul');
    const floor = jest.spyOn(Math, 'floor');
    drawInteger({ min: 0, max: 9 }, 1, 'part');
    const calls = [imul, floor].map((spy) => spy.mock.calls.length);
    jest.restoreAllMocks();
    expect(calls).toEqual([0, 0]);
  });

  test('is spread evenly', () => {
    const counts = Array<number>(10).fill(0);
    for (let index = 0; index < 10_000; index++) {
      const drawn = drawInteger({ min: 0, max: 9 }, 1, 'spread', index);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

test.each([
  ['45m', 2_700_000],
  ['1.5h', 5_400_000],
  ['250ms', 250],
  ['2s', 2000],
  ['1d', 86_400_000],
  ['1000', undefined],
  ['0', 0],
  ['-1s', undefined],
  ['2w', 1_209_600_000],
  ['1y', undefined],
  ['soon', undefined],
  ['', undefined],
])('the duration %p is %p ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each([
  ['+15555551017', 17],
  ['+15555551133', 133],
  ['+15555551000', undefined],
  ['+15555551999', undefined],
  ['+15555550017', undefined],
  ['+12025551017', undefined],
])('the number %s stands for the error %p', (number, id) => {
  expect(errorOfTestNumber(number)?.id).toBe(id);
});
