import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CliError, reasonOf } from './errors.ts';
import { makeFolder } from './folders.ts';
import { writeGivenFile } from './given-file.ts';

/** Writes a value as JSON, with its folder; a file whose name ends with `.gz` is compressed. Throws a CliError. */
export async function writeJson(path: string, value: object): Promise<void> {
  const text = `${JSON.stringify(value, undefined, 1)}\n`;
  const write = async (): Promise<void> => {
    await makeFolder(dirname(path));
    await writeGivenFile(path, path.endsWith('.gz') ? gzipSync(text) : text);
  };
  await write().catch((error: unknown) => {
    throw new CliError(`cannot write ${JSON.stringify(path)}: ${reasonOf(error)}`, { exitCode: 1 });
  });
}
