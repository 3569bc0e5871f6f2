import { join } from 'node:path';
import type { Shape } from '../store/collection.ts';
import { upgradeRecord } from './record-upgrades.ts';
import type { CollectionName, Keys, Records } from '../store/contents.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { formatVersion } from './format.ts';
import { shaped } from '../store/guards.ts';
import type { Guard } from '../store/guards.ts';
import { readJson, restoreIt, writeJson } from './json-files.ts';
import type { OpenFile } from './json-files.ts';
import { segmentName, segmentCapacity, readSegment, segmentNumbers, problemOf } from './segment-data.ts';
import type { SegmentData } from './segment-data.ts';
import { Segments } from './segments.ts';
import type { FoundSegment } from './segments.ts';
import { keyGuards, recordGuards } from '../store/record-guards.ts';
import { shapes } from '../store/shapes.ts';
import type { Key } from '../store/timeline.ts';

/** The folder of a world, and how its files are opened. */
export interface Place {
  readonly folder: string;
  readonly open: OpenFile;
}

interface SavedCollection<N extends CollectionName> {
  readonly records: readonly Records[N][];
  readonly highestKey: Keys[N] | undefined;
}

/** A collection as it was found on disk, and its segments, which its later changes go to. */
export class FoundCollection<N extends CollectionName> implements SavedCollection<N> {
  readonly segments: Segments;
  readonly segmentNames: readonly string[];
  readonly #name: N;
  readonly #records: Map<Keys[N], Records[N]>;
  #highestKey: Keys[N] | undefined;

  constructor(
    name: N,
    saved: { records: Map<Keys[N], Records[N]>; segments: Segments; segmentNames: readonly string[] },
  ) {
    this.#name = name;
    this.#records = saved.records;
    this.segments = saved.segments;
    this.segmentNames = saved.segmentNames;
  }

  get records(): Records[N][] {
    return [...this.#records.values()];
  }

  get highestKey(): Keys[N] | undefined {
    return this.#highestKey;
  }

  hasUsed(key: Keys[N]): void {
    if (this.#highestKey === undefined || key > this.#highestKey) this.#highestKey = key;
  }

  /** Makes a change of the highest key that the segments may not have yet. Returns what is wrong with it. */
  replayHighestKey(key: Key | null): string | undefined {
    const isKey: Guard<Keys[N]> = keyGuards[this.#name];
    if (key !== null && !isKey(key)) return 'has no valid key';
    this.#highestKey = key ?? undefined;
    return undefined;
  }

  /** Makes a change that the segments may not have yet. Returns what is wrong with it, and has changed nothing then. */
  replay(key: Key, written: unknown): string | undefined {
    const record = upgradeRecord(this.#name, written);
    const isKey: Guard<Keys[N]> = keyGuards[this.#name];
    const isRecord: Guard<Records[N]> = shaped<Records[N]>(recordGuards[this.#name]);
    if (!isKey(key)) return 'has no valid key';
    if (record === undefined) this.#records.delete(key);
    else if (!isRecord(record)) return problemOf(this.#name, record);
    else {
      const own = shapes[this.#name].keyOf(record);
      if (own !== key) return `has the record ${String(own)} under the key ${String(key)}`;
      this.#records.set(key, record);
    }
    this.hasUsed(key);
    return undefined;
  }
}

/** Reads all segments of a collection that are among these files. Throws DataDirectoryError. */
export async function readCollection<N extends CollectionName>(
  { folder, open }: Place,
  collection: N,
  fileNames: readonly string[],
): Promise<FoundCollection<N>> {
  const fileOf = (number: number): string => join(folder, segmentName(collection, number));
  const shape = shapes[collection];
  const records = new Map<Keys[N], Records[N]>();
  const found: FoundSegment[] = [];
  const highestKeys: Keys[N][] = [];
  for (const number of segmentNumbers(fileNames, collection)) {
    const file = fileOf(number);
    const segment = readSegment(collection, file, await readJson(open, file));
    const keyed = segment.records.map((record) => [shape.keyOf(record), record] as const);
    for (const [key, record] of keyed) {
      if (records.has(key)) throw new DataDirectoryError(file, `holds "${key}", which is there already`, restoreIt);
      records.set(key, record);
    }
    if (segment.highestKey !== null) highestKeys.push(segment.highestKey);
    found.push({ number, highestKey: segment.highestKey, records: keyed });
  }
  const segments = new Segments((number) => ({ file: fileOf(number), adapter: open(fileOf(number)) }), found);
  const segmentNames = found.map(({ number }) => segmentName(collection, number));
  const read = new FoundCollection(collection, { records, segments, segmentNames });
  for (const key of highestKeys) read.hasUsed(key);
  return read;
}

/** Writes a collection for the first time; returns the names of its segments. */
export async function writeCollection<N extends CollectionName>(
  { folder, open }: Place,
  collection: N,
  { records, highestKey }: SavedCollection<N>,
): Promise<string[]> {
  const names: string[] = [];
  for (const segment of split(records, shapes[collection], highestKey)) {
    const name = segmentName(collection, names.length + 1);
    await writeJson(open, join(folder, name), { version: formatVersion, ...segment });
    names.push(name);
  }
  return names;
}

function* split<T, K extends Key>(
  records: readonly T[],
  shape: Shape<T, K>,
  highestBefore: K | undefined,
): Generator<SegmentData<T, K>> {
  let highestKey: K | null = highestBefore ?? null;
  let start = 0;
  // Even an empty collection needs a segment, to hold the highest key that it had.
  while (start < records.length || (start === 0 && highestKey !== null)) {
    const segment = records.slice(start, start + segmentCapacity);
    for (const key of segment.map((record) => shape.keyOf(record)))
      if (highestKey === null || key > highestKey) highestKey = key;
    yield { highestKey, records: segment };
    start += segmentCapacity;
  }
}
