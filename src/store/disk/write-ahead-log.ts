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

/** The two logs: while the changes of one go to the segments, the other takes new changes. */
export const logFileNames = ['journal-1.jsonl', 'journal-2.jsonl'] as const;

/** The commits of a world that its segments may not hold yet, in order. */
export class WriteAheadLog {
  #active: LogFile;
  #sealed: LogFile;
  #number: number;

  /** `number` of the last entry that there was. */
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
   * Appends updates, one call at a time. Resolves with the updates as they were written. Rejects when the disk
   * refuses, and nothing of it stays.
   */
  async append(updates: readonly DiskUpdate[]): Promise<readonly WrittenUpdate[]> {
    const written = updates.map(writeUpdate);
    await this.#active.append(lineOf(this.#number + 1, written));
    this.#number += 1;
    return written;
  }

  /** Directs new entries to the other file, unless that one is not cut yet. */
  seal(): void {
    if (this.#sealed.isEmpty) [this.#active, this.#sealed] = [this.#sealed, this.#active];
  }

  /** Deletes the sealed changes, which the segments now hold. Rejects when the disk refuses. */
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

/** Reads the log's files that there are; the others count as empty. Throws DataDirectoryError. */
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

/** The changes that a log makes to its files, which exist already. */
export interface FileWrites {
  write(file: string, bytes: Uint8Array, position: number): Promise<void> | void;
  truncate(file: string, size: number): Promise<void> | void;
  /** Closes the files; a later change opens them again. */
  close(): Promise<void> | void;
}

/**
 * Files that stay open between changes. Synchronous: a write goes to the system's cache, which takes less time than handing
 * the write to another thread.
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

  /** A file that was deleted or replaced meanwhile is opened again, or missed, so that no commit goes to a file without a name. */
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

/** Lets a write through only while the directory is ours. */
export function guardedWrites(lock: Lock, writes: FileWrites): FileWrites {
  return {
    write: (...args) => lock.assertHeld().then(() => writes.write(...args)),
    truncate: (...args) => lock.assertHeld().then(() => writes.truncate(...args)),
    close: () => writes.close(),
  };
}

/** A file of the log, which lines are appended to, one at a time. */
class LogFile {
  readonly #options: { readonly file: string; readonly writes: FileWrites };
  #size: number;
  /** True if a piece of another line may follow the last one. */
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

  /** Rejects when the disk refuses, and nothing of the line stays. */
  async append(line: Uint8Array): Promise<void> {
    try {
      await this.#mend();
      this.#isTorn = true;
      await this.#options.writes.write(this.#options.file, line, this.#size);
      this.#isTorn = false;
    } catch (error) {
      // Leaves the mend to the next line or the next start if even this is refused.
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

/** Commits that were written at once. It is a line of a log's file, and so whole or not there at all. */
export interface LogEntry {
  /** Goes on from one entry to the next, across the files, so that none can be missing unnoticed. */
  readonly number: number;
  /** The file that it stands in. */
  readonly file: string;
  readonly updates: readonly DiskUpdate[];
}

/** The first line of a log's file, which is all of an empty one. */
const logHeader = `${JSON.stringify({ version: formatVersion })}\n`;

/** An update that the log has. */
export interface WrittenUpdate {
  readonly update: DiskUpdate;
  /** The JSON of its record. */
  readonly json?: string;
}

const writeUpdate = (update: DiskUpdate): WrittenUpdate =>
  'key' in update && update.record !== undefined ? { update, json: JSON.stringify(update.record) } : { update };

/** A checksum and the entry as JSON, in which no line ends. A deleted record is left out of its update. */
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
 * The entries of a log's file, from those of its lines that are complete. The process was killed while it wrote
 * the rest behind the last line's end, so that it has not acknowledged that change. Throws DataDirectoryError for all else.
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

/** A deleted record stays deleted. */
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
