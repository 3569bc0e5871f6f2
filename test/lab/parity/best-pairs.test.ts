import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bestPairs } from '../../../src/lab/parity/best-pairs.ts';

type Scores = readonly (readonly number[])[];

const sumOf = (scores: Scores, pairs: readonly (readonly [number, number])[]): number =>
  pairs.reduce((sum, [row, column]) => sum + scores[row]![column]!, 0);

/** The highest sum of all assignments, by trying each. */
function highest(scores: Scores, columns: readonly number[]): number {
  const [first, ...others] = scores;
  if (first === undefined || columns.length === 0) return 0;
  const withFirst = columns.map(
    (column) =>
      first[column]! +
      highest(
        others,
        columns.filter((one) => one !== column),
      ),
  );
  return Math.max(...withFirst, ...(scores.length > columns.length ? [highest(others, columns)] : []));
}

test('the pairs have the highest sum of all assignments', () => {
  const sizes = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }));
  const scores = sizes.chain(([rows, columns]) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );
  fc.assert(
    fc.property(scores, (table) => {
      const pairs = bestPairs(table);
      const columns = (table[0] ?? []).map((_score, at) => at);
      expect(pairs).toHaveLength(Math.min(table.length, columns.length));
      expect(new Set(pairs.map(([row]) => row)).size).toBe(pairs.length);
      expect(new Set(pairs.map(([, column]) => column)).size).toBe(pairs.length);
      expect(sumOf(table, pairs)).toBe(highest(table, columns));
    }),
    { numRuns: 1000 },
  );
});

test('a hundred rows are paired with scores that lie far apart', () => {
  const table = Array.from({ length: 100 }, (_row, row) =>
    Array.from({ length: 120 }, (_column, column) => (column === (7 * row) % 120 ? 1e6 : (row + column) % 3)),
  );
  const wanted = Array.from({ length: 100 }, (_row, row) => (7 * row) % 120);
  expect(new Set(wanted).size).toBe(100);
  expect(
    bestPairs(table)
      .toSorted(([one], [other]) => one - other)
      .map(([, column]) => column),
  ).toEqual(wanted);
});
