import { isUtf8 } from 'node:buffer';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CliError, errorCode, errorText, fileReasonOf, reasonOf } from './errors.ts';
import { makeFolder } from './folders.ts';
import { readGivenBytes, textInFile, writeGivenFile } from './given-file.ts';
import { writeWholeFile } from './whole-file.ts';
import { printable } from './words.ts';

/** The maximum length of the uncompressed JSON, because a compressed file of a few kilobytes can expand to any length. */
const jsonBytesMax = 2 ** 28;

/** Reads a file of JSON, compressed or not. `kind` is its kind in messages: `a bundle`. Throws a CliError that names the fault. */
export async function loadJson(path: string, kind: string): Promise<unknown> {
  const bytes = await readGivenBytes(path, jsonBytesMax).catch((error: unknown) => {
    throw new CliError(`cannot read ${JSON.stringify(path)}: ${fileReasonOf(error)}`);
  });
  return parseJson(bytes, path, kind);
}

/** The value in the bytes of a file of JSON, compressed or not. Throws a CliError that names the fault. */
export function parseJson(bytes: Buffer, name: string, kind: string): unknown {
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const content = isZipped ? unzip(bytes, name, kind) : bytes;
  try {
    return JSON.parse(textInFile(content));
  } catch (error) {
    if (!isUtf8(content)) throw new CliError(`${name} must be ${kind}, as JSON or gzip, got other bytes`);
    throw new CliError(`${name} must be JSON: ${printable(reasonOf(error))}`);
  }
}

function unzip(bytes: Buffer, name: string, kind: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: jsonBytesMax });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE')
      throw new CliError(
        `${name}: ${kind} must have at most ${jsonBytesMax / 2 ** 20} MiB when it is unpacked, got more`,
      );
    const isCut = errorCode(error) === 'Z_BUF_ERROR';
    const reason = isCut ? 'it ends too early' : errorText(error);
    throw new CliError(`${name}: it must be a whole gzip file, but ${reason}: write or copy it again`);
  }
}

type WriteFile = (path: string, content: string | Uint8Array) => Promise<void>;

/**
 * Writes a value as JSON into a file that a user names, with its folder; a file whose name ends with `.gz` is compressed. Throws a
 * CliError.
 */
export const writeJson = (path: string, value: object): Promise<void> => write(path, value, writeGivenFile);

/** Does the same for a file whose name faxsim chooses: a link or a pipe of that name is replaced, not followed. */
export const writeOwnJson = (path: string, value: object): Promise<void> =>
  write(path, value, (file, content) => writeWholeFile(file, content, join(dirname(file), `.${basename(file)}`)));

async function write(path: string, value: object, writeFile: WriteFile): Promise<void> {
  const text = `${JSON.stringify(value, undefined, 1)}\n`;
  try {
    await makeFolder(dirname(path));
    await writeFile(path, path.endsWith('.gz') ? gzipSync(text) : text);
  } catch (error) {
    throw new CliError(`cannot write ${JSON.stringify(path)}: ${fileReasonOf(error)}`, { exitCode: 1 });
  }
}
