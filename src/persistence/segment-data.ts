import { upgradeRecord } from './record-upgrades.ts';
import type { CollectionName, Keys, Records } from '../store/contents.ts';
import { assertVersion, DataDirectoryError, restoreAdvice } from './json-files.ts';
import { faultOf, pathText } from '../store/faults.ts';
import { isKey, isStoredRecord, storedSchemas } from '../store/record-schemas.ts';
import type { Key } from '../store/timeline.ts';
import { isPlainObject } from '../shared/objects.ts';

/** So many records share a file: writing one record costs writing these, however many the store has. */
export const segmentCapacity = 500;

/** The content of a segment's file, without the version of the format. */
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

/** Checks the content of a segment's file, and upgrades its records. Throws DataDirectoryError. */
export function readSegment<N extends CollectionName>(
  collection: N,
  file: string,
  data: unknown,
): SegmentData<Records[N], Keys[N]> {
  assertVersion(file, data);
  const { highestKey, records } = isPlainObject(data) ? data : {};
  if (!Array.isArray(records) || !(highestKey === null || isKey(collection, highestKey))) {
    throw new DataDirectoryError(file, 'is not an object with a "highestKey" and a list of "records"', restoreAdvice);
  }
  const upgraded = records.map((record: unknown, index) => {
    const now = upgradeRecord(collection, record);
    if (isStoredRecord(collection, now)) return now;
    const problem = `holds a record that ${problemOf(collection, now)} (number ${index + 1} in the list)`;
    throw new DataDirectoryError(file, problem, restoreAdvice);
  });
  return { highestKey, records: upgraded };
}

/** The fault of a record that its schema refuses, to be put after "holds a record that". */
export function problemOf(collection: CollectionName, record: unknown): string {
  if (!isPlainObject(record)) return 'is not an object';
  const { path = [], expected, value } = faultOf(storedSchemas[collection], record) ?? {};
  return `has no valid "${pathText(path).slice(1)}": it must be ${expected}, got ${value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80)}`;
}
