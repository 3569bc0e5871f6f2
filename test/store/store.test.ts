import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../../src/domain/refusal.ts';
import { Store } from '../../src/store/store.ts';
import type { Disk, Update } from '../../src/store/store.ts';
import { aFax, someContents } from '../support/contents.ts';

interface PendingSave {
  readonly updates: readonly Update[];
  resolve(): void;
  refuse(): void;
}

/** A disk whose saves are kept or refused by the test. */
class ManualDisk implements Disk {
  readonly saves: PendingSave[] = [];

  save(updates: readonly Update[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.saves.push({ updates, resolve, refuse: () => reject(new Error('ENOSPC: no space left on device')) });
    });
  }
}

/** A store with one fax, and what the tests need around it. */
function openStore() {
  const disk = new ManualDisk();
  const store = new Store(someContents(), disk);
  const setPages = (pages: number) => store.commit(() => store.faxes.put({ ...aFax(1), pages }));
  const pages = () => store.faxes.get(1)?.pages;
  return { disk, store, setPages, pages };
}

const failure = { name: 'Refusal', kind: 'storage_failed', message: expect.stringContaining('ENOSPC') };

describe('in memory', () => {
  test('work is done when commit returns, and nothing waits', () => {
    const store = new Store(someContents());
    expect(store.commit(() => store.faxes.put(aFax(2)))).toBeUndefined();
    expect(store.commit(() => store.faxes.size)).toBe(2);
  });

  test('work that throws leaves nothing behind, in any collection', () => {
    const contents = someContents({ faxes: 2 });
    const store = new Store(contents);
    const work = () => {
      store.account = { ...store.account, balanceCents: 0 };
      store.faxes.put({ ...aFax(1), pages: 9 });
      store.faxes.put({ ...aFax(1), pages: 10 });
      store.faxes.delete(2);
      store.phoneNumbers.delete('+13142666714');
      store.blockingRules.put({ id: 2, direction: 'send', to: '*', from: '*', isLocked: false });
      throw new Refusal('not_found', 'no such fax');
    };
    expect(() => store.commit(work)).toThrow('no such fax');
    expect(store.account).toEqual(contents.account);
    expect([...store.faxes.values()]).toEqual(contents.faxes);
    expect([...store.phoneNumbers.values()]).toEqual(contents.phoneNumbers);
    expect([...store.blockingRules.values()]).toEqual(contents.blockingRules);
  });

  test('the next work does not take back what earlier work did', () => {
    const store = new Store(someContents());
    void store.commit(() => store.faxes.put(aFax(2)));
    const throws = () => {
      throw new Error('broken');
    };
    expect(() => store.commit(throws)).toThrow('broken');
    expect(store.faxes.size).toBe(2);
  });

  test('ids of deleted records stay used when the contents say so', () => {
    const store = new Store({ ...someContents(), highestKeys: { faxes: 17 } });
    expect([store.faxes.highestKey, store.blockingRules.highestKey]).toEqual([17, 1]);
  });
});

describe('with a disk', () => {
  test('the result is there once the changes are stored, and not before', async () => {
    const { disk, store } = openStore();
    const seen: string[] = [];
    const work = () => {
      store.faxes.put(aFax(2));
      store.faxes.delete(1);
      return 'done';
    };
    const result = Promise.resolve(store.commit(work)).then((text) => seen.push(text));
    await Promise.resolve();
    expect(seen).toEqual([]);
    disk.saves[0]?.resolve();
    await result;
    expect(seen).toEqual(['done']);
    expect(disk.saves[0]?.updates).toEqual([
      { collection: 'faxes', key: 2, record: aFax(2) },
      { collection: 'faxes', key: 1, record: undefined },
    ]);
  });

  test('work that changes nothing does not wait', () => {
    const { disk, store } = openStore();
    expect(store.commit(() => store.faxes.size)).toBe(1);
    expect(disk.saves).toEqual([]);
  });

  test('refused changes are taken back', async () => {
    const { disk, setPages, pages } = openStore();
    const refused = setPages(8);
    disk.saves[0]?.refuse();
    await expect(refused).rejects.toMatchObject(failure);
    expect(pages()).toBe(3);
    expect(disk.saves).toHaveLength(1);
  });

  test('a later change of the same record outlives an earlier one that is refused', async () => {
    const { disk, setPages, pages } = openStore();
    const refused = setPages(8);
    const kept = setPages(9);
    disk.saves[0]?.refuse();
    await expect(refused).rejects.toMatchObject(failure);
    disk.saves[1]?.resolve();
    await kept;
    expect(pages()).toBe(9);
  });

  test.each([
    ['the first one first', [0, 1, 2]],
    ['the last one first', [2, 1, 0]],
    ['the middle one last', [0, 2, 1]],
  ])('several refused changes of one record are all taken back, told %s', async (_order, order) => {
    const { disk, setPages, pages } = openStore();
    const results = [setPages(7), setPages(8), setPages(9)];
    for (const index of order) {
      disk.saves[index]?.refuse();
      await expect(results[index]).rejects.toMatchObject(failure);
    }
    expect(pages()).toBe(3);
  });
});

describe('what is enlisted in a piece of work', () => {
  /** Puts a fax, and notes what becomes of what is enlisted. */
  const noting = (store: Store, id: number, seen: string[]) => () => {
    store.faxes.put(aFax(id));
    for (const name of ['first', 'second'])
      store.enlist({
        committed: () => seen.push(`${name} committed`),
        rolledBack: () => seen.push(`${name} rolled back`),
      });
  };

  test('is done in order once the disk has stored the changes', async () => {
    const { disk, store } = openStore();
    const seen: string[] = [];
    const stop = store.watch(({ key, before }) => seen.push(`${before === undefined ? 'new' : 'changed'} ${key}`));
    const stored = store.commit(noting(store, 2, seen));
    expect(seen).toEqual([]);
    disk.saves[0]?.resolve();
    await stored;
    stop();
    expect(seen).toEqual(['first committed', 'second committed', 'new 2']);
  });

  test('is undone, the last first, when the disk refuses, and no watcher learns of the change', async () => {
    const { disk, store } = openStore();
    const seen: string[] = [];
    store.watch(({ key }) => seen.push(`changed ${key}`));
    const refused = store.commit(noting(store, 2, seen));
    disk.saves[0]?.refuse();
    await expect(refused).rejects.toMatchObject(failure);
    expect(seen).toEqual(['second rolled back', 'first rolled back']);
  });

  test('is undone when the work throws, and no other work knows of it', () => {
    const store = new Store(someContents());
    const seen: string[] = [];
    const throws = () => {
      noting(store, 2, seen)();
      throw new Error('broken');
    };
    expect(() => store.commit(throws)).toThrow('broken');
    void store.commit(() => store.faxes.put(aFax(3)));
    expect(seen).toEqual(['second rolled back', 'first rolled back']);
  });

  test('is done at once in work that changes no record, and outside of any', () => {
    const { store } = openStore();
    const seen: string[] = [];
    void store.commit(() => {
      store.enlist({ committed: () => seen.push('in') });
    });
    store.enlist({ committed: () => seen.push('outside') });
    expect(seen).toEqual(['in', 'outside']);
  });
});
