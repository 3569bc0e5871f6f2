import { rename, rm, writeFile } from 'node:fs/promises';

/** Whoever waits for the file finds the whole number in it, never a half-written one. */
export async function writePortFile(file: string, port: number): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, `${port}\n`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
