import { join } from 'node:path';
import { collectionTable } from '../memory/collections.ts';
import type { CollectionName, Keys, Records } from '../memory/collections.ts';
import type { Contents, OfEach } from '../memory/contents.ts';
import { isKey, isStoredRecord } from '../memory/record-checks.ts';
import type { DiskUpdate } from '../memory/store.ts';
import type { Key } from '../memory/timeline.ts';
import { DataDirectoryError, fileText, readJson, restoreAdvice, writeWhole } from './json-files.ts';
import type { OpenFile } from './json-files.ts';
import { segmentCapacity, SegmentFile, segmentName, segmentNumbers } from './segment-file.ts';
import { problemOf, readSegment } from './read-segment.ts';
import type { SegmentOptions } from './segment-file.ts';
import type { SegmentData } from './read-segment.ts';

/** The folder of a world, and the way to open its files. */
export interface WorldFiles {
  readonly folder: string;
  readonly open: OpenFile;
}

/** The number of segment files of a world that were read, and the total. */
export interface ReadFiles {
  done: number;
  total: number;
}

declare module '../memory/contents.ts' {
  interface PerCollection<N extends CollectionName> {
    readonly stored: StoredCollection<N>;
    readonly segments: Segments;
  }
}

/** How many files are read in parallel. */
const atOnceMax = 8;

/** A collection on disk: its records while a world is opened, and the segments for its later changes. */
export class StoredCollection<N extends CollectionName> {
  readonly segments: Segments;
  readonly #name: N;
  readonly #place: WorldFiles;
  readonly #fileOf: (number: number) => string;
  readonly records = new Map<Keys[N], Records[N]>();
  /** The names of the segment files. */
  readonly fileNames: string[] = [];
  #highestKey: Keys[N] | undefined;

  constructor(name: N, place: WorldFiles) {
    this.#name = name;
    this.#place = place;
    const fileOf = (number: number): string => join(place.folder, segmentName(name, number));
    this.#fileOf = fileOf;
    // The segments live longer than the records that were read. Using `this` here would keep those in memory.
    this.segments = new Segments((number) => {
      const file = fileOf(number);
      return { file, whole: place.open(file) };
    });
  }

  /** The highest key that was ever in use. */
  get highestKey(): Keys[N] | undefined {
    return this.#highestKey;
  }

