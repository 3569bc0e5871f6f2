import { isPlainObject } from '../shared/objects.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { restoreIt } from './json-files.ts';

/** Stands in every file, since files can be copied from one data directory to another. */
export const formatVersion = 1;

/** Throws DataDirectoryError for a file of another version of the format, or without a version. */
export function assertVersion(file: string, data: unknown): void {
  const version = isPlainObject(data) ? data['version'] : undefined;
  if (version === formatVersion) return;
  if (!Number.isSafeInteger(version))
    throw new DataDirectoryError(file, 'does not say its format "version"', restoreIt);
  const problem = `has the format version ${String(version)}, but this faxsim reads version ${formatVersion}`;
  throw new DataDirectoryError(file, problem, 'Use the faxsim that wrote it, or choose another data directory');
}
