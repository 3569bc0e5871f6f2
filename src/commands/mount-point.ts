import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Whether something is mounted on a directory: it then lies on another device than its parent. */
export async function isMountPoint(directory: string): Promise<boolean> {
  const parent = dirname(resolve(directory));
  const [here, above] = await Promise.all([directory, parent].map((path) => stat(path).catch(() => undefined)));
  return here !== undefined && above !== undefined && here.dev !== above.dev;
}
