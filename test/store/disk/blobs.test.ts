import { execFileSync } from 'node:child_process';
import { rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openDataDirectory } from '../../../src/store/disk/data-directory.ts';
import { FileBlobs } from '../../../src/store/disk/file-blobs.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();

/** A stored file, and the path of the file on the disk. */
async function stored() {
  const folder = await freshDirectory();
  const blobs = new FileBlobs(folder);
  const name = await blobs.put(Buffer.from('the pages of a fax'));
  return { blobs, name, path: join(folder, name) };
}

const mismatch =
  /cannot be used: its content does not match its name, which is its SHA-256\. Restore it from a backup\.$/;

test.each([
  ['truncated', (path: string) => truncate(path, 3), mismatch],
  ['flipped', (path: string) => writeFile(path, 'the Pages of a fax'), mismatch],
  ['empty', (path: string) => writeFile(path, ''), mismatch],
  [
    'a link to another file',
    async (path: string) => {
      await rm(path);
      await symlink('/dev/zero', path);
    },
    /cannot be used: it must be a regular file, got a symbolic link\. Restore it from a backup\.$/,
  ],
  [
    'a pipe without a writer',
    async (path: string) => {
      await rm(path);
      execFileSync('mkfifo', [path]);
    },
    /cannot be used: it must be a regular file, got another kind of file\. Restore it from a backup\.$/,
  ],
])('a stored file that is %s is never given out', async (_what, spoil, message) => {
  const { blobs, name, path } = await stored();
  expect(String(await blobs.get(name))).toBe('the pages of a fax');
  await spoil(path);
  await expect(blobs.get(name)).rejects.toThrow(message);
});

test('a stored file that is missing is missing', async () => {
  const { blobs, name, path } = await stored();
  await rm(path);
  expect(await blobs.get(name)).toBeUndefined();
});

test('a part of the data directory that is a link is refused by name', async () => {
  const directory = await freshDirectory();
  const data = await openDataDirectory(directory);
  await data.close();
  await symlink('/dev/zero', join(directory, 'faxsim.lock'));
  await expect(openDataDirectory(directory)).rejects.toThrow(/faxsim\.lock .*regular file/);
});
