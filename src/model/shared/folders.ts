import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './errors.ts';

/**
 * Makes a folder and the missing ones above it. Node's own recursion never ends below /proc, where the system reports
 * an existing folder as missing. Throws node's errors.
 */
export async function makeFolder(path: string): Promise<void> {
  const failure = await failureToMake(path);
  if (failure === undefined) return;
  if (errorCode(failure) !== 'ENOENT' || dirname(path) === path) throw failure;
  await makeFolder(dirname(path));
  const second = await failureToMake(path);
  if (second !== undefined) throw second;
}

/**
 * Makes a folder in the same way. Throws an error with a reason for a link, because the files would be written
 * elsewhere than in the named folder.
 */
export async function makeOwnFolder(path: string): Promise<void> {
  const found = await lstat(path.replace(/(?<=[^/])\/+$/, '')).catch(() => undefined);
  if (found?.isSymbolicLink() === true) throw new Error('it is a symbolic link: name the directory itself');
  if (found?.isDirectory() === false) throw new Error('it is another kind of file');
  await makeFolder(path);
}

/** The reason why a folder could not be made; undefined if it exists after all. */
async function failureToMake(path: string): Promise<Error | undefined> {
  try {
    await mkdir(path);
    return undefined;
  } catch (error) {
    // On some systems, a root refuses with other codes than EEXIST.
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isThere ? undefined : (error as Error); // node throws nothing else
  }
}
