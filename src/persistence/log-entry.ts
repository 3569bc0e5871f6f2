import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { collectionNames } from '../store/contents.ts';
import { assertVersion, DataDirectoryError, formatVersion, parseJson, restoreAdvice } from './json-files.ts';
import type { DiskUpdate } from '../store/store.ts';

/** Commits that were written at once. It is a line of a log's file, and so whole or not there at all. */
export interface LogEntry {
  /** Goes on from one entry to the next, across the files, so that none can be missing unnoticed. */
  readonly number: number;
  readonly updates: readonly DiskUpdate[];
}

/** The first line of a log's file, which is all of an empty one. */
export const logHeader = `${JSON.stringify({ version: formatVersion })}\n`;

/** A checksum and the entry as JSON, in which no line ends. A deleted record is left out of its update. */
export function lineOf(entry: LogEntry): string {
  const json = JSON.stringify(entry);
  return `${checksumOf(json)} ${json}\n`;
}

/**
 * The entries of a log's file, from those of its lines that are complete. The process was killed while it wrote
 * the rest behind the last line's end, so that it has not acknowledged that change. Throws DataDirectoryError for all else.
 */
export function entriesOf(file: string, completeLines: string): LogEntry[] {
  const [header, ...lines] = completeLines.split('\n').slice(0, -1);
  assertVersion(file, parseJson(header ?? ''));
  return lines.map((line, index) => {
    const json = line.slice(checksumLength + 1);
    const entry = line.startsWith(`${checksumOf(json)} `) ? parseJson(json) : undefined;
    if (v.is(logEntry, entry)) return entry;
    throw new DataDirectoryError(file, `is damaged in line ${index + 2}`, restoreAdvice);
  });
}

const checksumLength = 8;
const checksumOf = (json: string): string => crc32(json).toString(16).padStart(checksumLength, '0');

const collection = v.picklist(collectionNames);
const key = v.union([v.string(), v.pipe(v.number(), v.safeInteger())]);
const keyUpdate = v.object({ collection, highestKey: v.nullable(key) });
const update = v.looseObject({ collection, key, record: v.optional(v.unknown()) });
const logEntry = v.object({
  number: v.pipe(v.number(), v.safeInteger()),
  updates: v.array(v.union([keyUpdate, update])),
});
