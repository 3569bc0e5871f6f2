import { setImmediate } from 'node:timers/promises';
import { Low } from 'lowdb';
import type { Adapter } from 'lowdb';
import { formatVersion } from './json-files.ts';
import { segmentCapacity } from './segment-data.ts';
import type { SegmentData } from './segment-data.ts';
import type { Key } from '../store/timeline.ts';
import { errorText } from '../shared/errors.ts';

/** A bounded segment of a collection, and the one file that it is written to, by one write at a time. */
export class SegmentFile {
  readonly #file: string;
  readonly #low: Low;
  /** A deleted record is undefined until the file has been written without it: so long, nothing may take its place. */
  readonly #records = new Map<Key, unknown>();
  readonly #onGone: (key: Key) => void;
  #highestKey: Key | null;
  /** Changed since the last write began, or that write failed. */
  #isDue = false;
  #running: Promise<void> | undefined;
  /** A write that has not begun, and will take along every change that is made until then. */
  #next: Promise<void> | undefined;

  /** `onGone` hears the keys of deleted records once the file does not hold them any more. */
  constructor(options: {
    file: string;
    adapter: Adapter<unknown>;
    highestKey: Key | null;
    records: Iterable<readonly [Key, unknown]>;
    onGone: (key: Key) => void;
  }) {
    this.#file = options.file;
    this.#low = new Low(options.adapter, null);
    this.#highestKey = options.highestKey;
    this.#onGone = options.onGone;
    for (const [key, record] of options.records) this.#records.set(key, record);
  }

  /** The highest key that a record of this segment has had since the world began, or was last reset. */
  get highestKey(): Key | null {
    return this.#highestKey;
  }

  get isFull(): boolean {
    return this.#records.size >= segmentCapacity;
  }

  get isSaved(): boolean {
    return !this.#isDue && this.#running === undefined;
  }

  /** Adds, replaces or (with undefined) deletes a record. The file follows with the next `save`. */
  set(key: Key, record: unknown): void {
    this.#records.set(key, record);
    this.raiseHighestKey(key);
    this.#isDue = true;
  }

  raiseHighestKey(key: Key): void {
    if (this.#highestKey !== null && key <= this.#highestKey) return;
    this.#highestKey = key;
    this.#isDue = true;
  }

  /** False when the segment had none higher than this one. */
  lowerHighestKey(key: Key | null): boolean {
    if (this.#highestKey === null || (key !== null && this.#highestKey <= key)) return false;
    this.#highestKey = key;
    this.#isDue = true;
    return true;
  }

  /** Resolves once the file holds what the segment now holds; rejects when the disk refuses, and the segment stays due. */
  save(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (!this.#isDue) return this.#running ?? Promise.resolve();
    this.#next = this.#writeAfter(this.#running);
    return this.#next;
  }

  async #writeAfter(running: Promise<void> | undefined): Promise<void> {
    // The callers of that write learn of its failure from their own promise; this write writes everything anyway.
    await running?.catch(() => undefined);
    // All requests that the event loop has at hand now shall share this write.
    await setImmediate();
    this.#running = this.#next;
    this.#next = undefined;
    try {
      await this.#write();
    } finally {
      this.#running = undefined;
    }
  }

  async #write(): Promise<void> {
    this.#isDue = false;
    const gone = [...this.#records].filter(([, record]) => record === undefined).map(([key]) => key);
    const records = [...this.#records.values()].filter((record) => record !== undefined);
    const segment: SegmentData = { highestKey: this.#highestKey, records };
    this.#low.data = { version: formatVersion, ...segment };
    try {
      await this.#low.write();
    } catch (error) {
      this.#isDue = true;
      throw new Error(`${this.#file} cannot be written: ${errorText(error)}`, { cause: error });
    }
    for (const key of gone) this.#forget(key);
  }

  #forget(key: Key): void {
    if (this.#records.get(key) !== undefined) return;
    this.#records.delete(key);
    this.#onGone(key);
  }
}
