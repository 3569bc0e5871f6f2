import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openDataDirectory } from '../../../src/store/disk/data-directory.ts';
import { Store } from '../../../src/store/memory/store.ts';
import { aFax, someContents } from '../../support/contents.ts';
import { phoneNumber } from '../../support/examples.ts';
import { FaultyFiles } from '../../support/faulty-files.ts';
import { copyAsKilled } from '../../support/killed-directory.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { repeats } from '../../support/soak.ts';

const freshDirectory = temporaryDirectories();
const origin = { fixture: 'demo', fixtureSize: 10, seed: 7, dataTime: 1_790_000_000_000 };
const writeBehindMs = 0;

/** A new world of 498 faxes, so that a part is soon full, on files that fail on request. */
async function createWorld() {
  const [directory, files] = [await freshDirectory(), new FaultyFiles()];
  const data = await openDataDirectory(directory, { ...files.options, writeBehindMs });
  const { contents, disk } = await data.create(someContents({ faxes: 498 }), origin);
  files.writes.length = 0;
  return { directory, files, data, store: new Store(contents, disk) };
}

const records = (store: Store) => ({
  account: store.account,
  faxes: [...store.faxes.values()],
  phoneNumbers: [...store.phoneNumbers.values()],
});

const stateOf = (store: Store) => ({
  ...records(store),
  highest: [store.faxes.highestKey, store.phoneNumbers.highestKey],
});

async function reopen(directory: string) {
  const data = await openDataDirectory(directory, { writeBehindMs });
  if (data.saved === undefined) throw new Error('nothing was saved');
  return { data, store: new Store(data.saved.contents, data.saved.disk) };
}

const id = fc.constantFrom(1, 2, 3, 498, 499, 500, 501, 502, 503);
const number = fc.constantFrom('+13142666714', '+13142666715', '+12025550123');
const change = fc.oneof(
  fc.tuple(id, fc.nat({ max: 9 })).map(
    ([key, pages]) =>
      (store: Store) =>
        store.faxes.put(aFax(key, { pages })),
  ),
  id.map((key) => (store: Store) => store.faxes.delete(key)),
  number.map((key) => (store: Store) => store.phoneNumbers.put(phoneNumber({ number: key }))),
  number.map((key) => (store: Store) => store.phoneNumbers.delete(key)),
);
/** Each commit also changes the account, so that no two states are alike. */
const commits = fc.array(
  fc.record({
    changes: fc.array(change, { maxLength: 4 }),
    then: fc.constantFrom('go on', 'go on', 'wait', 'wait for the parts'),
  }),
  { minLength: 1, maxLength: 16 },
);
type Commits = typeof commits extends fc.Arbitrary<infer T> ? T : never;

/** Makes the commits; `onMade`, `onStored` and `onRefused` get the number of each, from 1. */
async function make(store: Store, all: Commits, told: Record<'made' | 'stored' | 'refused', (count: number) => void>) {
  const running: Promise<void>[] = [];
  for (const [index, { changes, then }] of all.entries()) {
    const commit = Promise.resolve(
      store.commit(() => {
        for (const apply of changes) apply(store);
        store.account = { ...store.account, balanceCents: store.account.balanceCents - 1 };
      }),
    );
    told.made(index + 1);
    running.push(
      commit.then(
        () => told.stored(index + 1),
        () => told.refused(index + 1),
      ),
    );
    if (then !== 'go on') await running.at(-1);
    if (then === 'wait for the parts') await new Promise((resolve) => setTimeout(resolve, 4));
  }
  await Promise.all(running);
}

const nothing = () => undefined;

test('killed at any write, a directory holds some first commits whole, among them all that were acknowledged', async () => {
  const property = fc.asyncProperty(commits, commits, fc.integer({ min: 1, max: 40 }), async (all, more, killAt) => {
    const { directory, files, data, store } = await createWorld();
    files.fateOf = (_kind, count) => (count === killAt ? 'killed' : 'done');
    const states = [stateOf(store)];
    let acknowledged = 0;
    const making = make(store, all, {
      made: () => states.push(stateOf(store)),
      stored: (count) => (acknowledged = Math.max(acknowledged, count)),
      refused: nothing,
    });
    await Promise.race([files.killed, making.then(() => data.close())]);
    await files.kill();

    const copy = await copyAsKilled(directory, await freshDirectory());
    const after = await reopen(copy);
    const made = someContents().account.balanceCents - after.store.account.balanceCents;
    expect(made).toBeGreaterThanOrEqual(acknowledged);
    expect(stateOf(after.store)).toEqual(states[made]);
    await make(after.store, more, { made: nothing, stored: nothing, refused: nothing });
    await after.data.close();
    const last = await reopen(copy);
    expect(stateOf(last.store)).toEqual(stateOf(after.store));
    await last.data.close();
  });
  await fc.assert(property, { numRuns: repeats(5, 400) });
});

test('on a disk that refuses any writes, a directory holds what was acknowledged, and nothing of what was refused', async () => {
  const fates = fc.array(fc.constantFrom('done', 'done', 'refused'), { maxLength: 40 });
  const property = fc.asyncProperty(commits, fates, fc.boolean(), async (all, fates, isKilled) => {
    const { directory, files, data, store } = await createWorld();
    files.fateOf = (_kind, count) => fates[count - 1] ?? 'done';
    let stored = 0;
    await make(store, all, { made: nothing, stored: () => (stored += 1), refused: nothing });
    expect(store.account.balanceCents).toBe(someContents().account.balanceCents - stored);
    if (!isKilled) await data.close().catch(nothing);
    await files.kill();
    const after = await reopen(await copyAsKilled(directory, await freshDirectory()));
    expect(records(after.store)).toEqual(records(store));
    await after.data.close();
  });
  await fc.assert(property, { numRuns: repeats(5, 400) });
});
