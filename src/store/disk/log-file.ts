import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import * as v from 'valibot';
import { errorText } from '../../model/shared/errors.ts';
import { collectionNames } from '../memory/contents.ts';
import type { DiskUpdate } from '../memory/store.ts';
import {
  assertVersion,
  checksumOf,
  DataDirectoryError,
  formatVersion,
  parseJson,
  restoreAdvice,
} from './json-files.ts';
import type { Lock } from './lock.ts';

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

/** One of a log's files, which lines are appended to, one at a time. */
export class LogFile {
  readonly #options: { readonly file: string; readonly writes: FileWrites };
  #size: number;
  /** Behind the last line there may be a piece of another. */
  #isTorn: boolean;

  /** `size` in bytes, up to the end of the last complete line. */
  constructor(options: { file: string; writes: FileWrites; size: number; isTorn: boolean }) {
    this.#options = options;
    this.#size = options.size;
    this.#isTorn = options.isTorn;
  }

  /** In bytes, without the header. */
  get size(): number {
    return this.#size - logHeader.length;
  }

  get isEmpty(): boolean {
    return this.size === 0 && !this.#isTorn;
  }

  /** Rejects when the disk refuses, and nothing of the line stays. */
  async append(line: string): Promise<void> {
    const bytes = Buffer.from(line);
    try {
      await this.#mend();
      this.#isTorn = true;
      await this.#options.writes.write(this.#options.file, bytes, this.#size);
      this.#isTorn = false;
    } catch (error) {
      // When even this is refused, the next line or the next start does it.
      await this.#mend().catch(() => undefined);
      throw this.#refusal(error);
    }
    this.#size += bytes.length;
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
export const logHeader = `${JSON.stringify({ version: formatVersion })}\n`;

/** A checksum and the entry as JSON, in which no line ends. A deleted record is left out of its update. */
export function lineOf(number: number, updates: readonly DiskUpdate[]): string {
  const json = JSON.stringify({ number, updates });
  return `${checksumOf(json)} ${json}\n`;
}

/**
 * The entries of a log's file, from those of its lines that are complete. The process was killed while it wrote
 * the rest behind the last line's end, so that it has not acknowledged that change. Throws DataDirectoryError for all else.
 */
export function entriesOf(file: string, completeLines: string): LogEntry[] {
  const [header, ...lines] = completeLines.split('\n').slice(0, -1);
  assertVersion(file, parseJson(header ?? ''));
  return lines.map((line, index) => {
    const json = line.slice(checksumLength + 1);
    const entry = line.startsWith(`${checksumOf(json)} `) ? parseJson(json) : undefined;
    if (v.is(logEntry, entry)) return { ...entry, file };
    throw new DataDirectoryError(file, `is damaged in line ${index + 2}`, restoreAdvice);
  });
}

const checksumLength = 8;

const collection = v.picklist(collectionNames);
const key = v.union([v.string(), v.pipe(v.number(), v.safeInteger())]);
const keyUpdate = v.object({ collection, highestKey: v.nullable(key) });
const update = v.looseObject({ collection, key, record: v.optional(v.unknown()) });
const logEntry = v.object({
  number: v.pipe(v.number(), v.safeInteger()),
  updates: v.array(v.union([keyUpdate, update])),
});
