import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isMountPoint } from '../../src/commands/mount-point.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

test('a directory like others is no mount point', async () => {
  const directory = join(await newDirectory(), 'data');
  await mkdir(directory);
  expect(await isMountPoint(directory)).toBe(false);
});

test('a directory that does not exist is no mount point', async () => {
  expect(await isMountPoint(join(await newDirectory(), 'no', 'data'))).toBe(false);
});

(process.platform === 'linux' ? test : test.skip)('a directory that something is mounted on is one', async () => {
  expect(await isMountPoint('/proc')).toBe(true);
});
