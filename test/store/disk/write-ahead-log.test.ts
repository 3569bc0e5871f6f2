import { appendFile, mkdir, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { DataDirectoryError } from '../../../src/store/disk/json-files.ts';
import { openDataDirectory } from '../../../src/store/disk/data-directory.ts';
import { Store } from '../../../src/store/memory/store.ts';
import { aFax, someContents } from '../../support/contents.ts';
import { FaultyFiles } from '../../support/faulty-files.ts';
import { copyAsKilled } from '../../support/killed-directory.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();
const origin = { fixture: 'demo', fixtureSize: 10, seed: 7, dataTime: 1_790_000_000_000 };
const header = '{"version":3}\n';
const journals = ['journal-1.jsonl', 'journal-2.jsonl'];

/** A new world of one fax on files that can be made to fail; its parts are written when it is closed, not before. */
async function createWorld({ writeBehindMs = 1_000_000 } = {}) {
  const [directory, files] = [await freshDirectory(), new FaultyFiles()];
  const data = await openDataDirectory(directory, { ...files.options, writeBehindMs });
  const { contents, disk } = await data.create(someContents(), origin);
  files.writes.length = 0;
  const store = new Store(contents, disk);
  const file = (name: string): string => join(directory, 'default', name);
  const addFax = async (id: number, tags: Record<string, string> = {}): Promise<void> =>
    store.commit(() => store.faxes.put(aFax(id, { tags })));
  const texts = () => Promise.all(journals.map((name) => readFile(file(name), 'utf8')));
  const sizes = () => Promise.all(journals.map(async (name) => (await stat(file(name))).size));
  /** The ids of the faxes that a restart finds if the process is killed now. */
  const afterKill = async () => idsIn(await copyAsKilled(directory, await freshDirectory()));
  return { directory, files, data, store, disk, file, addFax, texts, sizes, afterKill };
}

async function idsIn(directory: string): Promise<number[]> {
  const data = await openDataDirectory(directory);
  await data.close();
  return (data.saved?.contents.faxes ?? []).map(({ id }) => id);
}

/** The directory of a process that was killed after it had added the faxes 2, 3 and 4; the file that tells of them. */
async function killedDirectory() {
  const { directory, files, addFax, texts } = await createWorld();
  for (const id of [2, 3, 4]) await addFax(id);
  await files.kill();
  const used = (await texts()).findIndex((text) => text.length > header.length);
  const copy = await copyAsKilled(directory, await freshDirectory());
  const file = (index: number): string => join(copy, 'default', journals[index] ?? '');
  return { directory: copy, used: file(used), unused: file(1 - used) };
}

const line = (entry: unknown): string => {
  const json = JSON.stringify(entry);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
};

const putting = (record: unknown, key: unknown = 5, collection: unknown = 'faxes'): string =>
  line({ number: 4, updates: [{ collection, key, record }] });

test('a commit is acknowledged once it stands in the journal, and its parts follow', async () => {
  const { files, data, addFax, texts, afterKill } = await createWorld();
  await addFax(2);
  expect(files.writes).toEqual(['append']);
  expect(await afterKill()).toEqual([1, 2]);
  await data.close();
  expect(await texts()).toEqual([header, header]);
});

test('the parts follow without a close, and the journal is empty then', async () => {
  const { data, addFax, texts, file } = await createWorld({ writeBehindMs: 0 });
  await addFax(2);
  while ((await texts()).join('') !== header + header) await new Promise(setImmediate);
  expect(JSON.parse(await readFile(file('faxes-00001.json'), 'utf8')).records).toHaveLength(2);
  await data.close();
});

test('commits of the same moment that come after the first share a write, and later ones the next', async () => {
  const { files, data, addFax, texts } = await createWorld();
  const first = [2, 3, 4].map((id) => addFax(id));
  while (files.writes.length === 0) await new Promise(setImmediate);
  const later = [5, 6, 7].map((id) => addFax(id));
  await Promise.all([...first, ...later]);
  expect(files.writes).toEqual(['append', 'append', 'append']);
  expect((await texts()).join('').match(/"key":\d/g)).toEqual([2, 3, 4, 5, 6, 7].map((id) => `"key":${id}`));
  await data.close();
});

describe('a journal that was damaged is refused in one line that names the file, and left as it is:', () => {
  test.each<[string, (file: string, text: string) => Promise<void>, string]>([
    ['a changed digit', (file, text) => writeFile(file, text.replace('"pages":3', '"pages":4')), 'damaged in line 2'],
    ['a changed last line', (file, text) => writeFile(file, text.replace(/}\n$/, ']\n')), 'damaged in line 4'],
    ['a line too few', (file, text) => writeFile(file, text.split('\n').toSpliced(2, 1).join('\n')), 'has the entry 3'],
    ['a blank line', (file) => appendFile(file, '\n'), 'damaged in line 5'],
    ['a line that is no entry', (file) => appendFile(file, line({ number: 4 })), 'damaged in line 5'],
    ['an unknown collection', (file) => appendFile(file, putting(aFax(5), 5, 'toString')), 'damaged in line 5'],
    ['a record without a key', (file) => appendFile(file, putting(aFax(5), null)), 'damaged in line 5'],
    ['a key of another kind', (file) => appendFile(file, putting(aFax(5), '5')), 'has no valid key (entry 4)'],
    ['a record under another key', (file) => appendFile(file, putting(aFax(6))), 'has the record 6 under the key 5'],
    [
      'a wrong record',
      (file) => appendFile(file, putting({ ...aFax(5), status: 'lost' })),
      'no valid "status": it must be one of queued, ',
    ],
    ['null for a record', (file) => appendFile(file, putting(null)), 'is not an object (entry 4)'],
    ['an entry twice', (file) => appendFile(file, line({ number: 3, updates: [] })), 'has the entry 3 where 4 must be'],
    [
      'an entry left out',
      (file) => appendFile(file, line({ number: 5, updates: [] })),
      'has the entry 5 where 4 must be',
    ],
    ['an empty file', (file) => truncate(file), 'does not say its format "version"'],
    ['a torn header', (file) => truncate(file, header.length - 1), 'does not say its format "version"'],
    ['another version', (file, text) => writeFile(file, text.replace(':3', ':4')), 'has the format version 4'],
    ['no file', (file) => rm(file), 'is missing. Restore it'],
    [
      'a folder',
      (file) =>
        rm(file)
          .then(() => mkdir(file))
          .then(() => undefined),
      'cannot be read: it must be a regular file, got a directory',
    ],
  ])('%s', async (_case, spoil, problem) => {
    const { directory, used } = await killedDirectory();
    await spoil(used, await readFile(used, 'utf8'));
    const inventory = async () =>
      Promise.all((await readdir(join(directory, 'default'))).map((name) => stat(join(directory, 'default', name))));
    const before = await inventory();
    const error = await openDataDirectory(directory).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DataDirectoryError);
    const { message } = error as DataDirectoryError;
    expect(message).toMatch(/^.*\/default\/journal-\d\.jsonl .*\.$/);
    expect(message).toContain(problem);
    const after = await inventory();
    expect(after.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(before.map(({ ino, mtimeMs }) => [ino, mtimeMs]));
  });

  test('an unused file that is gone', async () => {
    const { directory, unused } = await killedDirectory();
    await rm(unused);
    await expect(openDataDirectory(directory)).rejects.toThrow(/journal-\d\.jsonl is missing\. Restore it/);
  });

  test('a second file that does not go on where the first one ends', async () => {
    const { directory, unused } = await killedDirectory();
    await appendFile(unused, line({ number: 5, updates: [] }));
    await expect(openDataDirectory(directory)).rejects.toThrow('has the entry 5 where 4 must be');
  });
});

