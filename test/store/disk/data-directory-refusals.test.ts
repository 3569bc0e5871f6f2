import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DataDirectoryError, fileText, openWholeFile } from '../../../src/store/disk/json-files.ts';
import { openDataDirectory } from '../../../src/store/disk/data-directory.ts';
import { aFax, someContents } from '../../support/contents.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();
const origin = { fixture: 'demo', fixtureSize: 10, seed: 7, dataTime: 1_790_000_000_000 };

/** A data directory of 501 faxes without a lock. */
async function writtenDirectory(): Promise<string> {
  const directory = await freshDirectory();
  const data = await openDataDirectory(directory);
  await data.create(someContents({ faxes: 501 }), origin);
  await data.close();
  return directory;
}

/** Everything that stands in a directory: names and times of change. */
async function inventory(directory: string): Promise<unknown[]> {
  const names = (await readdir(directory, { recursive: true })).sort();
  return Promise.all(names.map(async (name) => [name, (await stat(join(directory, name))).mtimeMs]));
}

const text = (data: unknown) => (file: string) => writeFile(file, JSON.stringify(data));
const part = (...records: unknown[]) => text({ version: 3, highestKey: 1, records });
/** A part with the checksum of the simulator. */
const checkedPart =
  (...records: unknown[]) =>
  (file: string) => {
    const texts = records.map((record) => JSON.stringify(record));
    return openWholeFile(file).write(fileText({ highestKey: 1 }, texts));
  };
/** A value of a whole record, as flipped bits leave it. */
const otherDigit = async (file: string): Promise<void> => {
  const whole = await readFile(file, 'utf8');
  await writeFile(
    file,
    whole.replace(
      /("version": 3[^]*?: ?)(\d)/,
      (_all, before: string, digit: string) => before + (digit === '1' ? '2' : '1'),
    ),
  );
};
const remove = (file: string) => rm(file);
const world = { version: 3, ...origin, parts: [] };

describe('a directory that cannot be loaded is refused in one line that names the file, and left as it is:', () => {
  test.each([
    [
      'a part that is not JSON',
      'faxes-00001.json',
      (file: string) => writeFile(file, '{"records": [\n}\n'),
      'is not JSON',
    ],
    ['a part with another digit', 'faxes-00001.json', otherDigit, 'does not match its checksum'],
    ['an account with another digit', 'account-00001.json', otherDigit, 'does not match its checksum'],
    ['an empty part', 'faxes-00001.json', (file: string) => writeFile(file, ''), 'is not JSON'],
    ['a part that holds null', 'faxes-00001.json', text(null), 'does not say its format "version"'],
    ['a part that is a list', 'faxes-00001.json', text([]), 'does not say its format "version"'],
    [
      'a part without a list',
      'faxes-00001.json',
      text({ version: 3, highestKey: 1, records: {} }),
      'a list of "records"',
    ],
    ['a part without a highest key', 'faxes-00001.json', text({ version: 3, records: [] }), 'a "highestKey"'],
    [
      'a part with a wrong highest key',
      'faxes-00001.json',
      text({ version: 3, highestKey: '9', records: [] }),
      'a "highestKey"',
    ],
    [
      'a record that is no object',
      'faxes-00002.json',
      part(aFax(501), 5),
      'a record that is not an object (number 2 in',
    ],
    [
      'a record without a key',
      'faxes-00002.json',
      part({ ...aFax(501), id: undefined }),
      'has no valid "id": it must be an integer from 1 to 1000000000000000, got nothing (number 1 in',
    ],
    ['a wrong recipient', 'faxes-00002.json', part({ ...aFax(501), recipients: [null] }), 'no valid "recipients[0]"'],
    ['an unknown status', 'faxes-00002.json', part({ ...aFax(501), status: 'lost' }), 'no valid "status"'],
    [
      'a part that another build wrote, with its checksum',
      'faxes-00002.json',
      checkedPart({ ...aFax(501), status: 'lost' }),
      'no valid "status"',
    ],
    [
      'a part that was formatted with another tool, so that the text is not that of its checksum',
      'faxes-00002.json',
      text({ checksum: '00000000', version: 3, highestKey: 1, records: [aFax(501)] }),
      'does not match its checksum',
    ],
    ['a key in two parts', 'faxes-00002.json', part(aFax(17)), 'holds "17", which is there already'],
    ['a key twice in a part', 'faxes-00002.json', part(aFax(501), aFax(501)), 'holds "501", which is there already'],
    ['a missing account', 'account-00001.json', remove, 'is missing. Restore it'],
    ['a missing first part', 'faxes-00001.json', remove, 'is missing. Restore it'],
    ['a missing last part', 'faxes-00002.json', remove, 'is missing. Restore it'],
    ['a missing only part', 'blockingRules-00001.json', remove, 'is missing. Restore it'],
    [
      'a part of another version',
      'faxes-00002.json',
      text({ version: 4, highestKey: 1, records: [] }),
      'has the format version 4, but this faxsim reads versions 1 to 3',
    ],
    ['a part without a version', 'faxes-00002.json', text({ highestKey: 1, records: [] }), 'does not say its format'],
    ['an empty account', 'account-00001.json', text({ version: 3, highestKey: null, records: [] }), 'holds no account'],
    [
      'a directory in the place of a part',
      'faxes-00003.json',
      (file: string) => mkdir(file),
      'cannot be read: it must be a regular file',
    ],
    ['a missing world.json', 'world.json', remove, 'is missing from a directory that is not empty'],
    ['a world.json that is not JSON', 'world.json', (file: string) => writeFile(file, 'version: 1'), 'is not JSON'],
    ['a world.json that holds null', 'world.json', text(null), 'does not say its format "version"'],
    ['another format version', 'world.json', text({ ...world, version: 4 }), 'has the format version 4, but this'],
    ['a world without a seed', 'world.json', text({ ...world, seed: undefined }), 'must say "fixture"'],
    ['a world without a list of parts', 'world.json', text({ ...world, parts: 9 }), 'the names of its "parts"'],
  ])('%s', async (_case, name, spoil, problem) => {
    const directory = await writtenDirectory();
    const file = join(directory, 'default', name);
    await spoil(file);
    const before = await inventory(directory);
    const error = await openDataDirectory(directory).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DataDirectoryError);
    const { message } = error as DataDirectoryError;
    expect(message).toMatch(new RegExp(`^.*/default/${name} .*\\.$`));
    expect(message).toContain(problem);
    expect(await inventory(directory)).toEqual(before);
  });

  test('a file in the place of the world’s folder', async () => {
    const directory = await freshDirectory();
    await writeFile(join(directory, 'default'), '');
    await expect(openDataDirectory(directory)).rejects.toThrow(/default cannot be used: ENOTDIR.*directory\.$/);
  });
});

