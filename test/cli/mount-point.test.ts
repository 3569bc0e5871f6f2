import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isMountPoint } from '../../src/cli/start.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const noTable = '/no/such/table';

test('a directory like others is no mount point', async () => {
  const directory = join(await newDirectory(), 'data');
  await mkdir(directory);
  expect(await isMountPoint(directory)).toBe(false);
  expect(await isMountPoint(directory, noTable)).toBe(false);
});

test('a directory that does not exist is no mount point', async () => {
  expect(await isMountPoint(join(await newDirectory(), 'no', 'data'))).toBe(false);
});

(process.platform === 'linux' ? test : test.skip)('a directory that something is mounted on is one', async () => {
  expect(await isMountPoint('/proc')).toBe(true);
  expect(await isMountPoint('/proc', noTable)).toBe(true);
});

// As volumes are, where the engine keeps them and the containers' own files on one file system.
test('one that something of the same device is mounted on is one too', async () => {
  const directory = join(await newDirectory(), 'my data');
  await mkdir(directory);
  const table = join(await newDirectory(), 'mountinfo');
  const spelled = (await realpath(directory)).replaceAll(' ', String.raw`\040`);
  await writeFile(
    table,
    `25 1 254:0 / / rw - ext4 /dev/vda rw\n26 25 254:0 /volumes/x ${spelled} rw - ext4 /dev/vda rw\n`,
  );
  expect(await isMountPoint(directory, table)).toBe(true);
  expect(await isMountPoint(join(directory, '..'), table)).toBe(false);
});
