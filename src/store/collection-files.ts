import { join } from 'node:path';
import type { Shape } from './collection.ts';
import { completed } from './completed.ts';
import type { CollectionName, Keys, Records } from './contents.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { formatVersion } from './format.ts';
import { shaped } from './guards.ts';
import type { Guard } from './guards.ts';
import { readJson, restoreIt, writeJson } from './json-files.ts';
import type { OpenFile } from './json-files.ts';
import { nameOfPart, partCapacity, partData, partsAmong, problemOf } from './part-data.ts';
import type { PartData } from './part-data.ts';
import { Parts } from './parts.ts';
import type { FoundPart } from './parts.ts';
import { keyGuards, recordGuards } from './record-guards.ts';
import { shapes } from './shapes.ts';
import type { Key } from './timeline.ts';

/** The folder of a world, and how its files are opened. */
export interface Place {
  readonly folder: string;
  readonly open: OpenFile;
}

interface SavedCollection<N extends CollectionName> {
  readonly records: readonly Records[N][];
  readonly highestKey: Keys[N] | undefined;
}

/** A collection as it was found on disk, and its parts, which its later changes go to. */
export class FoundCollection<N extends CollectionName> implements SavedCollection<N> {
  readonly parts: Parts;
  readonly partNames: readonly string[];
  readonly #name: N;
  readonly #records: Map<Keys[N], Records[N]>;
  #highestKey: Keys[N] | undefined;

  constructor(name: N, saved: { records: Map<Keys[N], Records[N]>; parts: Parts; partNames: readonly string[] }) {
    this.#name = name;
    this.#records = saved.records;
    this.parts = saved.parts;
    this.partNames = saved.partNames;
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

  /** Makes a change of the highest key that the parts may not have yet. Returns what is wrong with it. */
  replayHighestKey(key: Key | null): string | undefined {
    const isKey: Guard<Keys[N]> = keyGuards[this.#name];
    if (key !== null && !isKey(key)) return 'has no valid key';
    this.#highestKey = key ?? undefined;
    return undefined;
  }

  /** Makes a change that the parts may not have yet. Returns what is wrong with it, and has changed nothing then. */
  replay(key: Key, written: unknown): string | undefined {
    const record = completed(this.#name, written);
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

/** Reads all parts of a collection that are among these files. Throws DataDirectoryError. */
export async function readCollection<N extends CollectionName>(
  { folder, open }: Place,
  collection: N,
  fileNames: readonly string[],
): Promise<FoundCollection<N>> {
  const fileOf = (number: number): string => join(folder, nameOfPart(collection, number));
  const shape = shapes[collection];
  const records = new Map<Keys[N], Records[N]>();
  const found: FoundPart[] = [];
  const highestKeys: Keys[N][] = [];
  for (const number of partsAmong(fileNames, collection)) {
    const file = fileOf(number);
    const part = partData(collection, file, await readJson(open, file));
    const keyed = part.records.map((record) => [shape.keyOf(record), record] as const);
    for (const [key, record] of keyed) {
      if (records.has(key)) throw new DataDirectoryError(file, `holds "${key}", which is there already`, restoreIt);
      records.set(key, record);
    }
    if (part.highestKey !== null) highestKeys.push(part.highestKey);
    found.push({ number, highestKey: part.highestKey, records: keyed });
  }
  const parts = new Parts((number) => ({ file: fileOf(number), adapter: open(fileOf(number)) }), found);
  const partNames = found.map(({ number }) => nameOfPart(collection, number));
  const read = new FoundCollection(collection, { records, parts, partNames });
  for (const key of highestKeys) read.hasUsed(key);
  return read;
}

/** Writes a collection for the first time; returns the names of its parts. */
export async function writeCollection<N extends CollectionName>(
  { folder, open }: Place,
  collection: N,
  { records, highestKey }: SavedCollection<N>,
): Promise<string[]> {
  const names: string[] = [];
  for (const part of split(records, shapes[collection], highestKey)) {
    const name = nameOfPart(collection, names.length + 1);
    await writeJson(open, join(folder, name), { version: formatVersion, ...part });
    names.push(name);
  }
  return names;
}

function* split<T, K extends Key>(
  records: readonly T[],
  shape: Shape<T, K>,
  highestBefore: K | undefined,
): Generator<PartData<T, K>> {
  let highestKey: K | null = highestBefore ?? null;
  let start = 0;
  // Even an empty collection needs a part, to hold the highest key that it had.
  while (start < records.length || (start === 0 && highestKey !== null)) {
    const part = records.slice(start, start + partCapacity);
    for (const key of part.map((record) => shape.keyOf(record)))
      if (highestKey === null || key > highestKey) highestKey = key;
    yield { highestKey, records: part };
    start += partCapacity;
  }
}
