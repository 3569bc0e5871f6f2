import { DataDirectoryError } from './data-directory-error.ts';
import { integer, shaped } from '../store/guards.ts';
import { restoreIt } from './json-files.ts';

/** Stands in every file, since files can be copied from one data directory to another. */
export const formatVersion = 1;

const versioned = shaped<{ version: number }>({ version: integer });

/** Throws DataDirectoryError for what another version of the format wrote, or none at all. */
export function assertVersion(file: string, data: unknown): void {
  if (!versioned(data)) throw new DataDirectoryError(file, 'does not say its format "version"', restoreIt);
  if (data.version === formatVersion) return;
  const problem = `has the format version ${data.version}, but this faxsim reads version ${formatVersion}`;
  throw new DataDirectoryError(file, problem, 'Use the faxsim that wrote it, or choose another data directory');
}
