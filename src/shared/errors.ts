import { isPlainObject } from './objects.ts';

// Neither function asks for `instanceof Error`: under Jest, node's own errors are instances of another Error.

/** The message of a caught error; of a thrown value that has none, the value as text. */
export function errorText(error: unknown): string {
  return isPlainObject(error) && 'message' in error ? String(error['message']) : String(error);
}

/** The system's name for the cause of an error, such as `ENOENT`; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return isPlainObject(error) && typeof error['code'] === 'string' ? error['code'] : undefined;
}

/** The reason of a failure in few words: the system's name where there is one, else the message. */
export const reasonOf = (error: unknown): string => errorCode(error) ?? errorText(error);
