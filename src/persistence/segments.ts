import type { Adapter } from 'lowdb';
import type { SegmentData } from './segment-data.ts';
import { SegmentFile } from './segment-file.ts';
import type { Key } from '../store/timeline.ts';

/** A segment of the disk. */
export interface FoundSegment extends Pick<SegmentData, 'highestKey'> {
  readonly number: number;
  readonly records: Iterable<readonly [Key, unknown]>;
}

/** Makes the file of a segment, which need not exist yet. */
export type SegmentOpener = (number: number) => { readonly file: string; readonly adapter: Adapter<unknown> };

/** All segments of one collection. A record stays in the segment that it was added to; new ones go to the last segment. */
export class Segments {
  readonly #fileOf: SegmentOpener;
  readonly #homes = new Map<Key, SegmentFile>();
  readonly #all: SegmentFile[] = [];
  #last: SegmentFile | undefined;
  #lastNumber = 0;

  constructor(fileOf: SegmentOpener) {
    this.#fileOf = fileOf;
  }

  /** Adds, replaces or (with undefined) deletes a record; returns the segment that is to be saved now. */
  set(key: Key, record: unknown): SegmentFile | undefined {
    const home = this.#homes.get(key) ?? (record === undefined ? undefined : this.#newHome(key));
    home?.set(key, record);
    return home;
  }

  /** Has no segment remember a higher key than this one, and one of them this one; returns those that are to be saved now. */
  setHighestKey(key: Key | null): SegmentFile[] {
    const lowered = this.#all.filter((segment) => segment.lowerHighestKey(key));
    if (key === null || this.#all.some((segment) => segment.highestKey === key)) return lowered;
    const last = this.#last ?? this.add({ number: 1, highestKey: null, records: [] });
    last.raiseHighestKey(key);
    return [...lowered, last];
  }

  #newHome(key: Key): SegmentFile {
    const last = this.#last;
    const home =
      last?.isFull === false ? last : this.add({ number: this.#lastNumber + 1, highestKey: null, records: [] });
    this.#homes.set(key, home);
    return home;
  }

  /** Adds a segment of the disk, or a new one. Their numbers ascend. */
  add({ number, highestKey, records }: FoundSegment): SegmentFile {
    const onGone = (key: Key): unknown => this.#homes.delete(key);
    const segment = new SegmentFile({ ...this.#fileOf(number), highestKey, records, onGone });
    for (const [key] of records) this.#homes.set(key, segment);
    this.#all.push(segment);
    this.#last = segment;
    this.#lastNumber = number;
    return segment;
  }
}
