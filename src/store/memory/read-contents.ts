import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../model/domain/refusal.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { collectionNames, collectionTable } from './collections.ts';
import type { CollectionName, Keys, Records } from './collections.ts';
import { ofEachCollection } from './contents.ts';
import type { Contents, OfEach } from './contents.ts';
import { faultText } from './faults.ts';
import { completeRecord, isKey, isStoredRecord, storedSchemas } from './record-checks.ts';

/** The approximate number of records in the contents of a file, before they are checked. */
export const countRecords = (value: unknown): number =>
  isPlainObject(value)
    ? Object.values(value).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
    : 0;

/** Number of records that are read in one turn of the event loop. */
const recordsInTurn = 500;

/**
 * Reads all records of a world from a file of any origin. Other work runs in between. Calls `onRead` with the number of
 * newly read records. Rejects with the Refusal `invalid` that names the fault.
 */
export async function readContents(
  value: unknown,
  onRead: (records: number) => void = () => undefined,
): Promise<Contents> {
  if (!isPlainObject(value)) throw invalid('contents must be an object');
  const { account, highestKeys = {}, ...others } = value;
  assertCollections('contents', others);
  const one = readRecord('account', account, 'contents.account');
  const readers = ofEachCollection<'reader'>((name) => new RecordReader(name, others[name]));
  for (const name of collectionNames) await readers[name].read(onRead);
  const lists = ofEachCollection<'records'>((name) => readers[name].records);
  return { ...lists, account: one, highestKeys: readHighestKeys(highestKeys) };
}

function assertCollections(place: string, byName: object): void {
  const known: readonly string[] = collectionNames;
  const unknown = Object.keys(byName).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${place}.${unknown} is no collection of records`);
}

declare module './contents.ts' {
  interface PerCollection<N extends CollectionName> {
    readonly reader: RecordReader<N>;
  }
}

/** Reads the records of one collection from a file of any origin. */
class RecordReader<N extends CollectionName> {
  readonly #name: N;
  readonly #given: unknown;
  readonly #placeOf = new Map<Keys[N], number>();
  readonly records: Records[N][] = [];

  constructor(name: N, given: unknown) {
    this.#name = name;
    this.#given = given;
  }

  async read(onRead: (records: number) => void): Promise<void> {
    if (this.#given === undefined) return; // a collection that is newer than the file
    if (!Array.isArray(this.#given)) throw invalid(`contents.${this.#name} must be a list of records`);
    for (const [index, stored] of this.#given.entries()) {
      this.#add(stored, index);
      if ((index + 1) % recordsInTurn !== 0) continue;
      onRead(recordsInTurn);
      await nextTurn();
    }
    onRead(this.#given.length % recordsInTurn);
  }

  #add(stored: unknown, index: number): void {
    const place = `contents.${this.#name}[${index}]`;
    const record = readRecord(this.#name, stored, place);
    const key = collectionTable[this.#name].keyOf(record);
    const before = this.#placeOf.get(key);
    if (before !== undefined) throw invalid(`${place} has the same key as contents.${this.#name}[${before}]: ${key}`);
    this.#placeOf.set(key, index);
    this.records.push(record);
  }
}

function readRecord<N extends CollectionName>(name: N, storedRecord: unknown, place: string): Records[N] {
  const record = completeRecord(name, storedRecord);
  if (!isPlainObject(record)) throw invalid(`${place} must be an object`);
  if (isStoredRecord(name, record)) return record;
  throw invalid(faultText(place, storedSchemas[name], record));
}

function readHighestKeys(keys: unknown): OfEach<'highestKey'> {
  if (!isPlainObject(keys)) throw invalid('contents.highestKeys must be an object');
  assertCollections('contents.highestKeys', keys);
  return ofEachCollection<'highestKey'>((name) => {
    const key = keys[name];
    if (key === undefined || isKey(name, key)) return key;
    throw invalid(`contents.highestKeys.${name} is not a key`);
  });
}

const invalid = (what: string) => new Refusal('invalid', `The document cannot be imported: ${what}`);
