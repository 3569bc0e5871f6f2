import { blobsOf } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Collection } from '../store/collection.ts';
import { collectionNames } from '../store/contents.ts';
import type { CollectionName } from '../store/contents.ts';
import { faultOf as faultIn } from '../store/guards.ts';
import type { Fault } from '../store/guards.ts';
import { givenRecordGuards, keyGuards, recordGuards } from '../store/record-guards.ts';
import { shapes } from '../store/shapes.ts';
import type { Shape } from '../store/collection.ts';
import type { Key } from '../store/timeline.ts';
import { assertFaxInvariants } from './fax-invariants.ts';
import type { OperationContext } from './operation-context.ts';
import type { Fax } from '../domain/fax.ts';
import type { PortOrder } from '../domain/port-order.ts';

export { collectionNames };
export type { CollectionName };

type AnyCollection = Collection<object, Key>;
type Records = Pick<OperationContext, 'store'>;

/** Any record, whatever it is: a key and what is stored under it. */
export interface Named {
  readonly collection: CollectionName;
  /** As text, which is how it comes in a path. */
  readonly key: string;
}

const collectionOf = ({ store }: Records, name: CollectionName): AnyCollection =>
  store.collections[name] as unknown as AnyCollection;

/** A field that records of a collection do not have; undefined when there is none. */
export const unknownFieldOf = (collection: CollectionName, record: object): string | undefined =>
  Object.keys(record).find((name) => !Object.hasOwn(recordGuards[collection], name));

/** What is missing in a record, or is not what it must be; undefined when all is well. */
export const faultOf = (collection: CollectionName, record: object): Fault | undefined =>
  faultIn(givenRecordGuards[collection], record);

/** The names that the fields of a collection's records have. */
export const fieldsOf = (collection: CollectionName): readonly string[] => Object.keys(recordGuards[collection]);

/** So many records from the one after a key on, in order of time. */
export function listRecords(context: Records, collection: CollectionName, { limit, offset }: Part): readonly object[] {
  return [...collectionOf(context, collection).values()].slice(offset, offset + limit);
}

interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Throws `not_found`. */
export function getRecord(context: Records, named: Named): object {
  const record = collectionOf(context, named.collection).get(keyOf(named));
  if (record === undefined) throw new Refusal('not_found', `Not found: ${named.collection} has no record ${named.key}`);
  return record;
}

/**
 * Stores a record under its key, in place of what was there; what it says is due will be done. It must have passed
 * `faultOf`. Throws `invalid` where it has another key, contradicts itself, or needs a file that is not there.
 */
export async function putRecord(context: OperationContext, named: Named, record: object): Promise<void> {
  await context.blobs.use(() => put(context, named, record));
}

async function put(context: OperationContext, named: Named, record: object): Promise<void> {
  const { collection } = named;
  const key = keyOf(named);
  const shape = shapes[collection] as unknown as Shape<object, Key>;
  if (shape.keyOf(record) !== key) throw new Refusal('invalid', `The record's id does not match the path: ${key}`);
  if (collection === 'faxes') {
    assertFaxInvariants(record as Fax);
    await assertFiles(context, record as Fax);
  }
  await context.store.commit(() => {
    const records = collectionOf(context, collection);
    const current = records.get(key);
    // Where it stands in time does not change while it is there.
    if (current !== undefined && shape.timeOf(current) !== shape.timeOf(record)) records.delete(key);
    records.put(record);
    if (collection === 'faxes') context.plan(record as Fax);
    if (collection === 'portOrders') context.planPort(record as PortOrder);
  });
}

/** Throws `not_found`, and `not_allowed` for the account, without which there is no world. */
export async function deleteRecord(context: OperationContext, named: Named): Promise<void> {
  getRecord(context, named);
  if (named.collection === 'account') throw new Refusal('not_allowed', 'A world has an account; it can be changed');
  await context.store.commit(() => {
    collectionOf(context, named.collection).delete(keyOf(named));
  });
}

function keyOf({ collection, key }: Named): Key {
  if (keyGuards[collection](key)) return key;
  const number = /^\d{1,16}$/.test(key) ? Number(key) : NaN;
  if (keyGuards[collection](number)) return number;
  throw new Refusal('not_found', `Not found: records of ${collection} have whole numbers from 1 up for keys`);
}

async function assertFiles({ blobs }: OperationContext, fax: Fax): Promise<void> {
  for (const blob of blobsOf(fax)) {
    if (!(await blobs.has(blob)))
      throw new Refusal('invalid', `document or sources name a file that is not kept: ${blob}`);
  }
}
