import { mkdir, realpath, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Contents } from '../memory/contents.ts';
import { errorCode } from '../../model/shared/errors.ts';
import { DataDirectoryError, openWholeFile, refuse } from './json-files.ts';
import type { OpenFile } from './json-files.ts';
import { guardWrites, lockDirectory } from './lock.ts';
import { guardedWrites, OpenFiles } from './write-ahead-log.ts';
import type { FileWrites } from './write-ahead-log.ts';
import type { Origin } from './world-file.ts';
import { createWorldFolder, readWorldFolder } from './world-folder.ts';
import type { SavedWorld } from './world-folder.ts';
import type { ReadFiles } from './stored-collection.ts';

/** A directory that keeps a world between processes. This process holds it until it is closed. */
export type DataDirectory = Awaited<ReturnType<typeof openDataDirectory>>;

/** The running process and its files; tests replace them. */
export interface DataDirectoryOptions {
  readonly openFile?: OpenFile;
  readonly logWrites?: FileWrites;
  readonly writeBehindMs?: number;
  /** The progress of the opening: the number of segments that have been read, and of all segments. */
  readonly files?: ReadFiles;
}

const defaultWriteBehindMs = 500;

const worldFolder = 'default';

/**
 * Opens a directory, and creates it if it does not exist. Leaves other programs' files alone. Throws DataDirectoryError
 * for a directory in use, without write access, or with invalid files; it has then changed nothing.
 */
export async function openDataDirectory(path: string, options: DataDirectoryOptions = {}) {
  const directory = await makeDirectory(path);
  const lock = await lockDirectory(directory, { pid: process.pid, hostname: hostname() });
  const place = {
    folder: join(directory, worldFolder),
    open: guardWrites(lock, options.openFile ?? openWholeFile),
    logWrites: guardedWrites(lock, options.logWrites ?? new OpenFiles()),
    writeBehindMs: options.writeBehindMs ?? defaultWriteBehindMs,
  };
  let current: SavedWorld | undefined;
  const close = async (): Promise<void> => {
    try {
      await current?.disk.close();
    } finally {
      await place.logWrites.close();
      await lock.release();
    }
  };
  try {
    const saved = await readWorldFolder(place, options.files);
    current = saved;
    return {
      /** The world as the last process left it; undefined when the directory is new. */
      saved,
      /** Writes the first state of a new directory's world. Throws DataDirectoryError when the disk refuses. */
      create: async (contents: Contents, origin: Origin): Promise<SavedWorld> =>
        (current = await createWorldFolder(place, contents, origin)),
      /**
       * Waits until the records are in their files, and releases the lock. Rejects if the disk refuses. The lock is
       * then still released, and acknowledged changes are in the log.
       */
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeDirectory(path: string): Promise<string> {
  const remedy = 'Choose a directory that exists, or one that can be made';
  const making = makeLevels(resolve(path)).then(() => realpath(path));
  return making.catch((error: unknown) => {
    const isFile =
      errorCode(error) === 'EEXIST' && error instanceof Error && 'path' in error && error.path === resolve(path);
    if (isFile) throw new DataDirectoryError(path, 'is a file, not a directory', remedy);
    return refuse(path, 'cannot be used as the data directory', remedy)(error);
  });
}

/**
 * Creates a directory with its parents. node's own recursive mkdir never ends if the system denies that a parent
 * exists, as it does in /proc.
 */
async function makeLevels(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeLevels(parent);
  try {
    await mkdir(path);
  } catch (error) {
    // Another process can have been faster.
    if (!(await isDirectory(path))) throw error;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
