import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Collection } from '../../../src/store/memory/collection.ts';
import type { CollectionChange, Query, CollectionShape } from '../../../src/store/memory/collection.ts';

interface Thing {
  readonly id: number;
  readonly at: number;
  readonly labels: readonly string[];
}

const shape: CollectionShape<Thing, number> = {
  keyOf: (thing) => thing.id,
  timeOf: (thing) => thing.at,
  labels: { look: (thing) => thing.labels, count: (thing) => [thing.labels.length] },
};

/** A collection of things, and the changes that it reported. */
function open(things: readonly Thing[] = [], highestKey?: number) {
  const changes: CollectionChange<Thing, number>[] = [];
  return { things: new Collection(shape, things, (change) => changes.push(change), highestKey), changes };
}

const labels = fc.uniqueArray(fc.constantFrom('red', 'round', 'new'));
/** A record's time must not change while it is stored, so it follows from the id; ids lie crosswise to the times. */
const thing = fc
  .record({ id: fc.integer({ min: 0, max: 11 }), labels })
  .map((it): Thing => ({ ...it, at: (it.id * 5) % 4 }));
/** A question in between must change nothing, though it may be the first to have the labels read. */
const step = fc.record({ kind: fc.constantFrom('put', 'put', 'put', 'delete', 'ask'), thing });
const end = fc.option(fc.integer({ min: -1, max: 5 }), { nil: Infinity });
const looks = (values: readonly string[]) => values.map((value) => ({ kind: 'look', value }));
const from = end.map((value) => (value === Infinity ? -Infinity : value));
const asked = fc.oneof(
  labels.map(looks),
  fc.nat(3).map((value) => [{ kind: 'count', value }]),
  fc
    .record({ values: fc.uniqueArray(fc.nat(3)), others: labels })
    .map(({ values, others }) => [{ kind: 'count', values }, ...looks(others)]),
);
const query = fc.record({ from, to: end, labels: asked });

interface Step {
  readonly kind: string;
  readonly thing: Thing;
}

function run(things: Collection<Thing, number>, steps: readonly Step[]): void {
  for (const { kind, thing } of steps) {
    if (kind === 'put') things.put(thing);
    else if (kind === 'delete') things.delete(thing.id);
    else things.find({ labels: looks(thing.labels) });
  }
}

/** The same thing as plainly as possible: a list of records, oldest first. */
function naive(steps: readonly Step[]): Thing[] {
  let list: Thing[] = [];
  for (const { kind, thing } of steps.filter((it) => it.kind !== 'ask')) {
    list = list.filter((other) => other.id !== thing.id);
    if (kind === 'put') list.push(thing);
  }
  return list.sort((a, b) => a.at - b.at || a.id - b.id);
}

const naiveFind = (list: readonly Thing[], { from = -Infinity, to = Infinity, labels = [] }: Query): Thing[] =>
  list.filter(
    (it) =>
      it.at >= from &&
      it.at <= to &&
      labels.every((label) => {
        const own = shape.labels[label.kind]?.(it) ?? [];
        return 'values' in label ? label.values.some((value) => own.includes(value)) : own.includes(label.value);
      }),
  );

const allFrom = (things: Collection<Thing, number>, asked: Query): Thing[] => {
  const found = things.find(asked);
  return found.slice(0, found.total);
};

test('a search by several labels that comes again finds the changes in between', () => {
  const { things } = open();
  const found = () => allFrom(things, { labels: looks(['red', 'round']) }).map(({ id }) => id);
  const put = (id: number, ...labels: string[]) => things.put({ id, at: id, labels });
  put(1, 'red', 'round');
  put(2, 'red');
  put(3, 'round');
  expect(found()).toEqual([1]);
  put(2, 'red', 'round');
  expect(found()).toEqual([1, 2]);
  things.delete(1);
  expect(found()).toEqual([2]);
});

