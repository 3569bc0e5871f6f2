import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirectoryError, codeOf, reasonOf } from './data-directory-error.ts';

/** The process that uses a data directory. */
export interface Holder {
  readonly pid: number;
  readonly hostname: string;
}

/** What stands in a lock file. */
interface Claim extends Holder {
  /** See `startOf`; null where it cannot be told. */
  readonly started: string | null;
}

export interface Lock {
  /** Throws when another process has taken the directory over, since both would overwrite each other's records. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

const lockName = 'faxsim.lock';

/** A second opening by this process would take its own lock for one that an earlier process left. */
const heldHere = new Set<string>();

/**
 * Keeps a second process off the directory. A lock whose process is gone, or had our own pid (in a container it is
 * always the same), was left by a process that was killed, and is taken over. Throws DataDirectoryError.
 */
export async function lockDirectory(directory: string, holder: Holder): Promise<Lock> {
  const file = join(directory, lockName);
  if (heldHere.has(file)) throw inUse(file, 'this process');
  heldHere.add(file);
  try {
    const claim: Claim = { pid: holder.pid, hostname: holder.hostname, started: (await startOf(holder.pid)) ?? null };
    const text = JSON.stringify(claim);
    if (!(await isWritten(file, text))) {
      await assertStale(file, holder);
      await rm(file, { force: true });
      if (!(await isWritten(file, text))) throw inUse(file, 'a process that is starting at the same time');
    }
    return { assertHeld: () => assertHeld(file, text), release: () => release(file, text) };
  } catch (error) {
    heldHere.delete(file);
    throw error;
  }
}

/** False when there is a lock already. */
async function isWritten(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new DataDirectoryError(file, `cannot be written: ${reasonOf(error)}`, 'Make the data directory writable');
  }
}

async function assertStale(file: string, holder: Holder): Promise<void> {
  const text = await readIfThere(file);
  // A process that was killed between creating its lock and writing to it leaves an empty one.
  if (text === undefined || text === '') return;
  const claim = parse(text);
  if (claim === undefined) {
    throw new DataDirectoryError(file, 'is not a lock of faxsim', 'Remove it if no other process uses the directory');
  }
  if (claim.pid === holder.pid) return;
  if (claim.hostname !== holder.hostname) throw inUse(file, `process ${claim.pid} on the host ${claim.hostname}`);
  if (await isAlive(claim)) throw inUse(file, `process ${claim.pid}`);
}

async function assertHeld(file: string, text: string): Promise<void> {
  const found = await readIfThere(file);
  if (found !== undefined && found !== text) throw inUse(file, `process ${parse(found)?.pid ?? '(unknown)'} by now`);
}

async function release(file: string, text: string): Promise<void> {
  heldHere.delete(file);
  if ((await readIfThere(file)) === text) await rm(file, { force: true });
}

function inUse(file: string, by: string): DataDirectoryError {
  return new DataDirectoryError(
    file,
    `says that the data directory is in use by ${by}`,
    'Stop that process, or choose another directory; if it does not run any more, remove the file',
  );
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new DataDirectoryError(file, `cannot be read: ${reasonOf(error)}`, 'Make it readable, or remove it');
  }
}

function parse(text: string): Claim | undefined {
  try {
    const claim: unknown = JSON.parse(text);
    return isClaim(claim) ? claim : undefined;
  } catch {
    return undefined;
  }
}

function isClaim(value: unknown): value is Claim {
  if (typeof value !== 'object' || value === null) return false;
  if (!('pid' in value && 'hostname' in value && 'started' in value)) return false;
  const { pid, hostname, started } = value;
  return Number.isSafeInteger(pid) && typeof hostname === 'string' && (started === null || typeof started === 'string');
}

async function isAlive({ pid, started }: Claim): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and belongs to somebody else.
    if (codeOf(error) === 'ESRCH') return false;
  }
  const start = await startOf(pid);
  return start === undefined || started === null || start === started;
}

/**
 * When a process started, in the kernel's own count; it tells a process from a later one with its pid. Undefined where
 * there is no /proc, and for processes that are gone. A zombie has started nothing: `defunct`.
 */
async function startOf(pid: number): Promise<string | undefined> {
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
