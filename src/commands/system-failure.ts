import { Failure } from '../failure.ts';

const remedies: Readonly<Record<string, string>> = {
  EMFILE: 'this process has too many files open: raise its limit, as with ulimit -n 4096, and start again',
  ENFILE: 'the machine has too many files open: end other programs, or raise its limit, and start again',
};

/** An error of the operating system that the user can mend, as a Failure of one line; any other error as it is. */
export function systemFailure(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error) || !('code' in error)) return error;
  const { code } = error;
  // Some packages ask for the working directory when they are loaded.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'uv_cwd') {
    return new Failure('the working directory was deleted: change to one that is there, and start again');
  }
  const remedy = remedies[String(code)];
  return remedy === undefined ? error : new Failure(`${remedy} (${String(code)})`);
}
