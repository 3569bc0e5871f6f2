import { errorText } from '../../model/shared/errors.ts';
import type { CollectionName } from '../memory/collections.ts';
import type { Key } from '../memory/timeline.ts';
import { fileText } from './json-files.ts';
import type { WholeFile } from './json-files.ts';

export interface SegmentOptions {
  readonly file: string;
  readonly whole: WholeFile;
  readonly highestKey: Key | null;
  readonly records: Iterable<readonly [Key, unknown]>;
  /** Gets the keys of deleted records once the file does not hold them any more. */
  readonly onGone: (key: Key) => void;
}

/** A bounded segment of a collection, and the one file that it is written to. */
export class SegmentFile {
  readonly #disk: Omit<SegmentOptions, 'highestKey' | 'records'>;
  /** A deleted record is undefined until the file has been written without it: so long, nothing may take its place. */
  readonly #records: Map<Key, unknown>;
  /** The JSON of changed records, as the log has it already. The next save needs it, and no later one. */
  #changed = new Map<Key, string>();
  #highestKey: Key | null;

  constructor({ highestKey, records, ...disk }: SegmentOptions) {
    this.#disk = disk;
    this.#highestKey = highestKey;
    this.#records = new Map(records);
  }

  /** The highest key that a record of this segment has had since the world began, or was last reset. */
  get highestKey(): Key | null {
    return this.#highestKey;
  }

  get isFull(): boolean {
    return this.#records.size >= segmentCapacity;
  }

  /** Adds, replaces or (with undefined) deletes a record, which may come with its JSON. The file follows with the next `save`. */
  set(key: Key, record: unknown, json?: string): void {
    this.#records.set(key, record);
    if (json === undefined) this.#changed.delete(key);
    else this.#changed.set(key, json);
    this.raiseHighestKey(key);
  }

  raiseHighestKey(key: Key): void {
    if (this.#highestKey === null || key > this.#highestKey) this.#highestKey = key;
  }

  /** Returns false if the segment's highest key is already lower or equal. */
  lowerHighestKey(key: Key | null): boolean {
    if (this.#highestKey === null || (key !== null && this.#highestKey <= key)) return false;
    this.#highestKey = key;
    return true;
  }

  /** Writes the present records of the segment; one save at a time. Rejects when the disk refuses. */
  async save(): Promise<void> {
    const deletions = [...this.#records].filter(([, record]) => record === undefined);
    const text = this.#text();
    try {
      await this.#disk.whole.write(text);
    } catch (error) {
      throw new Error(`${this.#disk.file} cannot be written: ${errorText(error)}`, { cause: error });
    }
    for (const [key] of deletions) {
      if (this.#records.get(key) !== undefined) continue;
      this.#records.delete(key);
      this.#disk.onGone(key);
    }
  }

  #text(): string {
    const changed = this.#changed;
    this.#changed = new Map();
    const records: string[] = [];
    for (const [key, record] of this.#records) {
      if (record !== undefined) records.push(changed.get(key) ?? JSON.stringify(record));
    }
    return fileText({ highestKey: this.#highestKey }, records);
  }
}

/** Number of records that share a file: writing one record costs writing these, however many the store has. */
export const segmentCapacity = 500;

/** `faxes-00001.json`; segments count from 1. */
export const segmentName = (collection: CollectionName, number: number): string =>
  `${collection}-${String(number).padStart(5, '0')}.json`;

/** The numbers of the segments that are among these files, ascending. Files with other names are not ours. */
export function segmentNumbers(fileNames: readonly string[], collection: CollectionName): number[] {
  return fileNames
    .map((name) => Number(/-(\d+)\.json$/.exec(name)?.[1]))
    .filter((number, index) => number > 0 && fileNames[index] === segmentName(collection, number))
    .toSorted((a, b) => a - b);
}
