import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DataDirectoryError } from '../../../src/store/disk/json-files.ts';
import { lockDirectory } from '../../../src/store/disk/lock.ts';
import { runChild } from '../../support/child.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();
const us = { pid: process.pid, hostname: 'here' };

/** A directory with this text as its lock. */
async function lockedBy(found: unknown): Promise<{ directory: string; file: string }> {
  const directory = await freshDirectory();
  const file = join(directory, 'faxsim.lock');
  await writeFile(file, typeof found === 'string' ? found : JSON.stringify(found));
  return { directory, file };
}

/** The pid of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

async function ageOf(file: string): Promise<number> {
  return Date.now() - (await stat(file)).mtimeMs;
}

async function setAge(file: string, ms: number): Promise<void> {
  const then = new Date(Date.now() - ms);
  await utimes(file, then, then);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(setImmediate);
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
    `${file} says that the directory is in use by process ${process.ppid}. ` +
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

describe('the lock of another host, whose processes cannot be seen from here,', () => {
  const claims = [
    ['a process there', { pid: 4711, hostname: 'elsewhere', started: null }],
    ['a container in which our pid is taken too', { pid: process.pid, hostname: 'elsewhere', started: '1' }],
  ] as const;

  test.each(claims)('keeps us off while it is touched, and says when it will be free: %s', async (_case, found) => {
    const { directory, file } = await lockedBy(found);
    await setAge(file, 5000);
    const locking = lockDirectory(directory, us);
    await expect(locking).rejects.toThrow(`in use by process ${found.pid} on the host elsewhere. `);
    await expect(locking).rejects.toThrow(/if it does not run any more, the directory is free in (9|10) s\.$/);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(found);
  });

  test.each(claims)('is taken over once it was not touched for 15 s: %s', async (_case, found) => {
    const { directory, file } = await lockedBy(found);
    await setAge(file, 15_001);
    const lock = await lockDirectory(directory, us);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(us);
    await lock.release();
  });
});

test('is touched as long as it is held, but never when it is another’s', async () => {
  const directory = await freshDirectory();
  const file = join(directory, 'faxsim.lock');
  const lock = await lockDirectory(directory, us, 5);
  await setAge(file, 60_000);
  await until(async () => (await ageOf(file)) < 30_000);
  await writeFile(file, JSON.stringify({ pid: 4711, hostname: 'elsewhere', started: null }));
  await setAge(file, 60_000);
  const beside = await freshDirectory();
  const other = await lockDirectory(beside, us, 5);
  await setAge(join(beside, 'faxsim.lock'), 60_000);
  await until(async () => (await ageOf(join(beside, 'faxsim.lock'))) < 30_000);
  expect(await ageOf(file)).toBeGreaterThan(30_000);
  await Promise.all([lock.release(), other.release()]);
  expect(await readdir(directory)).toEqual(['faxsim.lock']);
});

test('refuses a second lock of this very process', async () => {
  const { directory, file } = await lockedBy('');
  const lock = await lockDirectory(directory, us);
  const alias = join(await freshDirectory(), 'alias');
  await symlink(directory, alias);
  await expect(lockDirectory(alias, us)).rejects.toThrow(`in use by process ${process.pid}. `);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(us);
  await lock.release();
});

test.each([
  ['while it takes its lock', 'taking', []],
  ['while it holds its lock', 'held', ['faxsim.lock']],
  ['while it gives its lock back', 'releasing', ['faxsim.lock']],
])('a process that ends without waiting for anything, %s, leaves none', async (_when, when, said) => {
  const directory = await freshDirectory();
  const child = runChild('locking-child.ts', directory, when);
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  expect(lines).toEqual(said);
  expect(await child.ended).toEqual({ code: 3, signal: null, stderr: '' });
  expect(await readdir(directory)).toEqual([]);
});

test.each(['{"pid":"1"}', 'my notes', '[]'])('refuses to take %p for a lock of its own', async (text) => {
  const { directory, file } = await lockedBy(text);
  await expect(lockDirectory(directory, us)).rejects.toThrow(`${file} is not a lock of faxsim`);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test.each([
  ['a process that has ended', async () => ({ pid: await endedProcess(), hostname: 'here', started: '1' })],
  ['an earlier process with our pid', () => ({ ...us, started: '1' })],
  ['an earlier process with our pid, of which no more is known', () => ({ ...us, started: null })],
  ['a process that was killed before it could write', () => ''],
])('takes over the lock of %s', async (_case, found) => {
  const { directory, file } = await lockedBy(await found());
  const lock = await lockDirectory(directory, us);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(us);
  await lock.release();
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('takes over the lock of a process whose pid now belongs to another program', async () => {
  const { directory } = await lockedBy({ pid: process.ppid, hostname: 'here', started: '1' });
  await (await lockDirectory(directory, us)).release();
});
