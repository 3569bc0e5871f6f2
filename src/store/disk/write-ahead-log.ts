import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TextFile } from 'lowdb/node';
import { DataDirectoryError, restoreAdvice } from './json-files.ts';
import { entriesOf, lineOf, LogFile, logHeader } from './log-file.ts';
import type { FileWrites, LogEntry } from './log-file.ts';
import type { DiskUpdate } from '../memory/store.ts';
import { errorText } from '../../model/shared/errors.ts';

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

  /** In bytes. */
  get size(): number {
    return this.#active.size + this.#sealed.size;
  }

  get isEmpty(): boolean {
    return this.#active.isEmpty && this.#sealed.isEmpty;
  }

  /** One at a time. Rejects when the disk refuses, and nothing of it stays. */
  async append(updates: readonly DiskUpdate[]): Promise<void> {
    await this.#active.append(lineOf({ number: this.#number + 1, updates }));
    this.#number += 1;
  }

  /** From now on, new entries go to the other file, unless that one is not cut yet. */
  seal(): void {
    if (this.#sealed.isEmpty) [this.#active, this.#sealed] = [this.#sealed, this.#active];
  }

  /** Deletes the sealed changes, which the segments now hold. Rejects when the disk refuses. */
  cut(): Promise<void> {
    return this.#sealed.cut();
  }
}

interface FoundFile {
  readonly file: string;
  readonly entries: readonly LogEntry[];
  readonly logFile: LogFile;
}

/** An entry, and the file that it stands in. */
export interface FoundEntry extends LogEntry {
  readonly file: string;
}

/** Writes empty files of these names. Throws DataDirectoryError. */
export async function createLogFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = join(folder, name);
    try {
      await new TextFile(file).write(logHeader);
    } catch (error) {
      throw new DataDirectoryError(file, `cannot be written: ${errorText(error)}`, 'Make the directory writable');
    }
  }
}

/** Reads the log's files that there are; the others count as empty. Throws DataDirectoryError. */
export async function readLog(
  folder: string,
  writes: FileWrites,
  fileNames: readonly string[],
): Promise<{ log: WriteAheadLog; entries: readonly FoundEntry[] }> {
  const read = (name: string) => readLogFile(join(folder, name), writes, fileNames.includes(name));
  const [first, second] = await Promise.all([read(logFileNames[0]), read(logFileNames[1])]);
  const [older, newer] = numberOf(first) > numberOf(second) ? [second, first] : [first, second];
  const entries = [older, newer].flatMap((found) => found.entries.map((entry) => ({ ...entry, file: found.file })));
  assertNoneMissing(entries);
  const number = entries.at(-1)?.number ?? 0;
  return { log: new WriteAheadLog({ active: newer.logFile, sealed: older.logFile, number }), entries };
}

const numberOf = ({ entries }: FoundFile): number => entries[0]?.number ?? 0;

async function readLogFile(file: string, writes: FileWrites, isThere: boolean): Promise<FoundFile> {
  const bytes = isThere ? await readBytes(file) : Buffer.from(logHeader);
  const size = bytes.lastIndexOf('\n') + 1;
  const entries = entriesOf(file, bytes.toString('utf8', 0, size));
  return { file, entries, logFile: new LogFile({ file, writes, size, isTorn: size < bytes.length }) };
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new DataDirectoryError(file, `cannot be read: ${errorText(error)}`, restoreAdvice);
  }
}

function assertNoneMissing(entries: readonly FoundEntry[]): void {
  for (const [index, { number, file }] of entries.entries()) {
    const expected = (entries[index - 1]?.number ?? number - 1) + 1;
    if (number === expected) continue;
    throw new DataDirectoryError(file, `has the entry ${number} where ${expected} must be`, restoreAdvice);
  }
}