  /** Reads all segments of the collection that are among the files of the folder. Throws DataDirectoryError. */
  async read(folderNames: readonly string[], files: ReadFiles): Promise<void> {
    const { share } = collectionTable[this.#name];
    const numbers = segmentNumbers(folderNames, this.#name);
    for (let at = 0; at < numbers.length; at += atOnceMax) {
      const parts = numbers.slice(at, at + atOnceMax).map(async (number) => {
        const file = this.#fileOf(number);
        return { number, file, data: await readJson(this.#place.open, file) };
      });
      // The loop below stops at the first failure. This handles the failures of later files.
      for (const part of parts) part.catch(() => undefined);
      for (const part of parts) {
        const { number, file, data } = await part;
        const segment = readSegment(this.#name, file, data);
        if (share !== undefined) for (const record of segment.records) share(record);
        this.#add(number, segment);
        files.done++;
      }
    }
  }

  /** Writes the collection for the first time. Throws DataDirectoryError. */
  async write(contents: Contents): Promise<void> {
    for (const [number, { highestKey, records }] of this.#segmentsOf(contents)) {
      const texts = records.map((record) => JSON.stringify(record));
      await writeWhole(this.#place.open, this.#fileOf(number), fileText({ highestKey }, texts));
      this.fileNames.push(segmentName(this.#name, number));
    }
  }

  /** Adopts the records that `write` has written, without reading them back. */
  adopt(contents: Contents): void {
    for (const [number, segment] of this.#segmentsOf(contents)) this.#add(number, segment);
  }

  /** Applies a change from the write-ahead log. Returns the change's fault, in which case it has no effect. */
  replay(update: DiskUpdate): string | undefined {
    const key = 'key' in update ? update.key : update.highestKey;
    if (key !== null && !isKey(this.#name, key)) return 'has no valid key';
    if (!('key' in update) || key === null) {
      this.#highestKey = key ?? undefined;
      return undefined;
    }
    const { record } = update;
    if (record === undefined) this.records.delete(key);
    else if (!isStoredRecord(this.#name, record)) return problemOf(this.#name, record);
    else {
      const own = collectionTable[this.#name].keyOf(record);
      if (own !== key) return `has the record ${String(own)} under the key ${String(key)}`;
      this.records.set(key, record);
    }
    this.#raiseHighestKey(key);
    return undefined;
  }

  *#segmentsOf({ account, highestKeys, ...others }: Contents): Generator<[number, SegmentData<Records[N], Keys[N]>]> {
    const lists: OfEach<'records'> = { account: [account], ...others };
    const records = lists[this.#name];
    let highestKey: Keys[N] | null = highestKeys?.[this.#name] ?? null;
    let start = 0;
    // An empty collection also needs a segment, to store the highest key that it had.
    for (let number = 1; start < records.length || (start === 0 && highestKey !== null); number++) {
      const segment = records.slice(start, start + segmentCapacity);
      for (const key of segment.map((record) => collectionTable[this.#name].keyOf(record)))
        if (highestKey === null || key > highestKey) highestKey = key;
      yield [number, { highestKey, records: segment }];
      start += segmentCapacity;
    }
  }

  #add(number: number, { highestKey, records }: SegmentData<Records[N], Keys[N]>): void {
    const file = this.#fileOf(number);
    const shape = collectionTable[this.#name];
    const keyed = records.map((record) => [shape.keyOf(record), record] as const);
    for (const [key, record] of keyed) {
      if (this.records.has(key))
        throw new DataDirectoryError(file, `holds "${key}", which is there already`, restoreAdvice);
      this.records.set(key, record);
    }
    if (highestKey !== null) this.#raiseHighestKey(highestKey);
    this.segments.add({ number, highestKey, records: keyed });
    this.fileNames.push(segmentName(this.#name, number));
  }

  #raiseHighestKey(key: Keys[N]): void {
    if (this.#highestKey === undefined || key > this.#highestKey) this.#highestKey = key;
  }
}

/** A segment found on disk, or a new one. */
type FoundSegment = Pick<SegmentOptions, 'highestKey' | 'records'> & { readonly number: number };

/** Makes the file of a segment, which may not exist yet. */
type SegmentOpener = (number: number) => Pick<SegmentOptions, 'file' | 'whole'>;

/** All segments of a collection. A record stays in its first segment. New records go to the last segment. */
export class Segments {
  readonly #fileOf: SegmentOpener;
  readonly #homes = new Map<Key, SegmentFile>();
  readonly #all: SegmentFile[] = [];
  #last: SegmentFile | undefined;
  #lastNumber = 0;

  constructor(fileOf: SegmentOpener) {
    this.#fileOf = fileOf;
  }

  /**
   * Adds, replaces or (with undefined) deletes a record. `json` is the record's JSON, if it is known. Returns the
   * segment that must be saved now.
   */
  set(key: Key, record: unknown, json?: string): SegmentFile | undefined {
    let home = this.#homes.get(key);
    if (home === undefined && record !== undefined) {
      home =
        this.#last?.isFull === false
          ? this.#last
          : this.add({ number: this.#lastNumber + 1, highestKey: null, records: [] });
      this.#homes.set(key, home);
    }
    home?.set(key, record, json);
    return home;
  }

  /** Sets the collection's highest key: lowers it in every segment, stores it in one. Returns the changed segments. */
  setHighestKey(key: Key | null): SegmentFile[] {
    const lowered = this.#all.filter((segment) => segment.lowerHighestKey(key));
    if (key === null || this.#all.some((segment) => segment.highestKey === key)) return lowered;
    const last = this.#last ?? this.add({ number: 1, highestKey: null, records: [] });
    last.raiseHighestKey(key);
    return [...lowered, last];
  }

  /** Adds a segment from disk, or a new one. Call it in ascending order of numbers. */
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
