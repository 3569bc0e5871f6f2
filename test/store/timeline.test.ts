import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Timeline } from '../../src/store/timeline.ts';

interface Entry {
  readonly time: number;
  readonly key: number;
  readonly record: string;
}

const time = fc.integer({ min: 0, max: 6 });
const operation = fc.record({
  kind: fc.constantFrom('put', 'delete'),
  time,
  key: fc.integer({ min: 0, max: 5 }),
  record: fc.string({ maxLength: 2 }),
});

const sameMoment = (a: Entry, b: Entry): boolean => a.time === b.time && a.key === b.key;

/** The same thing as plainly as possible. */
function naive(operations: readonly (Entry & { kind: string })[]): Entry[] {
  let entries: Entry[] = [];
  for (const { kind, ...entry } of operations) {
    entries = entries.filter((other) => !sameMoment(other, entry));
    if (kind === 'put') entries.push(entry);
  }
  return entries.sort((a, b) => a.time - b.time || a.key - b.key);
}

test('holds what a sorted list would hold, in the same order, and finds the same ranges in it', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), time, time, (operations, from, to) => {
      const timeline = new Timeline<string>();
      for (const { kind, record, ...moment } of operations) {
        if (kind === 'put') timeline.put({ ...moment, record });
        else timeline.delete(moment);
      }
      const expected = naive(operations);
      const within = expected.filter((entry) => entry.time >= from && entry.time <= to);
      const range = timeline.range(from, to);
      expect(timeline.slice(0, timeline.length)).toEqual(expected.map((entry) => entry.record));
      expect(timeline.slice(range.start, range.end)).toEqual(within.map((entry) => entry.record));
    }),
  );
});

test('orders equal times by key, numbers by value and texts by their code units', () => {
  const numbers = new Timeline<number>();
  for (const key of [10, 9, 2]) numbers.put({ time: 0, key, record: key });
  const texts = new Timeline<string>();
  for (const key of ['b', 'a', 'B']) texts.put({ time: 0, key, record: key });
  expect([numbers.slice(0, 3), texts.slice(0, 3)]).toEqual([
    [2, 9, 10],
    ['B', 'a', 'b'],
  ]);
});

test('finds nothing in a range that ends before it starts', () => {
  const timeline = new Timeline<string>();
  timeline.put({ time: 5, key: 1, record: 'a' });
  expect(timeline.range(6, 4)).toEqual({ start: 1, end: 1 });
});
