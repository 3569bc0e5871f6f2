import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Reads the text of a file that a setting names. Throws node's errors, and an error with a reason for what may never end. */
export async function readGivenFile(path: string): Promise<string> {
  assertEnds(path);
  return readFile(path, 'utf8');
}

/** Does the same at once. */
export function readGivenFileSync(path: string): string {
  assertEnds(path);
  return readFileSync(path, 'utf8');
}

/** A pipe of the file system waits for its writer, and a device such as /dev/zero goes on for ever. A shell's `<(…)` has its writer. */
export function assertEnds(path: string): void {
  if (/^\/dev\/(?:null|stdin|fd\/\d+)$/.test(path)) return;
  const found = statSync(path);
  const kind = found.isFIFO() ? 'a named pipe' : found.isSocket() ? 'a socket' : 'a device';
  if (!found.isFile() && !found.isDirectory()) throw new Error(`it must be a regular file, got ${kind}`);
}
