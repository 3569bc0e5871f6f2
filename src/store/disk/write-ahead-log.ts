import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { TextFile } from 'lowdb/node';
import * as v from 'valibot';
import { errorText } from '../../model/shared/errors.ts';
import { collectionNames } from '../memory/collections.ts';
import { formatVersion } from '../memory/format-version.ts';
import { completeRecord } from '../memory/record-checks.ts';
import type { DiskUpdate } from '../memory/store.ts';
import { readRegularFile } from './regular-file.ts';
import { assertVersion, checksumOf, DataDirectoryError } from './json-files.ts';
import { parseStoredJson, refuse, restoreAdvice } from './json-files.ts';
import type { Lock } from './lock.ts';

/** The two logs. While the changes in one are written to the segments, the other receives new changes. */
export const logFileNames = ['journal-1.jsonl', 'journal-2.jsonl'] as const;

/** The commits of a world that may still be missing in its segments, in order. */
export class WriteAheadLog {
  #active: LogFile;
  #sealed: LogFile;
  #number: number;

  /** `number` is that of the last entry. */
  constructor({ active, sealed, number }: { active: LogFile; sealed: LogFile; number: number }) {
    this.#active = active;
    this.#sealed = sealed;
    this.#number = number;
  }

  /** Size in bytes. */
  get size(): number {
    return this.#active.size + this.#sealed.size;
  }

  get isEmpty(): boolean {
    return this.#active.isEmpty && this.#sealed.isEmpty;
  }

  /**
   * Appends updates; call it again only after it has ended. Resolves to the updates as they were written. Rejects if
   * the disk refuses; the log then contains nothing of them.
   */
  async append(updates: readonly DiskUpdate[]): Promise<readonly WrittenUpdate[]> {
    const written = updates.map(writeUpdate);
    await this.#active.append(lineOf(this.#number + 1, written));
    this.#number += 1;
    return written;
  }

  /** Directs new entries to the other file, unless that file is not cut yet. */
  seal(): void {
    if (this.#sealed.isEmpty) [this.#active, this.#sealed] = [this.#sealed, this.#active];
  }

  /** Deletes the sealed changes, which the segments now contain. Rejects if the disk refuses. */
  cut(): Promise<void> {
    return this.#sealed.cut();
  }
}

/** Writes empty files of these names. Throws DataDirectoryError. */
export async function createLogFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = join(folder, name);
    await new TextFile(file).write(logHeader).catch(refuse(file, 'cannot be written', 'Make the directory writable'));
  }
}

/** Reads the log's existing files; a missing file counts as empty. Throws DataDirectoryError. */
export async function readLog(
  folder: string,
  writes: FileWrites,
  fileNames: readonly string[],
): Promise<{ log: WriteAheadLog; entries: readonly LogEntry[] }> {
  const read = (name: string) => readLogFile(join(folder, name), writes, fileNames.includes(name));
  const [first, second] = await Promise.all([read(logFileNames[0]), read(logFileNames[1])]);
  const [older, newer] = first.number > second.number ? [second, first] : [first, second];
  const entries = [...older.entries, ...newer.entries];
  assertNoneMissing(entries);
  const number = entries.at(-1)?.number ?? 0;
  return { log: new WriteAheadLog({ active: newer.logFile, sealed: older.logFile, number }), entries };
}

async function readLogFile(file: string, writes: FileWrites, isThere: boolean) {
  const bytes = isThere
    ? await readRegularFile(file).catch(refuse(file, 'cannot be read', restoreAdvice))
    : Buffer.from(logHeader);
  const size = bytes.lastIndexOf('\n') + 1;
  const entries = entriesOf(file, bytes.toString('utf8', 0, size));
  return {
    entries,
    number: entries[0]?.number ?? 0,
    logFile: new LogFile({ file, writes, size, isTorn: size < bytes.length }),
  };
}

function assertNoneMissing(entries: readonly LogEntry[]): void {
  for (const [index, { number, file }] of entries.entries()) {
    const expected = (entries[index - 1]?.number ?? number - 1) + 1;
    if (number === expected) continue;
    throw new DataDirectoryError(file, `has the entry ${number} where ${expected} must be`, restoreAdvice);
  }
}

/** Writes to the log's files, which already exist. */
export interface FileWrites {
  write(file: string, bytes: Uint8Array, position: number): Promise<void> | void;
  truncate(file: string, size: number): Promise<void> | void;
  /** Closes the files; a later change opens them again. */
  close(): Promise<void> | void;
}

/**
 * Files that stay open between changes. Synchronous, because a write only goes to the system's cache, which is faster
 * than passing it to another thread.
 */
export class OpenFiles implements FileWrites {
  readonly #descriptors = new Map<string, number>();

  write(file: string, bytes: Uint8Array, position: number): void {
    const descriptor = this.#descriptorOf(file);
    for (let written = 0; written < bytes.length;) {
      written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
    }
  }

