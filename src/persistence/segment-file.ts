import type { Adapter } from 'lowdb';
import { formatVersion } from './json-files.ts';
import { segmentCapacity } from './segment-data.ts';
import type { SegmentData } from './segment-data.ts';
import type { Key } from '../store/timeline.ts';
import { errorText } from '../shared/errors.ts';

/** A bounded segment of a collection, and the one file that it is written to. */
export class SegmentFile {
  readonly #file: string;
  readonly #adapter: Adapter<unknown>;
  /** A deleted record is undefined until the file has been written without it: so long, nothing may take its place. */
  readonly #records: Map<Key, unknown>;
  readonly #onGone: (key: Key) => void;
  #highestKey: Key | null;

  /** `onGone` gets the keys of deleted records once the file does not hold them any more. */
  constructor(options: {
    file: string;
    adapter: Adapter<unknown>;
    highestKey: Key | null;
    records: Iterable<readonly [Key, unknown]>;
    onGone: (key: Key) => void;
  }) {
    this.#file = options.file;
    this.#adapter = options.adapter;
    this.#highestKey = options.highestKey;
    this.#records = new Map(options.records);
    this.#onGone = options.onGone;
  }

  /** The highest key that a record of this segment has had since the world began, or was last reset. */
  get highestKey(): Key | null {
    return this.#highestKey;
  }

  get isFull(): boolean {
    return this.#records.size >= segmentCapacity;
  }

  /** Adds, replaces or (with undefined) deletes a record. The file follows with the next `save`. */
  set(key: Key, record: unknown): void {
    this.#records.set(key, record);
    this.raiseHighestKey(key);
  }

  raiseHighestKey(key: Key): void {
    if (this.#highestKey === null || key > this.#highestKey) this.#highestKey = key;
  }

  /** False when the segment had none higher than this one. */
  lowerHighestKey(key: Key | null): boolean {
    if (this.#highestKey === null || (key !== null && this.#highestKey <= key)) return false;
    this.#highestKey = key;
    return true;
  }

  /** Writes the present records of the segment; one save at a time. Rejects when the disk refuses. */
  async save(): Promise<void> {
    const deletions = [...this.#records].filter(([, record]) => record === undefined);
    const records = [...this.#records.values()].filter((record) => record !== undefined);
    const segment: SegmentData = { highestKey: this.#highestKey, records };
    try {
      await this.#adapter.write({ version: formatVersion, ...segment });
    } catch (error) {
      throw new Error(`${this.#file} cannot be written: ${errorText(error)}`, { cause: error });
    }
    for (const [key] of deletions) {
      if (this.#records.get(key) !== undefined) continue;
      this.#records.delete(key);
      this.#onGone(key);
    }
  }
}
