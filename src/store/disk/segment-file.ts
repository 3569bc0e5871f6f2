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
  /** Receives the keys of deleted records once the file no longer contains them. */
  readonly onGone: (key: Key) => void;
}

/** A bounded segment of a collection, with its file. */
export class SegmentFile {
  readonly #disk: Omit<SegmentOptions, 'highestKey' | 'records'>;
  /**
   * The records by key. A deleted record is undefined until the file is written without it. Until then, no other record
   * may take its place.
   */
  readonly #records: Map<Key, unknown>;
  /** The JSON of changed records, already made for the log. Only the next save needs it. */
  #changed = new Map<Key, string>();
  #highestKey: Key | null;

  constructor({ highestKey, records, ...disk }: SegmentOptions) {
    this.#disk = disk;
    this.#highestKey = highestKey;
    this.#records = new Map(records);
  }

  /** The highest key of any record of this segment since the world began or was reset. */
  get highestKey(): Key | null {
    return this.#highestKey;
  }

  get isFull(): boolean {
    return this.#records.size >= segmentCapacity;
  }

  /**
   * Adds, replaces or (with undefined) deletes a record. `json` is the record's JSON, if it is known. The next `save`
   * writes the change.
   */
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

  /** Writes the present records of the segment. Call it again only after it has ended. Rejects if the disk refuses. */
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

/** Number of records that share a file. Writing one record writes all of these, but never more. */
export const segmentCapacity = 500;

/** `faxes-00001.json`; segments count from 1. */
export const segmentName = (collection: CollectionName, number: number): string =>
  `${collection}-${String(number).padStart(5, '0')}.json`;

/** The numbers of the segments among these files, ascending. Files with other names are ignored. */
export function segmentNumbers(fileNames: readonly string[], collection: CollectionName): number[] {
  return fileNames
    .map((name) => Number(/-(\d+)\.json$/.exec(name)?.[1]))
    .filter((number, index) => number > 0 && fileNames[index] === segmentName(collection, number))
    .toSorted((a, b) => a - b);
}
