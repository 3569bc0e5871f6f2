import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { CliError } from '../cli-error.ts';
import { reasonOf } from '../shared/errors.ts';

/** Writes a bundle; a file whose name ends with `.gz` is compressed. Throws a CliError. */
export async function saveBundle(path: string, bundle: object): Promise<void> {
  const text = `${JSON.stringify(bundle, undefined, 1)}\n`;
  await writeFile(path, path.endsWith('.gz') ? gzipSync(text) : text).catch((error: unknown) => {
    throw new CliError(`cannot write ${JSON.stringify(path)}: ${reasonOf(error)}`, { exitCode: 1 });
  });
}
