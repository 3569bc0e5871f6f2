import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file beside its place and renames it, so that a reader finds the old content or the whole new one. */
export async function writeWholeFile(path: string, content: string | Uint8Array, draft: string): Promise<void> {
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
