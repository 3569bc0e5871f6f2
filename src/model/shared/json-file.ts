import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CliError, reasonOf } from './errors.ts';
import { makeFolder } from './folders.ts';
import { writeGivenFile } from './given-file.ts';
import { writeWholeFile } from './whole-file.ts';

type WriteFile = (path: string, content: string | Uint8Array) => Promise<void>;

/**
 * Writes a value as JSON into a file that a user names, with its folder; a file whose name ends with `.gz` is compressed. Throws a
 * CliError.
 */
export const writeJson = (path: string, value: object): Promise<void> => write(path, value, writeGivenFile);

/** Does the same for a file that faxsim names: a link or a pipe of that name is replaced, not followed. */
export const writeOwnJson = (path: string, value: object): Promise<void> =>
  write(path, value, (file, content) => writeWholeFile(file, content, join(dirname(file), `.${basename(file)}`)));

async function write(path: string, value: object, writeFile: WriteFile): Promise<void> {
  const text = `${JSON.stringify(value, undefined, 1)}\n`;
  try {
    await makeFolder(dirname(path));
    await writeFile(path, path.endsWith('.gz') ? gzipSync(text) : text);
  } catch (error) {
    throw new CliError(`cannot write ${JSON.stringify(path)}: ${reasonOf(error)}`, { exitCode: 1 });
  }
}
