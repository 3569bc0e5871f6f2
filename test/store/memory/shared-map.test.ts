import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SharedMap } from '../../../src/store/memory/shared-map.ts';
import type { Key } from '../../../src/store/memory/timeline.ts';

const key = fc.oneof(
  fc.integer({ min: -4, max: 60 }),
  fc.constantFrom<Key>('', '1', '+12025550123', 2 ** 40, 2 ** 40 + 1),
);
const change = fc.record({
  key,
  value: fc.option(fc.nat(9), { nil: undefined }),
  forks: fc.boolean(),
  fork: fc.nat(5),
});

interface Pair {
  readonly map: SharedMap<Key, number>;
  readonly model: Map<Key, number>;
}

const expectEqual = ({ map, model }: Pair, keys: readonly Key[]): void => {
  expect(map.size).toBe(model.size);
  expect(keys.map((it) => map.get(it))).toEqual(keys.map((it) => model.get(it)));
};

describe('compared with a plain map', () => {
  test('it and all its forks hold what each of them was given, with buckets of any size', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), fc.integer({ min: 1, max: 5 }), (changes, capacity) => {
        const pairs: Pair[] = [{ map: new SharedMap(capacity), model: new Map() }];
        for (const { key: changed, value, forks, fork } of changes) {
          const pair = pairs[fork % pairs.length]!;
          if (value === undefined) {
            pair.map.delete(changed);
            pair.model.delete(changed);
          } else {
            expect(pair.map.set(changed, value)).toBe(pair.model.get(changed));
            pair.model.set(changed, value);
          }
          if (forks && pairs.length < 6) pairs.push({ map: pair.map.fork(), model: new Map(pair.model) });
        }
        const keys = changes.map((it) => it.key);
        for (const pair of pairs) expectEqual(pair, keys);
      }),
    );
  });

  test('one that is made of many pairs at once holds them, and takes changes', () => {
    const pairs = fc.array(fc.tuple(key, fc.nat(9)), { maxLength: 60 });
    fc.assert(
      fc.property(pairs, pairs, fc.integer({ min: 1, max: 5 }), (first, later, capacity) => {
        const pair: Pair = { map: SharedMap.of(first, capacity), model: new Map(first) };
        for (const [changed, value] of later) {
          pair.map.set(changed, value);
          pair.model.set(changed, value);
        }
        expectEqual(
          pair,
          [...first, ...later].map(([each]) => each),
        );
      }),
    );
  });

  test('it holds many keys that lie at equal distances', () => {
    const pair: Pair = { map: new SharedMap(), model: new Map() };
    const keys = Array.from({ length: 5000 }, (_none, index) => 323_014_469 + 8 * index);
    for (const each of keys) {
      pair.map.set(each, each + 1);
      pair.model.set(each, each + 1);
    }
    for (const each of keys.slice(0, 4000)) {
      pair.map.delete(each);
      pair.model.delete(each);
    }
    expectEqual(pair, keys);
  });
});
