import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { CliError, reasonOf } from './errors.ts';

/** Writes a value as JSON; a file whose name ends with `.gz` is compressed. Throws a CliError. */
export async function writeJson(path: string, value: object): Promise<void> {
  const text = `${JSON.stringify(value, undefined, 1)}\n`;
  await writeFile(path, path.endsWith('.gz') ? gzipSync(text) : text).catch((error: unknown) => {
    throw new CliError(`cannot write ${JSON.stringify(path)}: ${reasonOf(error)}`, { exitCode: 1 });
  });
}