test('both files are read, the older one first, whichever that is', async () => {
  const { directory, unused } = await killedDirectory();
  await appendFile(unused, putting(aFax(5)) + line({ number: 5, updates: [{ collection: 'faxes', key: 4 }] }));
  expect(await idsIn(directory)).toEqual([1, 2, 3, 5]);
  expect(await idsIn(directory)).toEqual([1, 2, 3, 5]);
});

test('a line that was torn by a kill is left out, wherever it was torn, and the next one takes its place', async () => {
  const { directory, used } = await killedDirectory();
  const bytes = await readFile(used);
  const start = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  for (const size of [start + 1, start + 8, start + 9, start + 100, bytes.length - 1]) {
    const copy = await copyAsKilled(directory, await freshDirectory());
    await truncate(used.replace(directory, copy), size);
    const data = await openDataDirectory(copy, { writeBehindMs: 1_000_000 });
    await data.saved?.disk.save([{ collection: 'faxes', key: 9, record: aFax(9) }]);
    expect(await idsIn(await copyAsKilled(copy, await freshDirectory()))).toEqual([1, 2, 3, 9]);
    await data.close();
  }
});

describe('when the disk refuses a line,', () => {
  test('the commit is refused with the name of the file, nothing of it stays, and the next one is made', async () => {
    const { files, data, store, addFax, sizes, afterKill } = await createWorld();
    await addFax(2);
    const before = await sizes();
    files.fateOf = (kind) => (kind === 'append' ? 'refused' : 'done');
    const refused = addFax(3);
    await expect(refused).rejects.toMatchObject({ kind: 'storage_failed' });
    await expect(refused).rejects.toThrow(/journal-\d\.jsonl cannot be written: ENOSPC/);
    expect(store.faxes.get(3)).toBeUndefined();
    expect(await sizes()).toEqual(before);
    files.refuse();
    await addFax(4);
    expect(await afterKill()).toEqual([1, 2, 4]);
    await data.close();
  });

  test('and to shorten the file too, nothing of it is there after a kill, nor after the next commit', async () => {
    const { files, data, addFax, sizes, afterKill } = await createWorld();
    await addFax(2);
    const before = await sizes();
    files.refuse('append', 'cut');
    await expect(addFax(3, { long: 'x'.repeat(3000) })).rejects.toThrow('ENOSPC');
    expect(await sizes()).not.toEqual(before);
    expect(await afterKill()).toEqual([1, 2]);
    files.refuse();
    await addFax(4);
    expect(await afterKill()).toEqual([1, 2, 4]);
    await data.close();
  });

  test('those that wait behind it are refused too, since they build on it', async () => {
    const { files, data, store, addFax, afterKill } = await createWorld();
    files.fateOf = (_kind, count) => (count === 1 ? 'refused' : 'done');
    const charge = async () =>
      store.commit(() => {
        store.account = { ...store.account, balanceCents: store.account.balanceCents - 7 };
      });
    const refused = charge();
    for (let step = 0; step < 10; step++) await Promise.resolve(); // so far that it does not take others along
    const results = await Promise.allSettled([refused, charge(), addFax(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(store.account.balanceCents).toBe(5000);
    await addFax(3);
    expect(await afterKill()).toEqual([1, 3]);
    await data.close();
  });
});

describe('when the disk refuses a part,', () => {
  const aMegabyte = { long: 'x'.repeat(2 ** 20) };

  test('commits are made all the same, and the part is written when the disk lets it', async () => {
    const { files, data, addFax, sizes, afterKill } = await createWorld({ writeBehindMs: 0 });
    files.refuse('part');
    await addFax(2);
    while (!files.writes.includes('part')) await new Promise(setImmediate);
    await addFax(3);
    expect(await afterKill()).toEqual([1, 2, 3]);
    files.refuse();
    await addFax(4);
    while ((await sizes()).some((size) => size > header.length)) await new Promise(setImmediate);
    expect(await afterKill()).toEqual([1, 2, 3, 4]);
    await data.close();
  });

  test('close says so, and the journal keeps what the part lacks', async () => {
    const { directory, files, data, addFax } = await createWorld();
    await addFax(2);
    files.refuse('part');
    await expect(data.close()).rejects.toThrow(/faxes-00001\.json cannot be written: ENOSPC/);
    expect(await idsIn(directory)).toEqual([1, 2]);
  });

  test('the journal grows up to 16 MB, and then refuses commits until the part can be written', async () => {
    const { files, data, addFax, sizes, afterKill } = await createWorld();
    files.refuse('part');
    for (let id = 2; id <= 17; id++) await addFax(id, aMegabyte);
    const full = addFax(18);
    await expect(full).rejects.toMatchObject({ kind: 'storage_failed' });
    await expect(full).rejects.toThrow(
      /the write-ahead log is full, and .*faxes-00001\.json cannot be written: ENOSPC/,
    );
    files.refuse();
    await addFax(19);
    while (Math.max(...(await sizes())) > 10_000) await new Promise(setImmediate);
    expect(await afterKill()).toEqual([...Array.from({ length: 17 }, (_none, index) => index + 1), 19]);
    await data.close();
  });

  test('it is written at once, and the journal cut, as soon as that has more than 4 MB', async () => {
    const { files, data, addFax, sizes } = await createWorld();
    for (let id = 2; id <= 5; id++) await addFax(id, aMegabyte);
    while ((await sizes()).some((size) => size > header.length)) await new Promise(setImmediate);
    expect(files.writes).toEqual(['append', 'append', 'append', 'append', 'part', 'cut']);
    await data.close();
  });

  test('under constant load, the journal stays within its bound', async () => {
    const { data, addFax, sizes } = await createWorld();
    let largest = 0;
    for (let round = 0; round < 40; round++) {
      await addFax(1, aMegabyte);
      largest = Math.max(
        largest,
        (await sizes()).reduce((a, b) => a + b),
      );
    }
    expect(largest).toBeLessThan(18 * 2 ** 20);
    await data.close();
  });
});

test('a log file that is deleted under the running process is missed by the next commit, and none goes astray', async () => {
  const { store, data, file, addFax } = await createWorld();
  await addFax(2);
  for (const name of journals) await rm(file(name));
  await expect(addFax(3)).rejects.toThrow(/journal-\d\.jsonl cannot be written: ENOENT/);
  expect(store.faxes.get(3)).toBeUndefined();
  await expect(data.close()).rejects.toThrow('ENOENT');
});

test('a directory that was closed takes no more commits', async () => {
  const { data, addFax } = await createWorld();
  await data.close();
  await expect(addFax(2)).rejects.toThrow('the data directory is closed');
});
