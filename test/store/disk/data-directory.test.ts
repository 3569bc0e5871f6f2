import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openDataDirectory } from '../../../src/store/disk/data-directory.ts';
import { Store } from '../../../src/store/memory/store.ts';
import { aFax, someContents } from '../../support/contents.ts';
import { phaxCode, phoneNumber } from '../../support/examples.ts';
import { copyAsKilled } from '../../support/killed-directory.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { repeats } from '../../support/soak.ts';

const freshDirectory = temporaryDirectories();
const origin = { fixture: 'demo', fixtureSize: 10, seed: 7, dataTime: 1_790_000_000_000 };

/** A new data directory with these contents, and a store on it. */
async function create(contents = someContents(), path?: string) {
  const directory = path ?? (await freshDirectory());
  const data = await openDataDirectory(directory);
  const saved = await data.create(contents, origin);
  return { directory, data, saved, store: new Store(saved.contents, saved.disk) };
}

async function reopen(directory: string) {
  const data = await openDataDirectory(directory);
  if (data.saved === undefined) throw new Error('nothing was saved');
  return { data, saved: data.saved, store: new Store(data.saved.contents, data.saved.disk) };
}

/** All that a client could find out about a store. */
const stateOf = (store: Store) => ({
  account: store.account,
  faxes: [...store.faxes.values()],
  phoneNumbers: [...store.phoneNumbers.values()],
  releasedNumbers: [...store.releasedNumbers.values()],
  atas: [...store.atas.values()],
  portOrders: [...store.portOrders.values()],
  blockingRules: [...store.blockingRules.values()],
  phaxCodes: [...store.phaxCodes.values()],
  highestKeys: [store.faxes, store.phoneNumbers, store.portOrders, store.blockingRules, store.atas].map(
    (it) => it.highestKey,
  ),
});

describe('a new directory', () => {
  test('is made where it does not exist, and holds no world', async () => {
    const data = await openDataDirectory(join(await freshDirectory(), 'a', 'b'));
    expect(data.saved).toBeUndefined();
    await data.close();
  });

  test('holds what it was created with, when it is opened again', async () => {
    const contents = { ...someContents({ faxes: 1201 }), highestKeys: { faxes: 5000, blockingRules: 17 } };
    const { directory, data, saved } = await create(contents);
    await data.close();
    const { saved: again, data: later } = await reopen(directory);
    for (const world of [saved, again]) expect(world).toMatchObject({ contents, origin });
    await later.close();
  });

  test('gives plain faxes one list and one set of options when it is opened again', async () => {
    const { directory, data } = await create(someContents({ faxes: 2 }));
    await data.close();
    const { store, data: later } = await reopen(directory);
    const [one, other] = store.faxes.values();
    expect(one!.options).toBe(other!.options);
    expect(one!.barcodes).toBe(other!.barcodes);
    await later.close();
  });

  test('holds no PhaxCodes when it was written before there were any', async () => {
    const { directory, data } = await create({ ...someContents(), phaxCodes: [] });
    await data.close();
    expect((await readdir(join(directory, 'default'))).filter((name) => name.startsWith('phaxCodes'))).toEqual([]);
    const { store, data: later } = await reopen(directory);
    await store.commit(() => store.phaxCodes.put(phaxCode()));
    await later.close();
    const { store: again, data: last } = await reopen(directory);
    expect(again.phaxCodes.get('FqEFAJd31o')).toEqual(phaxCode());
    await last.close();
  });

  test('keeps the highest key of a collection that is empty', async () => {
    const { saved, data } = await create({ ...someContents({ faxes: 0 }), highestKeys: { faxes: 9 } });
    expect(saved.contents.highestKeys?.faxes).toBe(9);
    await data.close();
  });

  test('has parts of 500 records', async () => {
    const { directory, data } = await create(someContents({ faxes: 1001 }));
    const files = (await readdir(join(directory, 'default'))).filter((name) => name.startsWith('faxes'));
    expect(files.sort()).toEqual(['faxes-00001.json', 'faxes-00002.json', 'faxes-00003.json']);
    await data.close();
  });

  test('starts again after a creation that was killed, and lets foreign files be', async () => {
    const directory = await freshDirectory();
    await writeFile(join(directory, 'notes.txt'), 'mine');
    const { data: first } = await create(someContents({ faxes: 600 }), join(directory, 'other'));
    await first.close();
    // Such a creation leaves a folder under another name, without its last files.
    await rename(join(directory, 'other', 'default'), join(directory, 'default.unfinished'));
    await rm(join(directory, 'default.unfinished', 'account-00001.json'));
    const { saved, data } = await create(someContents({ faxes: 2 }), directory);
    expect(saved.contents.faxes).toHaveLength(2);
    expect(await readFile(join(directory, 'notes.txt'), 'utf8')).toBe('mine');
    expect((await readdir(directory)).sort()).toEqual(['default', 'faxsim.lock', 'notes.txt', 'other']);
    await data.close();
  });

  test('is not created over a world that is there', async () => {
    const { data, store, directory } = await create();
    await expect(data.create(someContents({ faxes: 3 }), origin)).rejects.toThrow('default cannot be created');
    await data.close();
    const again = await reopen(directory);
    expect(stateOf(again.store)).toEqual(stateOf(store));
    await again.data.close();
  });
});

