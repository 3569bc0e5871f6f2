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

/** The content of a lock file. `started`: see `processStartOf`; null where the system does not show it. */
const lockFile = v.object({ pid: integer, hostname: text, started: nullOr(text) });
type LockFile = v.InferOutput<typeof lockFile>;

/** The process that uses a data directory. */
type LockOwner = Omit<LockFile, 'started'>;

export interface Lock {
  /** Throws when another process has taken the directory over, since both would overwrite each other's records. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

const lockName = 'faxsim.lock';

/**
 * Interval in real time at which the owner touches its lock, since another host cannot see whether the process lives.
 * Real time.
 */
const touchEveryMs = 3000;

/** A lock of another host that was not touched for so long was left behind. */
const staleAfterMs = 15_000;

/**
 * The locks of this process with their contents. A second opening would take the lock for one of an earlier process.
 */
const heldHere = new Map<string, string>();

/**
 * Keeps a second process off the directory. A lock that a killed process left is taken over. This host sees at once
 * that the process has ended; a lock of another host, as of a replaced container, expires. Throws DataDirectoryError.
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
        forget(file); // an earlier call would leave the lock at an end of the process
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

/** Synchronous release at process exit; otherwise other hosts wait until the lock is stale. */
function releaseAll(): void {
  for (const [file, text] of heldHere) {
    try {
      if (readFileSync(file, 'utf8') === text) rmSync(file);
    } catch {
      // The next process takes the lock over as one that was left behind.
    }
  }
}

function keepTouching(file: string, text: string, everyMs: number): () => void {
  const touch = async (): Promise<void> => {
    if ((await readIfThere(file)) === text) await utimes(file, new Date(), new Date());
  };
  const timer = setInterval(() => {
    // A process that cannot touch its lock can lose it; `assertHeld` then throws.
    touch().catch(() => undefined);
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/**
 * False when there is a lock already. Synchronous: a process that ends while another thread still writes would find a lock
 * that is not its own yet, and leave it.
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
 * Moves the lock of an ended process out of the way. A single one of several processes that find it moves it; a lock
 * that another process has written meanwhile is put back.
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

/** Returns the lock that an ended process has left; undefined if there is none any more. */
async function assertStale(file: string, owner: LockOwner): Promise<string | undefined> {
  const text = await readIfThere(file);
  // A process that was killed between creating its lock and writing to it leaves an empty one.
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
 * Compares start times: every process in a container can have our pid, and the time tells whether it is us, or an
 * earlier one.
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

/** A commit asks before each write, so the lock is read again only after its file has changed. */
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

/** Synchronous, since a thread takes longer to be asked than the system to answer. */
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

/** Lets a write through only while the directory is ours. */
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

/** Whether the process runs on this host, and this process can see it. */
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
 * The start time of a process in the kernel's own count; it distinguishes a process from a later one with its pid.
 * Returns undefined where there is no /proc, and for processes that have ended. A zombie is `defunct`.
 */
export async function processStartOf(pid: number): Promise<string | undefined> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in brackets, in which anything can stand.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? 'defunct' : rest[18];
}
