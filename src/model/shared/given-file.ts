import { constants } from 'node:buffer';
import { constants as constantsOfFiles, createReadStream, readFileSync, statSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads the text of a file that a setting names. Throws node's errors, and an error with a reason for a file that may
 * never end.
 */
export async function readGivenFile(path: string): Promise<string> {
  return textInFile(await readGivenBytes(path));
}

/** Does the same synchronously. */
export function readGivenFileSync(path: string): string {
  assertEnds(path);
  return textInFile(readFileSync(path));
}

/** The text of a file in UTF-8, without the byte order mark with which Windows programs begin a file. */
export const textInFile = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const chunkBytes = 2 ** 20;

/** Reads a file. Throws node's errors, and an error with a reason for a file that may never end or is larger than `bytesMax`. */
export async function readGivenBytes(path: string, bytesMax: number = constants.MAX_STRING_LENGTH): Promise<Buffer> {
  assertEnds(path);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    length += chunk.length; // the size that the system tells of a pipe is 0
    if (length > bytesMax) throw new Error(`it must have at most ${Math.floor(bytesMax / 2 ** 20)} MiB, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Throws node's errors, and an error with a reason, for a file that cannot be written. Changes nothing. */
export async function assertWritable(path: string): Promise<void> {
  assertEnds(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw new Error('it is a directory');
  await access(found === undefined ? dirname(path) : path, constantsOfFiles.W_OK);
}

/** Writes a file that a user names. Throws node's errors, and an error with a reason for a pipe or a device. */
export async function writeGivenFile(path: string, content: string | Uint8Array): Promise<void> {
  assertEnds(path);
  await writeFile(path, content);
}

/**
 * Throws for a file that may never end: a named pipe waits for its other end, and a device such as /dev/zero has no
 * end. A shell's `<(…)` is accepted, because it has a writer.
 */
export function assertEnds(path: string): void {
  if (/^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d+)$/.test(path)) return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile() || found.isDirectory()) return; // the reading itself names what is not there
  const kind = found.isFIFO() ? 'a named pipe' : found.isSocket() ? 'a socket' : 'a device';
  throw new Error(`it must be a regular file, got ${kind}`);
}
