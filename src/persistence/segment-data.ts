import { upgradeRecord } from './record-upgrades.ts';
import type { CollectionName, Keys, Records } from '../store/contents.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { assertVersion } from './format.ts';
import { list, nullOr, shaped, wrongField } from '../store/guards.ts';
import type { Guard } from '../store/guards.ts';
import { restoreIt } from './json-files.ts';
import { keyGuards, recordGuards } from '../store/record-guards.ts';
import type { Key } from '../store/timeline.ts';
import { isPlainObject } from '../shared/objects.ts';

/** So many records share a file: writing one record costs writing these, however many the store has. */
export const segmentCapacity = 500;

/** What stands in a segment's file, beside the format's version. */
export interface SegmentData<T = unknown, K extends Key = Key> {
  /** The highest key that a record of this segment ever had; null: it never had any. */
  readonly highestKey: K | null;
  readonly records: readonly T[];
}

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

/** Checks what was read from a segment's file. Throws DataDirectoryError. */
export function readSegment<N extends CollectionName>(
  collection: N,
  file: string,
  data: unknown,
): SegmentData<Records[N], Keys[N]> {
  assertVersion(file, data);
  const segment = shaped<SegmentData<unknown, Keys[N]>>({
    highestKey: nullOr(keyGuards[collection]),
    records: list,
  });
  if (!segment(data)) {
    throw new DataDirectoryError(file, 'is not an object with a "highestKey" and a list of "records"', restoreIt);
  }
  const record: Guard<Records[N]> = shaped<Records[N]>(recordGuards[collection]);
  const found = data.records.map((one) => upgradeRecord(collection, one));
  const records = found.filter(record);
  if (records.length < found.length) throw wrongRecord(collection, file, found);
  return { highestKey: data.highestKey, records };
}

function wrongRecord(collection: CollectionName, file: string, records: readonly unknown[]): DataDirectoryError {
  const problems = records.map((record) => problemOf(collection, record));
  const at = problems.findIndex((problem) => problem !== undefined);
  return new DataDirectoryError(file, `holds a record that ${problems[at]} (number ${at + 1} in the list)`, restoreIt);
}

/** What keeps a record from being taken, to be said after "holds a record that"; undefined: nothing. */
export function problemOf(collection: CollectionName, record: unknown): string | undefined {
  if (!isPlainObject(record)) return 'is not an object';
  const field = wrongField(recordGuards[collection], record);
  return field === undefined ? undefined : `has no valid "${field}"`;
}
