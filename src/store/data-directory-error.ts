import { isObject } from './guards.ts';

/** The data directory cannot be used as it is. One line: the file, what is wrong with it, and what one may do. */
export class DataDirectoryError extends Error {
  constructor(file: string, problem: string, remedy: string) {
    super(`${file} ${problem}. ${remedy}.`.replaceAll(/\s*[\r\n]\s*/g, ' '));
    this.name = 'DataDirectoryError';
  }
}

// Neither asks for `instanceof Error`: under Jest, node's own errors are instances of another Error.

/** What an error that was caught says. */
export function reasonOf(error: unknown): string {
  return isObject(error) && 'message' in error ? String(error.message) : String(error);
}

/** The name that the system has for what went wrong, such as `ENOENT`; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return isObject(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
