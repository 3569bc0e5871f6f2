import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Reads a regular file. Refuses links and devices, because a pipe or /dev/zero may never end. Throws node's errors, or
 * an error that says why for other kinds of files.
 */
export async function readRegularFile(path: string): Promise<Buffer> {
  // O_NONBLOCK is needed because opening a pipe would otherwise wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(nameLink);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw irregular(found.isDirectory() ? 'a directory' : 'another kind of file');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function nameLink(error: unknown): never {
  const isLink = error instanceof Error && 'code' in error && error.code === 'ELOOP';
  throw isLink ? irregular('a symbolic link') : error;
}

const irregular = (got: string): Error =>
  Object.assign(new Error(`it must be a regular file, got ${got}`), { code: 'EFTYPE' });
