import { Low } from 'lowdb';
import type { Adapter } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import { DataDirectoryError } from './data-directory-error.ts';
import type { Lock } from './lock.ts';
import { errorCode, errorText } from '../shared/errors.ts';

/** Opens a JSON file, which need not exist. Its writes replace the file whole, by a rename. */
export type OpenFile = (file: string) => Adapter<unknown>;

export const openJsonFile: OpenFile = (file) => new JSONFile(file);

/** Lets a write through only while the directory is ours. */
export function guardedBy(lock: Lock, open: OpenFile): OpenFile {
  return (file) => {
    const adapter = open(file);
    const write = async (data: unknown): Promise<void> => {
      await lock.assertHeld();
      await adapter.write(data);
    };
    return { read: () => adapter.read(), write };
  };
}

/** What stands in the file; null when it does not exist. Throws DataDirectoryError. */
export async function readJson(open: OpenFile, file: string): Promise<unknown> {
  const low = new Low<unknown>(open(file), null);
  try {
    await low.read();
  } catch (error) {
    const problem = errorCode(error) === undefined ? 'is not JSON' : 'cannot be read';
    throw new DataDirectoryError(file, `${problem}: ${errorText(error)}`, restoreIt);
  }
  return low.data;
}

/** Throws DataDirectoryError. */
export async function writeJson(open: OpenFile, file: string, data: unknown): Promise<void> {
  try {
    await new Low(open(file), data).write();
  } catch (error) {
    throw new DataDirectoryError(
      file,
      `cannot be written: ${errorText(error)}`,
      'Make the directory writable, with room in it',
    );
  }
}

/** What one may do about a file that cannot be loaded. */
export const restoreIt = 'Restore it from a backup, or move the data directory away to start with a new one';
