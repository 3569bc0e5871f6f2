import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TextFile } from 'lowdb/node';
import { DataDirectoryError, refuse, restoreAdvice } from './json-files.ts';
import { entriesOf, lineOf, LogFile, logHeader } from './log-file.ts';
import type { FileWrites, LogEntry } from './log-file.ts';
import type { DiskUpdate } from '../memory/store.ts';

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
    await this.#active.append(lineOf(this.#number + 1, updates));
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
    ? await readFile(file).catch(refuse(file, 'cannot be read', restoreAdvice))
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
