import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Refusal } from '../../../src/model/domain/refusal.ts';
import { Store } from '../../../src/store/memory/store.ts';
import type { Disk, Update } from '../../../src/store/memory/store.ts';
import { aFax, someContents } from '../../support/contents.ts';

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

  /** Ends the save that runs, if any; a stored one changes `records`. Resolves once the next one has begun. */
  async end(fate: 'stored' | 'refused', records: Map<string, unknown>): Promise<void> {
    const save = this.saves.shift();
    if (fate === 'refused') save?.refuse();
    else for (const { collection, key, record } of save?.updates ?? []) records.set(`${collection} ${key}`, record);
    if (fate === 'stored') save?.resolve();
    await new Promise(setImmediate);
  }
}

interface Charge {
  readonly id: number;
  readonly cents: number;
  readonly isGone: boolean;
}

/** Charges for a fax, and puts or deletes it. */
async function charge(store: Store, { id, cents, isGone }: Charge): Promise<void> {
  await store.commit(() => {
    store.account = { ...store.account, balanceCents: store.account.balanceCents - cents };
    if (isGone) store.faxes.delete(id);
    else store.faxes.put(aFax(id, { costCents: cents }));
  });
}

/** The account and the faxes, under the names that `ManualDisk.end` gives them; undefined: there is none. */
const recordsOf = ({ account, faxes }: Store): [string, unknown][] => [
  ['account account', account],
  ...[1, 2, 3].map((id): [string, unknown] => [`faxes ${id}`, faxes.get(id)]),
];

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

  test('work that throws uses up no id', () => {
    const store = new Store(someContents());
    const { highestKey } = store.faxes;
    const work = (): never => {
      store.faxes.put(aFax(7000));
      throw new Error('no');
    };
    expect(() => store.commit(work)).toThrow('no');
    expect(store.faxes.highestKey).toBe(highestKey);
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

  test('changes that are made during a save are saved together, after it', async () => {
    const { disk, setPages, pages } = openStore();
    const results = [setPages(7), setPages(8), setPages(9)];
    expect(disk.saves).toHaveLength(1);
    disk.saves[0]?.resolve();
    await results[0];
    expect(disk.saves[1]?.updates).toMatchObject([{ record: { pages: 8 } }, { record: { pages: 9 } }]);
    disk.saves[1]?.resolve();
    for (const result of results) await result;
    expect(pages()).toBe(9);
  });

  test('changes that wait behind a refused one are taken back with it, and never reach the disk', async () => {
    const { disk, setPages, pages } = openStore();
    const results = [setPages(7), setPages(8), setPages(9)];
    disk.saves[0]?.refuse();
    for (const result of results) await expect(result).rejects.toMatchObject(failure);
    expect(pages()).toBe(3);
    expect(disk.saves).toHaveLength(1);
  });

  test('a change that is made when the refused ones are taken back is saved', async () => {
    const { disk, setPages, pages } = openStore();
    const refused = setPages(7);
    const again = Promise.resolve(refused).catch(() => setPages(8));
    disk.saves[0]?.refuse();
    await expect(refused).rejects.toMatchObject(failure);
    disk.saves[1]?.resolve();
    await again;
    expect(pages()).toBe(8);
  });

  test('a refused charge leaves the balance, whatever charge comes during its save', async () => {
    const { disk, store } = openStore();
    const start = store.account.balanceCents;
    const pay = (cents: number) => charge(store, { id: 2, cents, isGone: false });
    const charges = [pay(7), pay(200)];
    disk.saves[0]?.refuse();
    disk.saves[1]?.resolve();
    for (const refused of charges) await expect(refused).rejects.toMatchObject(failure);
    expect(store.account.balanceCents).toBe(start);
    const stored = pay(200);
    expect(disk.saves[1]?.updates[0]).toMatchObject({ record: { balanceCents: start - 200 } });
    disk.saves[1]?.resolve();
    await stored;
    expect(store.account.balanceCents).toBe(start - 200);
  });

  test('after any refusal, memory has the records of the disk in the end, and has charged for stored work only', async () => {
    const work = fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      cents: fc.integer({ min: 1, max: 50 }),
      isGone: fc.boolean(),
    });
    const end = fc.constantFrom('stored' as const, 'refused' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(work, end)), async (actions) => {
        const { disk, store } = openStore();
        const start = store.account.balanceCents;
        const onDisk = new Map(recordsOf(store));
        const paid: number[] = [];
        const results: Promise<unknown>[] = [];
        for (const action of [...actions, 'stored', 'stored'] as const) {
          if (typeof action === 'string') await disk.end(action, onDisk);
          else results.push(Promise.allSettled([charge(store, action).then(() => paid.push(action.cents))]));
        }
        await Promise.all(results);
        expect(new Map(recordsOf(store))).toEqual(onDisk);
        expect(store.account.balanceCents).toBe(start - paid.reduce((sum, cents) => sum + cents, 0));
      }),
    );
  });
});

describe('the callbacks of a commit', () => {
  /** Puts a fax, with two callbacks. */
  const noting = (store: Store, id: number, seen: string[]) => () => {
    store.faxes.put(aFax(id));
    for (const name of ['first', 'second']) store.whenStored(() => seen.push(`${name} stored`));
  };

  test('run in order once the disk has stored the changes', async () => {
    const { disk, store } = openStore();
    const seen: string[] = [];
    const stop = store.watch(({ key, before }) => seen.push(`${before === undefined ? 'new' : 'changed'} ${key}`));
    const stored = store.commit(noting(store, 2, seen));
    expect(seen).toEqual([]);
    disk.saves[0]?.resolve();
    await stored;
    stop();
    expect(seen).toEqual(['first stored', 'second stored', 'new 2']);
  });

  test('never run when the disk refuses, and no watcher learns of the change', async () => {
    const { disk, store } = openStore();
    const seen: string[] = [];
    store.watch(({ key }) => seen.push(`changed ${key}`));
    const refused = store.commit(noting(store, 2, seen));
    disk.saves[0]?.refuse();
    await expect(refused).rejects.toMatchObject(failure);
    expect(seen).toEqual([]);
  });

  test('never run when the work throws, and other work does not run them', () => {
    const store = new Store(someContents());
    const seen: string[] = [];
    const throws = () => {
      noting(store, 2, seen)();
      throw new Error('broken');
    };
    expect(() => store.commit(throws)).toThrow('broken');
    void store.commit(() => store.faxes.put(aFax(3)));
    expect(seen).toEqual([]);
  });

  test('run at once in work that changes no record, and outside of any', () => {
    const { store } = openStore();
    const seen: string[] = [];
    void store.commit(() => store.whenStored(() => seen.push('in')));
    store.whenStored(() => seen.push('outside'));
    expect(seen).toEqual(['in', 'outside']);
  });
});
