import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DataDirectoryError } from '../../src/store/data-directory-error.ts';
import { lockDirectory } from '../../src/store/lock.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();
const us = { pid: process.pid, hostname: 'here' };

/** A directory with this text as its lock. */
async function lockedBy(claim: unknown): Promise<{ directory: string; file: string }> {
  const directory = await freshDirectory();
  const file = join(directory, 'faxsim.lock');
  await writeFile(file, typeof claim === 'string' ? claim : JSON.stringify(claim));
  return { directory, file };
}

/** The pid of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('names the process that holds the directory, and is gone once it is released', async () => {
  const directory = await freshDirectory();
  const lock = await lockDirectory(directory, us);
  expect(JSON.parse(await readFile(join(directory, 'faxsim.lock'), 'utf8'))).toMatchObject(us);
  await lock.assertHeld();
  await lock.release();
  await lock.release();
  expect(await readdir(directory)).toEqual([]);
});

test('refuses a directory that another process holds, naming it and the file', async () => {
  const { directory, file } = await lockedBy({ pid: process.ppid, hostname: 'here', started: null });
  const locking = lockDirectory(directory, us);
  await expect(locking).rejects.toThrow(DataDirectoryError);
  await expect(locking).rejects.toThrow(
    `${file} says that the data directory is in use by process ${process.ppid}. ` +
      'Stop that process, or choose another directory; if it does not run any more, remove the file.',
  );
  expect(await readFile(file, 'utf8')).toContain(`${process.ppid}`);
});

test('refuses a directory that this process holds already', async () => {
  const directory = await freshDirectory();
  const lock = await lockDirectory(directory, us);
  await expect(lockDirectory(directory, us)).rejects.toThrow('in use by this process');
  await lock.release();
  await (await lockDirectory(directory, us)).release();
});

test('refuses a directory that another host’s process holds, since it cannot tell whether that lives', async () => {
  const { directory } = await lockedBy({ pid: await endedProcess(), hostname: 'elsewhere', started: null });
  await expect(lockDirectory(directory, us)).rejects.toThrow(/process \d+ on the host elsewhere/);
});

test.each(['{"pid":"1"}', 'my notes', '[]'])('refuses to take %p for a lock of its own', async (text) => {
  const { directory, file } = await lockedBy(text);
  await expect(lockDirectory(directory, us)).rejects.toThrow(`${file} is not a lock of faxsim`);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test.each([
  ['a process that has ended', async () => ({ pid: await endedProcess(), hostname: 'here', started: '1' })],
  ['an earlier process with our pid', () => ({ ...us, started: '1' })],
  ['an earlier container with our pid', () => ({ pid: process.pid, hostname: 'elsewhere', started: null })],
  ['a process that was killed before it could write', () => ''],
])('takes over the lock of %s', async (_case, claim) => {
  const { directory, file } = await lockedBy(await claim());
  const lock = await lockDirectory(directory, us);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(us);
  await lock.release();
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('takes over the lock of a process whose pid now belongs to another program', async () => {
  const { directory } = await lockedBy({ pid: process.ppid, hostname: 'here', started: '1' });
  await (await lockDirectory(directory, us)).release();
});
