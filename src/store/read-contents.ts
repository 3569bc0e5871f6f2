import { Refusal } from '../domain/refusal.ts';
import type { Shape } from './collection.ts';
import { collectionNames } from './contents.ts';
import type { CollectionName, Contents } from './contents.ts';
import { isObject, wrongField } from './guards.ts';
import { keyGuards, recordGuards } from './record-guards.ts';
import { shapes } from './shapes.ts';
import type { Key } from './timeline.ts';

/** All records of a world, from a file that anyone may have written. Throws the Refusal `invalid` that says what is wrong. */
export function readContents(value: unknown): Contents {
  if (!isObject(value)) throw wrong('contents is not an object');
  const { account, highestKeys = {}, ...lists } = value as Record<string, unknown>;
  const known: readonly string[] = collectionNames;
  const unknown = Object.keys(lists).find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(`contents.${unknown} is no collection of records`);
  for (const name of collectionNames) {
    if (name === 'account') assertRecord('account', account, 'contents.account');
    else assertRecords(name, lists[name]);
  }
  assertKeys(highestKeys);
  return { ...lists, account, highestKeys } as unknown as Contents;
}

function assertRecords(name: CollectionName, records: unknown): void {
  if (!Array.isArray(records)) throw wrong(`contents.${name} is not a list of records`);
  const shape = shapes[name] as unknown as Shape<unknown, Key>;
  const seen = new Map<Key, number>();
  for (const [index, record] of records.entries()) {
    const place = `contents.${name}[${index}]`;
    assertRecord(name, record, place);
    const key = shape.keyOf(record);
    const before = seen.get(key);
    if (before !== undefined) throw wrong(`${place} has the same key as contents.${name}[${before}]: ${key}`);
    seen.set(key, index);
  }
}

function assertRecord(name: CollectionName, record: unknown, place: string): void {
  if (!isObject(record)) throw wrong(`${place} is not an object`);
  const field = wrongField(recordGuards[name], record);
  if (field !== undefined) throw wrong(`${place}.${field} is missing, or not what it must be`);
}

function assertKeys(keys: unknown): void {
  if (!isObject(keys)) throw wrong('contents.highestKeys is not an object');
  for (const [name, key] of Object.entries(keys)) {
    const guard = collectionNames.find((known) => known === name);
    if (guard === undefined || !keyGuards[guard](key)) throw wrong(`contents.highestKeys.${name} is not a key`);
  }
}

const wrong = (what: string) => new Refusal('invalid', `The document cannot be imported: ${what}`);