describe('compared with a plain list', () => {
  test('it holds the same records, and finds the same ones by time and labels', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), query, (steps, asked) => {
        const { things } = open();
        run(things, steps);
        const list = naive(steps);
        expect([...things.values()]).toEqual(list);
        expect(things.size).toBe(list.length);
        expect(list.map((it) => things.get(it.id))).toEqual(list);
        expect(allFrom(things, asked)).toEqual(naiveFind(list, asked));
      }),
    );
  });

  test('it and its fork each hold what became of them, whichever was asked first', () => {
    const steps = fc.array(step, { maxLength: 20 });
    fc.assert(
      fc.property(steps, steps, steps, query, (before, own, others, asked) => {
        const { things } = open();
        run(things, before);
        const fork = things.fork();
        run(things, own);
        run(fork, others);
        expect(allFrom(things, asked)).toEqual(naiveFind(naive([...before, ...own]), asked));
        expect(allFrom(fork, asked)).toEqual(naiveFind(naive([...before, ...others]), asked));
      }),
    );
  });

  test('it gives any slice of what it found, and nothing outside of it', () => {
    const position = fc.integer({ min: -3, max: 15 });
    fc.assert(
      fc.property(fc.array(thing), query, position, position, (records, asked, start, end) => {
        const { things } = open();
        for (const record of records) things.put(record);
        const all = allFrom(things, asked);
        const [first, last] = [Math.max(start, 0), Math.max(end, 0)];
        expect(things.find(asked).slice(start, end)).toEqual(all.slice(first, last));
        expect(things.find(asked).newest(start, end)).toEqual(all.toReversed().slice(first, last));
      }),
    );
  });

  test('it counts up to a number, and all if it holds no more', () => {
    fc.assert(
      fc.property(fc.array(thing), query, fc.nat(8), (records, asked, most) => {
        const { things } = open();
        for (const record of records) things.put(record);
        const { length } = allFrom(things, asked);
        const counted = things.find(asked).count(most);
        if (length > most) expect(counted).toBeGreaterThan(most);
        else expect(counted).toBe(length);
        expect(things.find(asked).total).toBe(length);
      }),
    );
  });

  test('it is as it was before once its changes are taken back, the last one first', () => {
    fc.assert(
      fc.property(fc.array(step), fc.array(step), query, (before, steps, asked) => {
        const { things, changes } = open(naive(before));
        run(things, steps);
        for (const change of changes.toReversed()) things.revert(change);
        const list = naive(before);
        expect([...things.values()]).toEqual(list);
        expect(allFrom(things, asked)).toEqual(naiveFind(list, asked));
      }),
    );
  });

  test('it remembers the highest key that was ever in use', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { things } = open();
        run(things, steps);
        const used = steps.filter(({ kind }) => kind === 'put').map((it) => it.thing.id);
        expect(things.highestKey).toBe(used.length === 0 ? undefined : Math.max(...used));
      }),
    );
  });
});

const red: Thing = { id: 1, at: 1, labels: ['red'] };
const round: Thing = { id: 1, at: 1, labels: ['round'] };

test('reports each change with the record before and after it, and the first records not at all', () => {
  const { things, changes } = open([red]);
  things.put(round);
  things.delete(1);
  things.delete(1);
  expect(changes).toEqual([
    { key: 1, before: red, record: round, highestKey: 1 },
    { key: 1, before: round, record: undefined, highestKey: 1 },
  ]);
});

test('starts from the highest key of its past when that is higher than its records have', () => {
  const { things } = open([red], 7);
  expect(things.highestKey).toBe(7);
  expect(open([{ ...red, id: 9 }], 7).things.highestKey).toBe(9);
});

test('lets records be deleted while one goes through all of them', () => {
  const { things } = open([red, { ...red, id: 2 }, { ...red, id: 3 }]);
  for (const it of things.values()) things.delete(it.id);
  expect(things.size).toBe(0);
});

test('a union of labels is read in pages, from either end, without reading the rest', () => {
  const { things } = open();
  const looksOf = [['red'], ['round'], ['new']] as const;
  for (let id = 0; id < 3000; id++) things.put({ id, at: id >> 2, labels: looksOf[id % 3] ?? [] });
  const asked = { labels: [{ kind: 'look', values: ['red', 'new'] }] };
  const wanted = [...things.values()].filter(({ id }) => id % 3 !== 1);
  const found = things.find(asked);
  expect(found.total).toBe(2000);
  expect(found.newest(0, 3)).toEqual(wanted.toReversed().slice(0, 3));
  expect(found.newest(700, 720)).toEqual(wanted.toReversed().slice(700, 720));
  expect(found.slice(10, 20)).toEqual(wanted.slice(10, 20));
  expect(found.slice(1990, 3000)).toEqual(wanted.slice(1990));
  things.delete(2999);
  expect(things.find(asked).newest(0, 1)).toEqual([wanted.at(-2)]);
});

describe('the labels', () => {
  /** So many things, and how often the labels of one were read. */
  function counted(count: number) {
    let reads = 0;
    const tenth = ({ id }: Thing) => (reads++, [id % 10]);
    const things = Array.from({ length: count }, (_none, id): Thing => ({ id, at: id, labels: [] }));
    return {
      things: new Collection({ ...shape, labels: { ...shape.labels, tenth } }, things, () => undefined),
      reads: () => reads,
    };
  }

  test('of a small collection are read when it is first asked for one, and for its forks as well', () => {
    const { things, reads } = counted(900);
    const fork = things.fork();
    expect(reads()).toBe(0);
    expect(things.find({ labels: [{ kind: 'tenth', value: 3 }] }).total).toBe(90);
    expect(reads()).toBe(900);
    expect(fork.find({ labels: [{ kind: 'tenth', value: 4 }] }).total).toBe(90);
    expect(reads()).toBe(900);
  });

  test('of a large collection are read as it grows, so that no question waits for it', () => {
    const { things, reads } = counted(3000);
    const before = reads();
    expect(before).toBeGreaterThanOrEqual(3000);
    expect(things.find({ labels: [{ kind: 'tenth', value: 3 }] }).total).toBe(300);
    expect(reads()).toBe(before);
  });
});
