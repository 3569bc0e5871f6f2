import { isPlainObject } from '../../model/shared/objects.ts';
import type { CollectionName, Keys, Records } from '../memory/collections.ts';
import { faultOf, pathText } from '../memory/faults.ts';
import { completeRecord, isKey, isStoredRecord, storedSchemas } from '../memory/record-checks.ts';
import type { Key } from '../memory/timeline.ts';
import { assertVersion, DataDirectoryError, isAsWritten, restoreAdvice } from './json-files.ts';

/** The content of a segment's file, without the version of the format. */
export interface SegmentData<T = unknown, K extends Key = Key> {
  /** The highest key of any record that this segment ever had; null if it never had one. */
  readonly highestKey: K | null;
  readonly records: readonly T[];
}

/**
 * Checks the content of a segment's file. If the simulator wrote it, the records are known to be valid. Then only the
 * first one is checked, because another build may have other fields. Throws DataDirectoryError.
 */
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
  const checkedRecords = isAsWritten(data) ? 1 : Infinity;
  const isStored = (record: unknown, index: number): record is Records[N] =>
    index >= checkedRecords || isStoredRecord(collection, record);
  const checked = records.map((storedRecord: unknown, index) => {
    const record = completeRecord(collection, storedRecord);
    if (isStored(record, index)) return record;
    const problem = `holds a record that ${problemOf(collection, record)} (number ${index + 1} in the list)`;
    throw new DataDirectoryError(file, problem, restoreAdvice);
  });
  return { highestKey, records: checked };
}

/** The fault of an invalid record, as the end of "holds a record that". */
export function problemOf(collection: CollectionName, record: unknown): string {
  if (!isPlainObject(record)) return 'is not an object';
  const { path = [], expected, value } = faultOf(storedSchemas[collection], record) ?? {};
  return `has no valid "${pathText(path).slice(1)}": it must be ${expected}, got ${value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80)}`;
}
