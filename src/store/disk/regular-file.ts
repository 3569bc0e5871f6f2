import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Reads a file that is neither a link nor a device: the end of a pipe, or of /dev/zero, may never come. Throws node's errors, and an
 * error with a reason for another kind of file.
 */
export async function readRegularFile(path: string): Promise<Buffer> {
  // O_NONBLOCK, because opening a pipe otherwise waits for its writer.
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
