import { existsSync } from 'node:fs';
import { mkdtemp, cp, constants, access, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve, join, dirname } from 'node:path';

/**
 * Copies a directory into a temporary one, without `.git` and the reports in `out`; blocks are shared where the file system
 * can. Packages are linked: no run changes them.
 */
export async function copyOf(directory: string, out: string): Promise<string> {
  const copy = await mkdtemp(placeOfCopy(directory));
  const leftOut = new Set([resolve(out), join(directory, '.git'), join(directory, packages)]);
  const filter = (path: string): boolean => !leftOut.has(path);
  await cp(directory, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
  await access(join(directory, packages)).then(
    () => symlink(join(directory, packages), join(copy, packages), 'junction'), // a link that any user of Windows may make
    () => undefined, // a program without packages of Node
  );
  return copy;
}

const packages = 'node_modules';

/**
 * The place of the copy, which lies beside a directory with Yarn's Plug'n'Play: its file names the packages by paths
 * from there, also outside the directory.
 */
const placeOfCopy = (directory: string): string =>
  existsSync(join(directory, '.pnp.cjs'))
    ? join(dirname(directory), '.faxsim-sweep-')
    : join(tmpdir(), 'faxsim-sweep-');
