import { lstat, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { TextFile } from 'lowdb/node';
import { CliError, errorCode, errorText } from '../../model/shared/errors.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import { formatVersion, isReadable, readableVersions } from '../memory/format-version.ts';
import { readRegularFile } from './regular-file.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The error of a data directory that cannot be used. The message is one line: the file, its fault, and the remedy. */
export class DataDirectoryError extends CliError {
  constructor(file: string, problem: string, remedy: string) {
    const lines = `${file} ${problem}. ${remedy}.`.split(/[\r\n]/);
    super(lines.flatMap((line) => line.trim() || []).join(' '), { setting: 'data' });
  }
}

/** Makes a handler that throws DataDirectoryError instead of a system error. */
export const refuse =
  (file: string, problem: string, remedy: string) =>
  (error: unknown): never => {
    throw new DataDirectoryError(file, `${problem}: ${errorText(error)}`, isFull(error) ? fullAdvice : remedy);
  };

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');

const fullAdvice = 'Free some space on that disk, or choose another directory';

/** A file that is always written as a whole. */
export interface WholeFile {
  /** Reads the file; null if it does not exist. */
  read(): Promise<Buffer | null>;
  /** Replaces the file by renaming a new one. */
  write(text: string): Promise<void>;
}

export type OpenFile = (file: string) => WholeFile;

export const openWholeFile: OpenFile = (file) => {
  const textFile = new TextFile(file);
  return {
    // `TextFile` would decode a large file in pieces, which takes several times as long.
    read: () => readRegularFile(file).catch(nullIfMissing),
    write: async (text) => {
      await removeIrregular(draftOf(file));
      await textFile.write(text);
    },
  };
};

/** The name under which `TextFile` writes a file before it renames it. */
const draftOf = (file: string): string => join(dirname(file), `.${basename(file)}.tmp`);

/** Removes a pipe, which may never have a reader, or a link, which would send the text to another place. */
async function removeIrregular(file: string): Promise<void> {
  const found = await lstat(file).catch(nullIfMissing);
  if (found !== null && !found.isFile() && !found.isDirectory()) await rm(file, { force: true });
}

function nullIfMissing(error: unknown): null {
  if (errorCode(error) !== 'ENOENT') throw error;
  return null;
}

/** Eight hexadecimal digits. */
export const checksumOf = (text: string | Buffer): string => crc32(text).toString(16).padStart(8, '0');

/**
 * The text of a file: an object with the format version, and one line for each field, each item of its lists, and each
 * record, which is already JSON. The first line is the checksum of all text after it.
 */
export function fileText(fields: Readonly<Record<string, unknown>>, records?: readonly string[]): string {
  const lines = Object.entries({ version: formatVersion, ...fields }).map(
    ([name, value]) => `  "${name}": ${valueText(value)}`,
  );
  if (records !== undefined) lines.push(`  "records": ${listText(records)}`);
  const rest = `${lines.join(',\n')}\n}`;
  return `{\n${checksumLine(rest)}${rest}`;
}

const valueText = (value: unknown): string =>
  isList(value) ? listText(value.map((item) => JSON.stringify(item))) : JSON.stringify(value);

const listText = (items: readonly string[]): string =>
  items.length === 0 ? '[]' : `[\n    ${items.join(',\n    ')}\n  ]`;

const checksumLine = (rest: string | Buffer): string => `  "checksum": "${checksumOf(rest)}",\n`;

/**
 * Reads a file. Throws Damaged if its checksum does not match, for example because the file was reformatted. A file
 * that a person wrote may lack the checksum.
 */
function parseChecked(bytes: Buffer): unknown {
  const [head = '', line] = /^\{\n( {2}"checksum": "[^"\n]*",\n)/.exec(bytes.toString('latin1', 0, headBytesMax)) ?? [];
  if (line !== undefined && line !== checksumLine(bytes.subarray(head.length))) throw new Damaged();
  const data: unknown = JSON.parse(bytes.toString());
  if (line === undefined && isPlainObject(data) && data['checksum'] !== undefined) throw new Damaged();
  return data;
}

/** Limit for the file's beginning with the checksum, in bytes. */
const headBytesMax = 1000;

/** Whether the content has a checksum, so the simulator wrote it and nothing changed it since. */
export const isAsWritten = (data: unknown): boolean => isPlainObject(data) && data['checksum'] !== undefined;

class Damaged extends Error {}

/** The parsed content of a file; null when it does not exist. Throws DataDirectoryError. */
export async function readJson(open: OpenFile, file: string): Promise<unknown> {
  try {
    const bytes = await open(file).read();
    return bytes === null ? null : parseChecked(bytes);
  } catch (error) {
    if (error instanceof Damaged) throw new DataDirectoryError(file, 'does not match its checksum', damageAdvice);
    const problem = errorCode(error) === undefined ? 'is not JSON' : 'cannot be read';
    throw new DataDirectoryError(file, `${problem}: ${errorText(error)}`, restoreAdvice);
  }
}

/** Throws DataDirectoryError. */
export async function writeWhole(open: OpenFile, file: string, text: string): Promise<void> {
  await open(file)
    .write(text)
    .catch(refuse(file, 'cannot be written', 'Make the directory writable, with room in it'));
}

/** The value of JSON text; undefined for other text. */
export function parseStoredJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The advice for a file that cannot be loaded. */
export const restoreAdvice = 'Restore it from a backup, or move the data directory away to start with a new one';

const damageAdvice = `${restoreAdvice}; if you changed it yourself, delete the line of the checksum`;

/**
 * Throws DataDirectoryError for a file without a version, or with one that cannot be read. Every file has its version,
 * because files can be copied from one data directory to another.
 */
export function assertVersion(file: string, data: unknown): void {
  const version = isPlainObject(data) ? data['version'] : undefined;
  if (isReadable('directory', version)) return;
  if (!Number.isSafeInteger(version))
    throw new DataDirectoryError(file, 'does not say its format "version"', restoreAdvice);
  const problem = `has the format version ${asText(version)}, but this faxsim reads ${readableVersions('directory')}`;
  throw new DataDirectoryError(file, problem, 'Use the faxsim that wrote it, or choose another data directory');
}
