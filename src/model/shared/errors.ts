import { isPlainObject } from './objects.ts';
import { asText } from './conversion.ts';

// The functions below avoid `instanceof Error`: under Jest, node's own errors are instances of another Error.

/** The message of a caught error, or the text of a thrown value without a message. */
export function errorText(error: unknown): string {
  return isPlainObject(error) && 'message' in error ? asText(error['message']) : asText(error);
}

/** The system's name for the cause of an error, such as `ENOENT`; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return isPlainObject(error) && typeof error['code'] === 'string' ? error['code'] : undefined;
}

/** The reason of a failure in few words: the system's name if there is one, else the message. */
export const reasonOf = (error: unknown): string => errorCode(error) ?? errorText(error);

const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  ENOTDIR: 'a part of its path is no directory',
  EISDIR: 'it is a directory',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  ELOOP: 'its symbolic links lead round in a circle',
  ENAMETOOLONG: 'its name is too long',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** The reason why a file that a user names cannot be used, in words: `there is no such file or directory`. */
export const fileReasonOf = (error: unknown): string => fileReasons[errorCode(error) ?? ''] ?? reasonOf(error);

/** Runs work, and `recover` if the work throws or its promise rejects. Returns a promise only if the work does. */
export function orElse(
  work: () => Promise<void> | void,
  recover: (error: unknown) => Promise<void> | void,
): Promise<void> | undefined {
  try {
    const running = work();
    return running instanceof Promise ? running.catch(recover) : undefined;
  } catch (error) {
    return recover(error) ?? undefined;
  }
}

interface CliErrorOptions {
  readonly exitCode?: number;
  readonly setting?: string;
}

/** An error that the user can fix: the program prints one line and exits with its code. */
export class CliError extends Error {
  readonly exitCode: number;
  /** The setting that is to blame, if the message does not name it. */
  readonly setting: string | undefined;

  constructor(message: string, { exitCode = 2, setting }: CliErrorOptions = {}) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.setting = setting;
  }
}

/** The faults of a file that a user wrote, each a line: `file:line: fault`. */
export class FaultyFile extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'FaultyFile';
    this.faults = faults;
  }
}
