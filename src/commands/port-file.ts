import { reasonOf } from '../shared/errors.ts';
import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CliError } from '../cli-error.ts';
import { writeWholeFile } from '../whole-file.ts';

/**
 * Keeps the port in the file until the returned function is called or the program ends, also by a closed output. Throws a
 * CliError when the file cannot be written.
 */
export async function keepPortFile(file: string, port: number): Promise<() => void> {
  return keepFile(file, String(port)).catch((error: unknown) => {
    throw new CliError(`cannot write ${JSON.stringify(file)}: ${reasonOf(error)}`, { setting: 'portFile' });
  });
}

/** The same with the base URL. Where the file cannot be written, as in some containers, stderr says so and the start goes on. */
export async function keepUrlFile(file: string, url: string): Promise<() => void> {
  return keepFile(file, url).catch((error: unknown) => {
    console.error(`faxsim: --url-file: cannot write ${JSON.stringify(file)}: ${reasonOf(error)}`);
    return () => undefined;
  });
}

async function keepFile(file: string, text: string): Promise<() => void> {
  await writeWholeFile(file, `${text}\n`, `${file}.${process.pid}.tmp`);
  const remove = (): void => {
    process.off('exit', remove);
    if (holds(file, text)) removeFile(file);
  };
  process.on('exit', remove);
  return remove;
}

/** Whether the file is still ours: another program may have written its own text over it. */
function holds(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === text;
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

/** The port at which the program listens that wrote the file. Throws a CliError, with exit code 1 while there is no file. */
export async function readPortFile(file: string): Promise<number> {
  const path = JSON.stringify(file);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = reasonOf(error);
    const advice = reason === 'ENOENT' ? ': faxsim writes it when it listens, and removes it at its end' : '';
    throw new CliError(`cannot read the port file ${path}: ${reason}${advice}`, { exitCode: 1 });
  });
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new CliError(`the port file ${path} has no port in it, but ${JSON.stringify(text.slice(0, 40))}`);
}

/** The base URL in such a file; undefined while there is none. */
export async function readUrlFile(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return URL.canParse(text.trim()) ? text.trim() : undefined;
}
