import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Timeline } from '../../../src/store/memory/timeline.ts';

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

const order = { timeOf: (entry: Entry) => entry.time, keyOf: (entry: Entry) => entry.key };

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

const step = fc.record({ operation, forks: fc.boolean(), fork: fc.nat(3) });
const capacity = fc.integer({ min: 1, max: 5 });

test('it and its forks hold what sorted lists would hold, and find the same ranges, with pieces of any size', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), capacity, time, time, (steps, pieceSize, from, to) => {
      type Operations = (Entry & { kind: string })[];
      const pairs = [{ timeline: new Timeline<Entry>(order, pieceSize), operations: [] as Operations }];
      for (const { operation: it, forks, fork } of steps) {
        const { timeline, operations } = pairs[fork % pairs.length]!;
        const { kind, ...entry } = it;
        if (kind === 'put') timeline.put(entry);
        else timeline.delete(entry);
        operations.push(it);
        if (forks && pairs.length < 4) pairs.push({ timeline: timeline.fork(), operations: [...operations] });
        if (forks) timeline.range(from, to); // a question in between changes nothing
      }
      for (const { timeline, operations } of pairs) {
        const expected = naive(operations);
        const within = expected.filter((entry) => entry.time >= from && entry.time <= to);
        const range = timeline.range(from, to);
        expect(timeline.length).toBe(expected.length);
        expect([...timeline.values()]).toEqual(expected);
        expect(timeline.slice(0, timeline.length)).toEqual(expected);
        expect(timeline.slice(range.start, range.end)).toEqual(within);
      }
    }),
  );
});

test('one that is made of many entries at once, in any order, takes changes like another', () => {
  const puts = fc.array(
    operation.map((it) => ({ ...it, kind: 'put' })),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(puts, operation, capacity, (first, { kind, ...entry }, pieceSize) => {
      const unsorted = naive(first).toSorted((a, b) => a.record.localeCompare(b.record));
      const timeline = Timeline.of(unsorted, order, pieceSize);
      if (kind === 'put') timeline.put(entry);
      else timeline.delete(entry);
      expect([...timeline.values()]).toEqual(naive([...first, { kind, ...entry }]));
    }),
  );
});

test('orders equal times by key, numbers by value and texts by their code units', () => {
  const numbers = new Timeline<number>({ timeOf: () => 0, keyOf: (key) => key });
  for (const key of [10, 9, 2]) numbers.put(key);
  const texts = new Timeline<string>({ timeOf: () => 0, keyOf: (key) => key });
  for (const key of ['b', 'a', 'B']) texts.put(key);
  expect([numbers.slice(0, 3), texts.slice(0, 3)]).toEqual([
    [2, 9, 10],
    ['B', 'a', 'b'],
  ]);
});

test('finds nothing in a range that ends before it starts', () => {
  const timeline = new Timeline<Entry>(order);
  timeline.put({ time: 5, key: 1, record: 'a' });
  expect(timeline.range(6, 4)).toEqual({ start: 1, end: 1 });
});
