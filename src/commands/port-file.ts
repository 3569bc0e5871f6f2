import { readFileSync, rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { reasonOf } from './reason.ts';

/** The port stands in the file until what this returns is called, or the program ends, be it that nobody reads its output. */
export async function keepPortFile(file: string, port: number): Promise<() => void> {
  await writePortFile(file, port);
  const remove = (): void => {
    process.off('exit', remove);
    if (holds(file, port)) removeFile(file);
  };
  process.on('exit', remove);
  return remove;
}

/** Whoever waits for the file finds the whole number in it, never a half-written one. */
async function writePortFile(file: string, port: number): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, `${port}\n`);
    await rename(draft, file);
  } catch (error) {
    removeFile(draft);
    throw new Failure(`cannot write ${JSON.stringify(file)}: ${reasonOf(error)}`, { setting: 'portFile' });
  }
}

/** Whether the file is still ours: another program may have written its own port over it. */
function holds(file: string, port: number): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === String(port);
  } catch {
    return false;
  }
}

/** Does nothing when it is gone already, or cannot be removed: that is no reason to end otherwise than well. */
function removeFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It stays.
  }
}

/** The port at which the program listens that wrote the file. Throws a Failure, with exit code 1 while there is no file. */
export async function readPortFile(file: string): Promise<number> {
  const shown = JSON.stringify(file);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = reasonOf(error);
    const advice = reason === 'ENOENT' ? ': faxsim writes it when it listens, and removes it at its end' : '';
    throw new Failure(`cannot read the port file ${shown}: ${reason}${advice}`, { exitCode: 1 });
  });
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new Failure(`the port file ${shown} has no port in it, but ${JSON.stringify(text.slice(0, 40))}`);
}
