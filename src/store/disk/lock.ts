import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { link, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCode, errorText } from '../../model/shared/errors.ts';
import { integer, nullOr, text } from '../memory/value-schemas.ts';
import { DataDirectoryError, parseStoredJson, refuse } from './json-files.ts';
import { readRegularFile } from './regular-file.ts';
import type { OpenFile } from './json-files.ts';

/** The content of a lock file. `started`: see `processStartOf`; null if the system does not show it. */
const lockFile = v.object({ pid: integer, hostname: text, started: nullOr(text) });
type LockFile = v.InferOutput<typeof lockFile>;

/** The process that uses a data directory. */
type LockOwner = Omit<LockFile, 'started'>;

export interface Lock {
  /** Throws if another process has taken over the directory, since the two would overwrite each other's records. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

const lockName = 'faxsim.lock';

/**
 * Interval in real ms at which the owner touches its lock. Another host cannot see in another way that the process
 * lives.
 */
const touchEveryMs = 3000;

/** Real ms after which an untouched lock of another host counts as abandoned. */
const staleAfterMs = 15_000;

/**
 * The locks of this process, with their contents. Without them, opening a directory twice would take the first lock for
 * that of an earlier process.
 */
const heldHere = new Map<string, string>();

/**
 * Locks the directory against other processes. A lock left by a killed process is taken over. On this host, the end of
 * the process is visible at once; a lock of another host, such as a replaced container, has to expire. Throws
 * DataDirectoryError.
 */
export async function lockDirectory(directory: string, owner: LockOwner, touchMs = touchEveryMs): Promise<Lock> {
  const file = join(directory, lockName);
  const { pid, hostname } = owner;
  const text = JSON.stringify({ pid, hostname, started: (await processStartOf(pid)) ?? null } satisfies LockFile);
  if (heldHere.has(file)) throw inUse(file, 'this process');
  remember(file, text);
  try {
    if (!isWritten(file, text)) {
      const stale = await assertStale(file, owner);
      if (stale !== undefined) await takeAway(file, stale);
      if (!isWritten(file, text)) throw inUse(file, 'a process that is starting at the same time');
    }
  } catch (error) {
    forget(file);
    throw error;
  }
  const stopTouching = keepTouching(file, text, touchMs);
  return {
    assertHeld: holdCheck(file, text),
    release: async () => {
      stopTouching();
      try {
        if ((await readIfThere(file)) === text) rmSync(file, { force: true });
      } finally {
        forget(file); // last: until then, an exit of the process still removes the lock
      }
    },
  };
}

function remember(file: string, text: string): void {
  if (heldHere.size === 0) process.on('exit', releaseAll);
  heldHere.set(file, text);
}

function forget(file: string): void {
  heldHere.delete(file);
  if (heldHere.size === 0) process.off('exit', releaseAll);
}

/** Releases all locks synchronously at process exit. Otherwise other hosts would wait until they expire. */
function releaseAll(): void {
  for (const [file, text] of heldHere) {
    try {
      if (readFileSync(file, 'utf8') === text) rmSync(file);
    } catch {
      // The next process takes the lock over as an abandoned one.
    }
  }
}

function keepTouching(file: string, text: string, everyMs: number): () => void {
  const touch = async (): Promise<void> => {
    if ((await readIfThere(file)) === text) await utimes(file, new Date(), new Date());
  };
  const timer = setInterval(() => {
    // A process that cannot touch its lock may lose it. `assertHeld` then throws.
    touch().catch(() => undefined);
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/**
 * Writes the lock; returns false if there already is one. Synchronous: if the process ended while another thread was
 * still writing, it would not recognize its own lock, and leave it behind.
 */
function isWritten(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    return refuse(file, 'cannot be written', 'Make the data directory writable')(error);
  }
}

/**
 * Moves the lock of an ended process away. If several processes find it, only one moves it. A lock that another process
 * has written since is put back.
 */
async function takeAway(file: string, stale: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    refuse(file, 'cannot be replaced', 'Make the data directory writable')(error);
  }
  if ((await readIfThere(aside)) !== stale) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Returns the lock of an ended process; undefined if it is already gone. Throws if the lock is in use. */
async function assertStale(file: string, owner: LockOwner): Promise<string | undefined> {
  const text = await readIfThere(file);
  // An empty lock comes from a process that was killed between creating and writing it.
  if (text === undefined || text === '') return text;
  const found = parse(text);
  if (found === undefined) {
    throw new DataDirectoryError(file, 'is not a lock of faxsim', 'Remove it if no other process uses the directory');
  }
  if (found.hostname !== owner.hostname) await assertUntouched(file, found);
  else if (await isAlive(found, owner)) throw inUse(file, `process ${found.pid}`);
  return text;
}

/**
 * Whether the owner of a lock still runs. Processes of different containers can have the same pid, so the start time
 * decides whether this is the same process or an earlier one.
 */
async function isAlive({ pid, started }: LockFile, owner: LockOwner): Promise<boolean> {
  if (!isThere(pid)) return false;
  const start = await processStartOf(pid);
  return start === undefined || started === null ? pid !== owner.pid : start === started;
}

async function assertUntouched(file: string, { pid, hostname }: LockFile): Promise<void> {
  const touched = await stat(file).catch(() => undefined);
  if (touched === undefined) return;
  const remainingMs = touched.mtimeMs + staleAfterMs - Date.now();
  if (remainingMs <= 0) return;
  const when = `if it does not run any more, the directory is free in ${Math.ceil(remainingMs / 1000)} s`;
  throw inUse(file, `process ${pid} on the host ${hostname}`, when);
}

/** Makes the check before each write. It reads the lock only if the file has changed. */
function holdCheck(file: string, text: string): () => Promise<void> {
  let lastState: { readonly ino: bigint; readonly ctimeNs: bigint } | undefined;
  return async () => {
    const now = stateOf(file);
    if (now !== undefined && now.ino === lastState?.ino && now.ctimeNs === lastState.ctimeNs) return;
    const found = await readIfThere(file);
    if (found !== undefined && found !== text) throw inUse(file, `process ${parse(found)?.pid ?? '(unknown)'} by now`);
    lastState = found === undefined ? undefined : now;
  };
}

/** Synchronous: asking another thread takes longer than the system's answer. */
function stateOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function inUse(file: string, by: string, orElse = 'if it does not run any more, remove the file'): DataDirectoryError {
  const problem = `says that the directory is in use by ${by}`;
  return new DataDirectoryError(file, problem, `Stop that process, or choose another directory; ${orElse}`);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readRegularFile(file)).toString();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new DataDirectoryError(file, `cannot be read: ${errorText(error)}`, 'Make it readable, or remove it');
  }
}

function parse(text: string): LockFile | undefined {
  const found = parseStoredJson(text);
  return v.is(lockFile, found) ? found : undefined;
}

/** Allows writes only while this process holds the directory. */
export function guardWrites(lock: Lock, open: OpenFile): OpenFile {
  return (file) => {
    const whole = open(file);
    const write = async (text: string): Promise<void> => {
      await lock.assertHeld();
      await whole.write(text);
    };
    return { read: () => whole.read(), write };
  };
}

/** Whether the process runs on this host and is visible to this process. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
    return errorCode(error) !== 'ESRCH';
  }
}

/**
 * The start time of a process in the kernel's units. It distinguishes a process from a later one with the same pid.
 * Undefined without /proc, and for an ended process. A zombie is `defunct`.
 */
export async function processStartOf(pid: number): Promise<string | undefined> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in brackets, which may contain any character.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? 'defunct' : rest[18];
}
