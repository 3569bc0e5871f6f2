import { describe, expect, test } from '@jest/globals';
import { Cell, Memory, Table, keepChange, Occurrences } from '../../../src/store/memory/memory.ts';
import type { MemoryChange } from '../../../src/store/memory/memory.ts';
import { Store } from '../../../src/store/memory/store.ts';
import { manualDisk } from '../../support/manual-disk.ts';
import { someContents } from '../../support/contents.ts';

/** A memory with the list of all its changes. */
function openMemory() {
  const memory = new Memory();
  const changes: MemoryChange[] = [];
  memory.watch((change) => changes.push(change));
  const table = new Table<string, number>(memory);
  return { memory, changes, table, entries: () => Object.fromEntries(table.entries()) };
}

describe('a table', () => {
  test('is as at any earlier moment once all later changes are reverted, the last first', () => {
    const { changes, table, entries } = openMemory();
    table.set('a', 1);
    table.set('b', 2);
    const [mark, then] = [changes.length, entries()];
    table.set('a', 3);
    table.delete('b');
    table.set('c', 4);
    for (const change of changes.splice(mark).toReversed()) change.revert();
    expect([entries(), changes.length]).toEqual([then, mark]);
  });

  test('notes no change that changes nothing', () => {
    const { changes, table } = openMemory();
    table.set('a', 1);
    table.set('a', 1);
    table.delete('b');
    expect(changes).toHaveLength(1);
  });

  test('takes a change back unless another has followed, as a further change', () => {
    const { changes, table, entries } = openMemory();
    table.set('a', 1);
    table.set('b', 1);
    table.set('b', 2);
    for (const change of changes.slice(0, 2)) change.takeBack();
    expect([entries(), changes.length]).toEqual([{ b: 2 }, 4]);
  });

  test('can keep a change whose work is taken back', () => {
    const { memory, changes } = openMemory();
    const cell = new Cell(memory, 0, keepChange);
    cell.value = 1;
    changes[0]?.takeBack();
    expect(cell.value).toBe(1);
  });
});

test('a trial leaves no trace, also when it throws', () => {
  const { memory, changes, table, entries } = openMemory();
  table.set('a', 1);
  expect(
    memory.trial(() => {
      table.set('a', 2);
      table.set('b', 2);
      return table.get('a');
    }),
  ).toBe(2);
  expect(() =>
    memory.trial(() => {
      table.delete('a');
      throw new Error('broken');
    }),
  ).toThrow('broken');
  expect([entries(), changes.length]).toEqual([{ a: 1 }, 1]);
});

test('a commit that the disk refuses takes its changes of the memory back, and no others', async () => {
  const manual = manualDisk();
  const store = new Store(someContents(), manual.disk);
  const table = new Table<string, number>(store.memory);
  const refused = store.commit(() => {
    store.account = { ...store.account, balanceCents: 1 };
    table.set('in', 1);
  });
  table.set('beside', 1);
  await manual.saves(1);
  manual.refuse(0);
  await expect(refused).rejects.toThrow('could not be stored');
  expect(Object.fromEntries(table.entries())).toEqual({ beside: 1 });
});

describe('occurrences', () => {
  test('count each key, and begin a round when too many are known', () => {
    const same = new Occurrences(new Memory(), 2);
    expect(['a', 'b', 'a', 'c', 'a', 'c'].map((key) => same.next(key))).toEqual(['1', '1', '2', '1:1', '1:1', '1:2']);
  });

  test('give no count twice when a count of the former round is taken back', () => {
    const { memory, changes } = openMemory();
    const same = new Occurrences(memory, 1);
    const own: MemoryChange[] = [];
    same.next('a');
    memory.record(own, () => same.next('b'));
    for (const change of own.toReversed()) change.takeBack();
    expect(['a', 'b'].map((key) => same.next(key))).toEqual(['1:1', '2:1']);
    for (const change of changes.toReversed()) change.revert();
    expect(same.next('a')).toBe('1');
  });
});
