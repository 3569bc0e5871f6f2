import { readFileSync, rmSync } from 'node:fs';
import { CliError, fileReasonOf } from '../model/shared/errors.ts';
import { writeWholeFile } from '../model/shared/whole-file.ts';

/**
 * Writes the port into the file. Removes the file when the returned function is called, or when the program ends for
 * any reason. Throws a CliError if the file cannot be written.
 */
export async function keepPortFile(file: string, port: number): Promise<() => void> {
  return keepFile(file, String(port)).catch((error: unknown) => {
    throw new CliError(`cannot write ${JSON.stringify(file)}: ${fileReasonOf(error)}`, { setting: 'portFile' });
  });
}

/**
 * Writes the base URL into a file. If the file cannot be written, as in some containers, says so on stderr, and the
 * start continues.
 */
export async function keepUrlFile(file: string, url: string): Promise<() => void> {
  return keepFile(file, url).catch((error: unknown) => {
    console.error(`faxsim: --url-file: cannot write ${JSON.stringify(file)}: ${fileReasonOf(error)}`);
    return () => undefined;
  });
}

async function keepFile(file: string, text: string): Promise<() => void> {
  await writeWholeFile(file, `${text}\n`, `${file}.${process.pid}.tmp`);
  const remove = (): void => {
    process.off('exit', remove);
    try {
      // Another program may have replaced the text.
      if (readFileSync(file, 'utf8').trim() === text) rmSync(file, { force: true });
    } catch {
      // A file that cannot be read or removed must not change the exit code.
    }
  };
  process.on('exit', remove);
  return remove;
}
