import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FileBlobs } from '../../../src/store/disk/file-blobs.ts';
import { MemoryBlobs } from '../../../src/store/memory/swept-blobs.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

describe.each([
  ['in memory', () => Promise.resolve(new MemoryBlobs())],
  ['in files', async () => new FileBlobs(join(await newDirectory(), 'blobs'))],
])('blobs %s', (_where, open) => {
  test('are found by what they are, and equal bytes are one', async () => {
    const blobs = await open();
    const [one, same, other] = [
      await blobs.put(Buffer.from('a')),
      await blobs.put(Buffer.from('a')),
      await blobs.put(Buffer.from('b')),
    ];
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    expect(Buffer.from((await blobs.get(one)) ?? []).toString()).toBe('a');
    expect(await blobs.has(one)).toBe(true);
  });

  test('are listed until they are deleted', async () => {
    const blobs = await open();
    const [one, other] = [await blobs.put(Buffer.from('a')), await blobs.put(Buffer.from('b'))];
    await blobs.delete(one);
    await blobs.delete(one);
    expect([await blobs.get(one), await blobs.has(one)]).toEqual([undefined, false]);
    expect(await blobs.list()).toEqual([other]);
  });
});

test('a disk that refuses a blob is reported as such, and nothing is left of it', async () => {
  const folder = join(await newDirectory(), 'blobs');
  const blobs = new FileBlobs(folder);
  const name = await blobs.put(Buffer.from('a'));
  await blobs.delete(name);
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'in the way'), '');
  await expect(blobs.put(Buffer.from('a'))).rejects.toMatchObject({ kind: 'storage_failed' });
  expect(await readdir(folder)).toEqual([name]);
});
