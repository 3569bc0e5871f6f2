import { Refusal } from '../domain/refusal.ts';
import { isPlainObject } from '../shared/objects.ts';
import { collectionNames, ofEachCollection } from '../store/contents.ts';
import type { CollectionName, Contents, Keys, OfEach, Records } from '../store/contents.ts';
import { faultText } from '../store/faults.ts';
import { isKey, isStoredRecord, storedSchemas } from '../store/record-schemas.ts';
import { shapes } from '../store/shapes.ts';
import { upgradeRecord } from './record-upgrades.ts';

/** All records of a world, from a file that any program may have written. Throws the Refusal `invalid` that names the fault. */
export function readContents(value: unknown): Contents {
  if (!isPlainObject(value)) throw invalid('contents must be an object');
  const { account, highestKeys = {}, ...others } = value;
  const known: readonly string[] = collectionNames;
  const unknown = Object.keys(others).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`contents.${unknown} is no collection of records`);
  const one = readRecord('account', account, 'contents.account');
  const lists = ofEachCollection<'records'>((name) => readRecords(name, name === 'account' ? [] : others[name]));
  return { ...lists, account: one, highestKeys: readHighestKeys(highestKeys) };
}

function readRecords<N extends CollectionName>(name: N, records: unknown): Records[N][] {
  if (!Array.isArray(records)) throw invalid(`contents.${name} must be a list of records`);
  const segmentOf = new Map<Keys[N], number>();
  return records.map((storedRecord: unknown, index) => {
    const place = `contents.${name}[${index}]`;
    const record = readRecord(name, storedRecord, place);
    const key = shapes[name].keyOf(record);
    const before = segmentOf.get(key);
    if (before !== undefined) throw invalid(`${place} has the same key as contents.${name}[${before}]: ${key}`);
    segmentOf.set(key, index);
    return record;
  });
}

/** An earlier version may have written the record, as in a data directory. */
function readRecord<N extends CollectionName>(name: N, storedRecord: unknown, place: string): Records[N] {
  const record = upgradeRecord(name, storedRecord);
  if (!isPlainObject(record)) throw invalid(`${place} must be an object`);
  if (isStoredRecord(name, record)) return record;
  throw invalid(faultText(place, storedSchemas[name], record));
}

function readHighestKeys(keys: unknown): OfEach<'highestKey'> {
  if (!isPlainObject(keys)) throw invalid('contents.highestKeys must be an object');
  const known: readonly string[] = collectionNames;
  const unknown = Object.keys(keys).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`contents.highestKeys.${unknown} is no collection of records`);
  return ofEachCollection<'highestKey'>((name) => {
    const key = keys[name];
    if (key === undefined || isKey(name, key)) return key;
    throw invalid(`contents.highestKeys.${name} is not a key`);
  });
}

const invalid = (what: string) => new Refusal('invalid', `The document cannot be imported: ${what}`);
