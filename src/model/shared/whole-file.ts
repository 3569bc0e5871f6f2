import { constants } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';

/** If the draft is a pipe or a link by mistake, opening it fails. Otherwise it would wait for a reader, or write elsewhere. */
const flag = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Writes a file under another name and renames it, so that a reader finds the old content or the whole new one. */
export async function writeWholeFile(path: string, content: string | Uint8Array, draft: string): Promise<void> {
  try {
    await writeFile(draft, content, { flag });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