  truncate(file: string, size: number): void {
    ftruncateSync(this.#descriptorOf(file), size);
  }

  close(): void {
    const descriptors = [...this.#descriptors.values()];
    this.#descriptors.clear();
    for (const descriptor of descriptors) closeSync(descriptor);
  }

  /** Returns the open file. If it was deleted or replaced, opens it again or fails, so no commit goes to a file without a name. */
  #descriptorOf(file: string): number {
    const known = this.#descriptors.get(file);
    if (known !== undefined) {
      if (fstatSync(known).nlink > 0) return known;
      this.#descriptors.delete(file);
      closeSync(known);
    }
    const descriptor = openSync(file, 'r+');
    this.#descriptors.set(file, descriptor);
    return descriptor;
  }
}

/** Allows changes only while this process holds the directory. */
export function guardedWrites(lock: Lock, writes: FileWrites): FileWrites {
  return {
    write: (...args) => lock.assertHeld().then(() => writes.write(...args)),
    truncate: (...args) => lock.assertHeld().then(() => writes.truncate(...args)),
    close: () => writes.close(),
  };
}

/** A file of the log, to which lines are appended one at a time. */
class LogFile {
  readonly #options: { readonly file: string; readonly writes: FileWrites };
  #size: number;
  /** True if a part of an incomplete line may follow the last line. */
  #isTorn: boolean;

  /** `size` in bytes, up to the end of the last complete line. */
  constructor(options: { file: string; writes: FileWrites; size: number; isTorn: boolean }) {
    this.#options = options;
    this.#size = options.size;
    this.#isTorn = options.isTorn;
  }

  /** Size in bytes, without the header. */
  get size(): number {
    return this.#size - logHeader.length;
  }

  get isEmpty(): boolean {
    return this.size === 0 && !this.#isTorn;
  }

  /** Rejects if the disk refuses; nothing of the line then remains. */
  async append(line: Uint8Array): Promise<void> {
    try {
      await this.#mend();
      this.#isTorn = true;
      await this.#options.writes.write(this.#options.file, line, this.#size);
      this.#isTorn = false;
    } catch (error) {
      // If this is refused, too, the next line or the next start repairs the file.
      await this.#mend().catch(() => undefined);
      throw this.#refusal(error);
    }
    this.#size += line.length;
  }

  /** Deletes all lines. */
  async cut(): Promise<void> {
    if (this.isEmpty) return;
    try {
      await this.#truncate(logHeader.length);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  async #mend(): Promise<void> {
    if (this.#isTorn) await this.#truncate(this.#size);
  }

  async #truncate(size: number): Promise<void> {
    await this.#options.writes.truncate(this.#options.file, size);
    this.#size = size;
    this.#isTorn = false;
  }

  #refusal(error: unknown): Error {
    return new Error(`${this.#options.file} cannot be written: ${errorText(error)}`, { cause: error });
  }
}

/** The commits of one write. An entry is one line of the file, so it is either complete or missing. */
export interface LogEntry {
  /** Counts all entries, across both files, so a missing entry is noticed. */
  readonly number: number;
  /** The file that contains the entry. */
  readonly file: string;
  readonly updates: readonly DiskUpdate[];
}

/** The first line of a log file. An empty log has no other line. */
const logHeader = `${JSON.stringify({ version: formatVersion })}\n`;

/** An update as it is in the log. */
export interface WrittenUpdate {
  readonly update: DiskUpdate;
  /** The JSON of the changed record. */
  readonly json?: string;
}

const writeUpdate = (update: DiskUpdate): WrittenUpdate =>
  'key' in update && update.record !== undefined ? { update, json: JSON.stringify(update.record) } : { update };

/** A checksum and the entry as JSON without line breaks. A deleted record is missing in its update. */
function lineOf(number: number, written: readonly WrittenUpdate[]): Buffer {
  const room = ' '.repeat(checksumLength);
  const line = Buffer.from(`${room} {"number":${number},"updates":[${written.map(updateText).join(',')}]}\n`);
  line.write(checksumOf(line.subarray(checksumLength + 1, -1)));
  return line;
}

function updateText({ update, json }: WrittenUpdate): string {
  if (json === undefined || !('key' in update)) return JSON.stringify(update);
  return `{"collection":"${update.collection}","key":${JSON.stringify(update.key)},"record":${json}}`;
}

/**
 * The entries in the complete lines of a log file. An incomplete line at the end comes from a killed process, which has
 * not acknowledged that change. Throws DataDirectoryError for any other fault.
 */
function entriesOf(file: string, completeLines: string): LogEntry[] {
  const [header, ...lines] = completeLines.split('\n').slice(0, -1);
  assertVersion(file, parseStoredJson(header ?? ''));
  return lines.map((line, index) => {
    const json = line.slice(checksumLength + 1);
    const entry = line.startsWith(`${checksumOf(json)} `) ? parseStoredJson(json) : undefined;
    if (v.is(logEntry, entry)) return { ...entry, updates: entry.updates.map(completeUpdate), file };
    throw new DataDirectoryError(file, `is damaged in line ${index + 2}`, restoreAdvice);
  });
}

/** Completes the record of an update; a deleted record stays deleted. */
const completeUpdate = (logged: DiskUpdate): DiskUpdate =>
  'key' in logged && logged.record !== undefined
    ? { ...logged, record: completeRecord(logged.collection, logged.record) }
    : logged;

const checksumLength = 8;

const collection = v.picklist(collectionNames);
const key = v.union([v.string(), v.pipe(v.number(), v.safeInteger())]);
const keyUpdate = v.object({ collection, highestKey: v.nullable(key) });
const update = v.looseObject({ collection, key, record: v.optional(v.unknown()) });
const logEntry = v.object({
  number: v.pipe(v.number(), v.safeInteger()),
  updates: v.array(v.union([keyUpdate, update])),
});