test('leaves files alone that are not its own, and does not mind temporary files', async () => {
  const directory = await writtenDirectory();
  const strangers = [
    'notes.txt',
    'faxes.json',
    'faxes-1.json',
    'faxes-00001.json.bak',
    '.faxes-00001.json.tmp',
    'faxes-00000.json',
  ];
  for (const name of strangers) await writeFile(join(directory, 'default', name), 'not JSON');
  const data = await openDataDirectory(directory);
  expect(data.saved?.contents.faxes).toHaveLength(501);
  for (const name of strangers) expect(await readFile(join(directory, 'default', name), 'utf8')).toBe('not JSON');
  await data.close();
});

test.each([
  [
    'is a file',
    (path: string) => mkdir(dirname(path)).then(() => writeFile(path, '')),
    /\/a\/b is a file, not a dir.*\.$/,
  ],
  [
    'lies in a file',
    (path: string) => writeFile(dirname(path), ''),
    /\/a\/b cannot be used as the data directory: (?:EEXIST|ENOTDIR).*\.$/,
  ],
])('refuses a path that %s', async (_case, prepare, message) => {
  const path = join(await freshDirectory(), 'a', 'b');
  await prepare(path);
  const opening = openDataDirectory(path);
  await expect(opening).rejects.toThrow(DataDirectoryError);
  await expect(opening).rejects.toThrow(message);
});

test.each(['/proc/x', '/proc/x/y'])('refuses %s, which the system does not create', async (path) => {
  const opening = openDataDirectory(path);
  await expect(opening).rejects.toThrow(DataDirectoryError);
  await expect(opening).rejects.toThrow(`${path} cannot be used as the data directory: ENOENT`);
});

test('refuses a directory that cannot be written to', async () => {
  // No user can make files there, not even root.
  await expect(openDataDirectory('/proc/1')).rejects.toThrow(
    /^\/proc\/1\/faxsim\.lock cannot be written: .*writable\.$/,
  );
});

describe('when the disk refuses,', () => {
  test('a directory that is closed is free all the same, and has in its journal what its parts lack', async () => {
    const directory = await writtenDirectory();
    const data = await openDataDirectory(directory);
    const temporary = join(directory, 'default', '.faxes-00001.json.tmp');
    await mkdir(temporary);
    await data.saved?.disk.save([{ collection: 'faxes', key: 1, record: undefined }]);
    await expect(data.close()).rejects.toThrow(/default\/faxes-00001\.json cannot be written: EISDIR/);
    const again = await openDataDirectory(directory);
    expect(again.saved?.contents.faxes).toHaveLength(500);
    await rm(temporary, { recursive: true });
    await again.close();
  });

  test('a world is not created, and the directory stays new', async () => {
    const directory = await freshDirectory();
    const files = new MemoryFiles();
    files.refuse = 'faxes-00002';
    const data = await openDataDirectory(directory, { openFile: files.open });
    await expect(data.create(someContents({ faxes: 501 }), origin)).rejects.toThrow(DataDirectoryError);
    await data.close();
    const again = await openDataDirectory(directory);
    expect(again.saved).toBeUndefined();
    await again.close();
  });
});

test('stops writing when the lock file says that another process has taken over', async () => {
  const directory = await writtenDirectory();
  const data = await openDataDirectory(directory);
  const disk = data.saved?.disk;
  const lock = join(directory, 'faxsim.lock');
  await rename(lock, `${lock}.ours`);
  await disk?.save([{ collection: 'faxes', key: 1, record: aFax(1) }]);
  await writeFile(lock, JSON.stringify({ pid: 4711, hostname: 'elsewhere', started: null }));
  const save = disk?.save([{ collection: 'faxes', key: 1, record: aFax(1) }]);
  await expect(save).rejects.toThrow(/journal-\d\.jsonl cannot be written: .*faxsim\.lock .* process 4711 by now/);
  await expect(data.close()).rejects.toThrow('4711');
  expect(JSON.parse(await readFile(lock, 'utf8'))).toMatchObject({ pid: 4711 });
});
