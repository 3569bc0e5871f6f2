import { existsSync } from 'node:fs';
import { mkdtemp, cp, constants, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';

/**
 * Copies a directory into a temporary one, without `.git` and the reports in `out`. Shares blocks if the file system can. Links the
 * packages, those of a project's workspaces included, because no run changes them.
 */
export async function copyOf(directory: string, out: string): Promise<string> {
  const copy = await mkdtemp(placeOfCopy(directory));
  const leftOut = new Set([resolve(out), join(directory, '.git')]);
  const packages: string[] = [];
  const filter = (path: string): boolean => {
    const isPackages = basename(path) === 'node_modules' && path !== directory;
    if (isPackages) packages.push(path);
    return !isPackages && !leftOut.has(path);
  };
  await cp(directory, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
  for (const folder of packages) {
    await symlink(folder, join(copy, relative(directory, folder)), 'junction'); // a link that any user of Windows may make
  }
  return copy;
}

/**
 * The path of the copy. With Yarn's Plug'n'Play, it lies beside the directory, because Yarn's file names packages by relative
 * paths, even outside the directory.
 */
const placeOfCopy = (directory: string): string =>
  existsSync(join(directory, '.pnp.cjs'))
    ? join(dirname(directory), '.faxsim-sweep-')
    : join(tmpdir(), 'faxsim-sweep-');
