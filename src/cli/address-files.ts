import { readFileSync, rmSync } from 'node:fs';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import { writeWholeFile } from '../model/shared/whole-file.ts';

/**
 * Writes the port into the file. The file goes when the returned function is called, or the program ends for whatever reason.
 * Throws a CliError when the file cannot be written.
 */
export async function keepPortFile(file: string, port: number): Promise<() => void> {
  return keepFile(file, String(port)).catch((error: unknown) => {
    throw new CliError(`cannot write ${JSON.stringify(file)}: ${reasonOf(error)}`, { setting: 'portFile' });
  });
}

/** Writes the base URL into a file. If it cannot, as in some containers, it says so on stderr, and the start goes on. */
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
    try {
      // Another program may have written its own text over it.
      if (readFileSync(file, 'utf8').trim() === text) rmSync(file, { force: true });
    } catch {
      // A file that cannot be read or removed must not change the exit code.
    }
  };
  process.on('exit', remove);
  return remove;
}
