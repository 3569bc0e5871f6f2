import { Refusal } from '../../model/domain/refusal.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { collectionNames, collectionTable } from './collections.ts';
import type { CollectionName, Keys, Records } from './collections.ts';
import { ofEachCollection } from './contents.ts';
import type { Contents, OfEach } from './contents.ts';
import { faultText } from './faults.ts';
import { completeRecord, isKey, isStoredRecord, storedSchemas } from './record-checks.ts';

/** All records of a world, from a file that any program may have written. Throws the Refusal `invalid` that names the fault. */
export function readContents(value: unknown): Contents {
  if (!isPlainObject(value)) throw invalid('contents must be an object');
  const { account, highestKeys = {}, ...others } = value;
  assertCollections('contents', others);
  const one = readRecord('account', account, 'contents.account');
  const lists = ofEachCollection<'records'>((name) => readRecords(name, others[name]));
  return { ...lists, account: one, highestKeys: readHighestKeys(highestKeys) };
}

function assertCollections(place: string, byName: object): void {
  const known: readonly string[] = collectionNames;
  const unknown = Object.keys(byName).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${place}.${unknown} is no collection of records`);
}

function readRecords<N extends CollectionName>(name: N, records: unknown): Records[N][] {
  if (records === undefined) return []; // as in a data directory: the collection may be a later one
  if (!Array.isArray(records)) throw invalid(`contents.${name} must be a list of records`);
  const segmentOf = new Map<Keys[N], number>();
  return records.map((storedRecord: unknown, index) => {
    const place = `contents.${name}[${index}]`;
    const record = readRecord(name, storedRecord, place);
    const key = collectionTable[name].keyOf(record);
    const before = segmentOf.get(key);
    if (before !== undefined) throw invalid(`${place} has the same key as contents.${name}[${before}]: ${key}`);
    segmentOf.set(key, index);
    return record;
  });
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
