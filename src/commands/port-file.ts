import { rename, rm, writeFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { reasonOf } from './reason.ts';

/** Whoever waits for the file finds the whole number in it, never a half-written one. */
export async function writePortFile(file: string, port: number): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, `${port}\n`);
    await rename(draft, file);
  } catch (error) {
    await removePortFile(draft);
    throw new Failure(`cannot write ${JSON.stringify(file)}: ${reasonOf(error)}`, { setting: 'portFile' });
  }
}

/** Does nothing when it is gone already, or cannot be removed: that is no reason to end otherwise than well. */
export async function removePortFile(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
}
