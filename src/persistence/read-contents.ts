import { Refusal } from '../domain/refusal.ts';
import type { Shape } from '../store/collection.ts';
import { upgradeRecord } from './record-upgrades.ts';
import { collectionNames } from '../store/contents.ts';
import type { CollectionName, Contents } from '../store/contents.ts';
import { faultOf } from '../store/guards.ts';
import { keyGuards, recordGuards } from '../store/record-guards.ts';
import { shapes } from '../store/shapes.ts';
import type { Key } from '../store/timeline.ts';
import { isPlainObject } from '../shared/objects.ts';

/** All records of a world, from a file that anyone may have written. Throws the Refusal `invalid` that says what is wrong. */
export function readContents(value: unknown): Contents {
  if (!isPlainObject(value)) throw wrong('contents is not an object');
  const { account, highestKeys = {}, ...lists } = value as Record<string, unknown>;
  const known: readonly string[] = collectionNames;
  const unknown = Object.keys(lists).find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(`contents.${unknown} is no collection of records`);
  const records = collectionNames.map((name): [CollectionName, unknown] => [
    name,
    name === 'account' ? readRecord(name, account, 'contents.account') : readRecords(name, lists[name]),
  ]);
  assertKeys(highestKeys);
  return { ...Object.fromEntries(records), highestKeys } as unknown as Contents;
}

function readRecords(name: CollectionName, records: unknown): unknown[] {
  if (!Array.isArray(records)) throw wrong(`contents.${name} is not a list of records`);
  const shape = shapes[name] as unknown as Shape<unknown, Key>;
  const seen = new Map<Key, number>();
  return records.map((written: unknown, index) => {
    const place = `contents.${name}[${index}]`;
    const record = readRecord(name, written, place);
    const key = shape.keyOf(record);
    const before = seen.get(key);
    if (before !== undefined) throw wrong(`${place} has the same key as contents.${name}[${before}]: ${key}`);
    seen.set(key, index);
    return record;
  });
}

/** The writer may have been an earlier version, as with data directories. */
function readRecord(name: CollectionName, written: unknown, place: string): unknown {
  const record = upgradeRecord(name, written);
  if (!isPlainObject(record)) throw wrong(`${place} is not an object`);
  const fault = faultOf(recordGuards[name], record);
  if (fault === undefined) return record;
  const { path, expected, value } = fault;
  const field = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  if (value === undefined) throw wrong(`${place}${field} is missing: it must be ${expected}`);
  throw wrong(`${place}${field} must be ${expected}, got ${JSON.stringify(value).slice(0, 80)}`);
}

function assertKeys(keys: unknown): void {
  if (!isPlainObject(keys)) throw wrong('contents.highestKeys is not an object');
  for (const [name, key] of Object.entries(keys)) {
    const guard = collectionNames.find((known) => known === name);
    if (guard === undefined || !keyGuards[guard](key)) throw wrong(`contents.highestKeys.${name} is not a key`);
  }
}

const wrong = (what: string) => new Refusal('invalid', `The document cannot be imported: ${what}`);
