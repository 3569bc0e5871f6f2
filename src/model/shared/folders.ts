import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './errors.ts';

/**
 * Makes a folder and the missing ones above it. Node's own recursion never ends below /proc, where the system says that the folder
 * above is missing though it is there. Throws node's errors.
 */
export async function makeFolder(path: string): Promise<void> {
  const failure = await failureToMake(path);
  if (failure === undefined) return;
  if (errorCode(failure) !== 'ENOENT' || dirname(path) === path) throw failure;
  await makeFolder(dirname(path));
  const second = await failureToMake(path);
  if (second !== undefined) throw second;
}

/** Does the same. Throws an error with a reason for a link, behind which the files would be in another place than the named one. */
export async function makeOwnFolder(path: string): Promise<void> {
  const found = await lstat(path.replace(/(?<=[^/])\/+$/, '')).catch(() => undefined);
  if (found?.isSymbolicLink() === true) throw new Error('it is a symbolic link: name the directory itself');
  if (found?.isDirectory() === false) throw new Error('it is another kind of file');
  await makeFolder(path);
}

/** The reason why a folder is not there after all; undefined if it is. */
async function failureToMake(path: string): Promise<Error | undefined> {
  try {
    await mkdir(path);
    return undefined;
  } catch (error) {
    // A root refuses with other codes than EEXIST on some systems.
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isThere ? undefined : (error as Error); // node throws nothing else
  }
}
