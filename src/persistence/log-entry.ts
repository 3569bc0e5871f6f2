import { crc32 } from 'node:zlib';
import type { CollectionName } from '../store/contents.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { assertVersion, formatVersion } from './format.ts';
import { integer, listOf, nullOr, said, shaped, text, wrongField } from '../store/guards.ts';
import { restoreIt } from './json-files.ts';
import { recordGuards } from '../store/record-guards.ts';
import type { DiskUpdate } from '../store/store.ts';
import type { Key } from '../store/timeline.ts';
import { isPlainObject } from '../shared/objects.ts';

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
 * The entries of a log's file, from those of its lines that are complete. What follows the last line's end was being
 * written when the process was killed, and nobody was told that it is stored. Throws DataDirectoryError for all else.
 */
export function entriesOf(file: string, completeLines: string): LogEntry[] {
  const [header, ...lines] = completeLines.split('\n').slice(0, -1);
  assertVersion(file, parsed(header ?? ''));
  return lines.map((line, index) => {
    const json = line.slice(checksumLength + 1);
    const entry = line.startsWith(`${checksumOf(json)} `) ? parsed(json) : undefined;
    if (isEntry(entry)) return entry;
    throw new DataDirectoryError(file, `is damaged in line ${index + 2}`, restoreIt);
  });
}

const checksumLength = 8;
const checksumOf = (json: string): string => crc32(json).toString(16).padStart(checksumLength, '0');

const collectionName = said(
  'the name of a collection',
  (value): value is CollectionName => text(value) && Object.hasOwn(recordGuards, value),
);
const key = said('text or an integer', (value): value is Key => text(value) || integer(value));
const recordChange = { collection: collectionName, key };
const keyChange = { collection: collectionName, highestKey: nullOr(key) };
const isUpdate = said(
  'a change of a record, or of the highest key',
  (value): value is DiskUpdate =>
    isPlainObject(value) && wrongField('highestKey' in value ? keyChange : recordChange, value) === undefined,
);
const isEntry = shaped<LogEntry>({ number: integer, updates: listOf(isUpdate) });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
