import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from '../model/shared/errors.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import { asText } from '../model/shared/conversion.ts';

const remedies: Readonly<Record<string, string>> = {
  EMFILE: 'this process has too many files open: raise its limit, as with ulimit -n 4096, and start again',
  ENFILE: 'the machine has too many files open: end other programs, or raise its limit, and start again',
};

/** Turns an error of the operating system that the user can mend into a CliError of one line. Returns other errors unchanged. */
export function systemFailure(error: unknown): unknown {
  if (error instanceof CliError || !(error instanceof Error) || !('code' in error)) return error;
  const { code } = error;
  // Some packages read the working directory while they load.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'uv_cwd') {
    return new CliError('the working directory was deleted: change to one that is there, and start again');
  }
  const cause = isStarved(error) ? 'EMFILE' : asText(code);
  const remedy = remedies[cause];
  return remedy === undefined ? error : new CliError(`${remedy} (${cause})`);
}

/** The program opens more than a hundred files while it loads. */
const enoughFiles = 256;

/** Whether no more files can be opened. Node's loader then reports files of installed packages as missing. */
function isStarved(error: Error & { code: unknown }): boolean {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') return false;
  const [, path] = /^Cannot find \w+ '(\/[^']+)'/.exec(error.message) ?? [];
  return path !== undefined && existsSync(dirname(path)) && openFilesAllowed() < enoughFiles;
}

/** How many files this process may open at once. Slow, so call it only after a failure. */
function openFilesAllowed(): number {
  const report: unknown = process.report.getReport();
  const soft = ['userLimits', 'open_files', 'soft'].reduce(
    (part, name) => (isPlainObject(part) ? part[name] : part),
    report,
  );
  return typeof soft === 'number' ? soft : Infinity;
}