describe('after a restart', () => {
  const id = fc.integer({ min: 1, max: 8 });
  const number = fc.constantFrom('+13142666714', '+13142666715', '+12025550123');
  const change = fc.oneof(
    id.map((key) => (store: Store) => store.faxes.put(aFax(key, { tags: { 'ä"\n\u2028': '\ud83d\ude00' } }))),
    fc.tuple(id, fc.integer({ min: 0, max: 9 })).map(
      ([key, pages]) =>
        (store: Store) =>
          store.faxes.put(aFax(key, { pages })),
    ),
    id.map((key) => (store: Store) => store.faxes.delete(key)),
    number.map((key) => (store: Store) => store.phoneNumbers.put(phoneNumber({ number: key }))),
    number.map((key) => (store: Store) => store.phoneNumbers.delete(key)),
    fc.integer().map((balanceCents) => (store: Store) => {
      store.account = { ...store.account, balanceCents };
    }),
  );

  test('the world is as it was, whatever was changed in it', async () => {
    const commits = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 });
    const property = fc.asyncProperty(commits, fc.boolean(), async (all, together) => {
      const { directory, store, data } = await create(someContents({ faxes: 3 }));
      const results: unknown[] = [];
      for (const changes of all) {
        const result = store.commit(() => {
          for (const apply of changes) apply(store);
          return changes.length;
        });
        results.push(together ? result : await result);
      }
      await Promise.all(results);
      await data.close();
      const again = await reopen(directory);
      expect(stateOf(again.store)).toEqual(stateOf(store));
      await again.data.close();
    });
    await fc.assert(property, { numRuns: repeats(6, 400) });
  });

  test('the ids of deleted records are still known as used', async () => {
    const { directory, store, data } = await create();
    await store.commit(() => store.faxes.put(aFax(41)));
    await store.commit(() => store.faxes.delete(41));
    await store.commit(() => store.blockingRules.delete(1));
    await data.close();
    const again = await reopen(directory);
    expect([again.store.faxes.highestKey, again.store.blockingRules.highestKey]).toEqual([41, 1]);
    await again.data.close();
  });

  test('records go on being added where the last process stopped, and old ones stay where they are', async () => {
    const { directory, store, data } = await create(someContents({ faxes: 499 }));
    await store.commit(() => store.faxes.put(aFax(500)));
    await data.close();
    const again = await reopen(directory);
    await again.store.commit(() => {
      again.store.faxes.put(aFax(501));
      again.store.faxes.put(aFax(1, { pages: 99 }));
    });
    await again.data.close();
    const third = await reopen(directory);
    expect(stateOf(third.store)).toEqual(stateOf(again.store));
    expect(await readdir(join(directory, 'default'))).toContain('faxes-00002.json');
    await third.data.close();
  });
});

describe('a return to an earlier snapshot', () => {
  test.each([
    ['faxes', someContents({ faxes: 3 })],
    ['no faxes', someContents({ faxes: 0 })],
    ['no faxes but a highest id', { ...someContents({ faxes: 0 }), highestKeys: { faxes: 2 } }],
  ])('that has %s is whole after a restart: the next ids are those that followed then', async (_, contents) => {
    for (const isKilled of [false, true]) {
      const { directory, data, saved, store } = await create(contents);
      const snapshot = store.snapshot();
      await store.commit(() => {
        for (let id = 10_001; id <= 10_600; id++) store.faxes.put(aFax(id));
      });
      await saved.disk.save(store.snapshot().updatesTo(snapshot));
      if (isKilled) await copyAsKilled(directory, `${directory}-killed`);
      await data.close();
      const { store: again, data: later } = await reopen(isKilled ? `${directory}-killed` : directory);
      expect(stateOf(again)).toEqual(stateOf(new Store(snapshot)));
      await again.commit(() => again.faxes.put(aFax(77)));
      await later.close();
      const { store: third, data: last } = await reopen(isKilled ? `${directory}-killed` : directory);
      expect(third.faxes.highestKey).toBe(Math.max(77, snapshot.collections.faxes.highestKey ?? 0));
      await last.close();
    }
  });
});

test('one change in a store of 5,000 faxes writes one file', async () => {
  const { directory, store, data } = await create(someContents({ faxes: 5000 }));
  const folder = join(directory, 'default');
  // A write replaces the file, so that its inode tells it more surely than its time.
  const inodes = async () => {
    const names = await readdir(folder);
    return new Map(await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).ino] as const)));
  };
  const before = await inodes();
  await store.commit(() => store.faxes.put(aFax(1234, { pages: 99 })));
  await data.close();
  const after = await inodes();
  expect([...after].filter(([name, inode]) => before.get(name) !== inode).map(([name]) => name)).toEqual([
    'faxes-00003.json',
  ]);
});

test('a hundred commits at once lose nothing', async () => {
  const { directory, store, data } = await create(someContents({ faxes: 0 }));
  const commits = someContents({ faxes: 100 }).faxes.map(async (fax) => store.commit(() => store.faxes.put(fax)));
  await Promise.all(commits);
  await data.close();
  const again = await reopen(directory);
  expect(again.saved.contents.faxes).toEqual(someContents({ faxes: 100 }).faxes);
  await again.data.close();
});
