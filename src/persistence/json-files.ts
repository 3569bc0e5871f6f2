import type { Adapter } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import { CliError } from '../cli-error.ts';
import { errorCode, errorText } from '../shared/errors.ts';
import { isPlainObject } from '../shared/objects.ts';

/** The data directory cannot be used. The message is one line: the file, its fault, and the remedy. */
export class DataDirectoryError extends CliError {
  constructor(file: string, problem: string, remedy: string) {
    super(`${file} ${problem}. ${remedy}.`.replaceAll(/\s*[\r\n]\s*/g, ' '), { setting: 'data' });
  }
}

/** Opens a JSON file, which need not exist. Its writes replace the file whole, by a rename. */
export type OpenFile = (file: string) => Adapter<unknown>;

export const openJsonFile: OpenFile = (file) => new JSONFile(file);

/** The parsed content of a file; null when it does not exist. Throws DataDirectoryError. */
export async function readJson(open: OpenFile, file: string): Promise<unknown> {
  try {
    return await open(file).read();
  } catch (error) {
    const problem = errorCode(error) === undefined ? 'is not JSON' : 'cannot be read';
    throw new DataDirectoryError(file, `${problem}: ${errorText(error)}`, restoreAdvice);
  }
}

/** Throws DataDirectoryError. */
export async function writeJson(open: OpenFile, file: string, data: unknown): Promise<void> {
  try {
    await open(file).write(data);
  } catch (error) {
    throw new DataDirectoryError(
      file,
      `cannot be written: ${errorText(error)}`,
      'Make the directory writable, with room in it',
    );
  }
}

/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The advice for a file that cannot be loaded. */
export const restoreAdvice = 'Restore it from a backup, or move the data directory away to start with a new one';

/** Stands in every file, since files can be copied from one data directory to another. */
export const formatVersion = 1;

/** Throws DataDirectoryError for a file of another version of the format, or without a version. */
export function assertVersion(file: string, data: unknown): void {
  const version = isPlainObject(data) ? data['version'] : undefined;
  if (version === formatVersion) return;
  if (!Number.isSafeInteger(version))
    throw new DataDirectoryError(file, 'does not say its format "version"', restoreAdvice);
  const problem = `has the format version ${String(version)}, but this faxsim reads version ${formatVersion}`;
  throw new DataDirectoryError(file, problem, 'Use the faxsim that wrote it, or choose another data directory');
}
