import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Whether something is mounted on a directory. Linux has a table of mounts. Elsewhere a mounted directory lies on
 * another device than its parent, which misses a volume on the device of the container itself.
 */
export async function isMountPoint(directory: string, table = '/proc/self/mountinfo'): Promise<boolean> {
  const path = await realpath(directory).catch(() => undefined);
  if (path === undefined) return false;
  const mounts = await readFile(table, 'utf8').catch(() => undefined);
  return mounts === undefined ? isOnOtherDevice(path) : mountPointsOf(mounts).includes(path);
}

/** The fifth word of each line; spaces and the like stand there as three octal digits. */
function mountPointsOf(mounts: string): string[] {
  const words = mounts.split('\n').map((line) => line.split(' ')[4] ?? '');
  return words.map((word) =>
    word.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8))),
  );
}

async function isOnOtherDevice(path: string): Promise<boolean> {
  const [here, above] = await Promise.all([path, dirname(path)].map((each) => stat(each)));
  return here?.dev !== above?.dev;
}
