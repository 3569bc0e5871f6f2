import { blobsOf } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { collectionTable } from '../../store/memory/collections.ts';
import type { CollectionName, Keys, Records } from '../../store/memory/collections.ts';
import { faultOf as faultIn } from '../../store/memory/faults.ts';
import type { RecordFault } from '../../store/memory/faults.ts';
import { isKey, isNewRecord, newSchemas } from '../../store/memory/record-checks.ts';
import { collectionOf } from '../../store/memory/snapshot.ts';
import { assertFaxInvariants } from './fax-spec.ts';
import type { OperationContext } from './operation-context.ts';
import type { Fax } from '../../model/domain/fax.ts';

type HasStore = Pick<OperationContext, 'store'>;

/** The collection and key of a record. */
export interface RecordAddress {
  readonly collection: CollectionName;
  /** The key as a string, as in a path: `12`. */
  readonly key: string;
}

/** The names that the fields of a collection's records have. */
export const fieldNamesOf = (collection: CollectionName): readonly string[] =>
  Object.keys(newSchemas[collection].entries);

/** A field that the collection does not know; undefined if there is none. */
export const unknownFieldOf = (collection: CollectionName, record: object): string | undefined =>
  Object.keys(record).find((name) => !Object.hasOwn(newSchemas[collection].entries, name));

/** The first field of a record that is missing or invalid; undefined for a valid record. */
export const recordFaultOf = (collection: CollectionName, record: object): RecordFault | undefined =>
  faultIn(newSchemas[collection], record);

/** Lists at most `limit` records after the first `offset`, oldest first. */
export function listRecords(
  context: HasStore,
  collection: CollectionName,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): readonly object[] {
  return collectionOf(context.store.collections, collection)
    .find({})
    .slice(offset, offset + limit);
}

/** Throws `not_found`. */
export const getRecord = (context: HasStore, { collection, key }: RecordAddress): object =>
  find(context, collection, key);

/** The record at an address; undefined if there is none. */
export const findRecord = ({ store }: HasStore, { collection, key }: RecordAddress): object | undefined =>
  collectionOf(store.collections, collection).get(keyOf(collection, key));

function find<N extends CollectionName>(context: HasStore, collection: N, key: string): Records[N] {
  const record = collectionOf(context.store.collections, collection).get(keyOf(collection, key));
  if (record === undefined) throw new Refusal('not_found', `Not found: ${collection} has no record ${key}`);
  return record;
}

/**
 * Stores a record under its key, replaces an earlier one, and plans its next step. Throws `invalid` for a record that
 * `recordFaultOf` finds invalid, that has another key, contradicts itself, or names a file that is not stored.
 */
export async function putRecord(
  context: OperationContext,
  { collection, key }: RecordAddress,
  record: object,
): Promise<void> {
  await context.blobs.use(() => put(context, collection, { key: keyOf(collection, key), record }));
}

/** Checks of records as a whole; each throws `invalid`. */
export const invariants: { readonly [N in CollectionName]?: (record: Records[N]) => void } = {
  faxes: assertFaxInvariants,
};

interface Rules<T> {
  /** Throws `invalid`. */
  check?(context: OperationContext, record: T): Promise<void>;
  plan(context: OperationContext, record: T): void;
}

const rules: { readonly [N in CollectionName]?: Rules<Records[N]> } = {
  faxes: {
    check: assertFiles,
    plan: (context, fax) => context.plan(fax),
  },
  portOrders: { plan: (context, order) => context.planPort(order) },
};

async function put<N extends CollectionName>(
  context: OperationContext,
  collection: N,
  { key, record }: { key: Keys[N]; record: object },
): Promise<void> {
  const shape = collectionTable[collection];
  if (!isNewRecord(collection, record)) throw new Refusal('invalid', `The record must be one of ${collection}`);
  if (shape.keyOf(record) !== key) throw new Refusal('invalid', `The record's id does not match the path: ${key}`);
  invariants[collection]?.(record);
  await rules[collection]?.check?.(context, record);
  await context.store.commit(() => {
    const records = collectionOf(context.store.collections, collection);
    const current = records.get(key);
    // The time of a stored record never changes, so a record with another time counts as a new one.
    if (current !== undefined && shape.timeOf(current) !== shape.timeOf(record)) records.delete(key);
    records.put(record);
    rules[collection]?.plan(context, record);
  });
}

/** Throws `not_found`, and `not_allowed` for the account, because every world needs one. */
export async function deleteRecord(context: OperationContext, { collection, key }: RecordAddress): Promise<void> {
  find(context, collection, key);
  if (collection === 'account') throw new Refusal('not_allowed', 'A world has an account; it can be changed');
  await context.store.commit(() => collectionOf(context.store.collections, collection).delete(keyOf(collection, key)));
}

function keyOf<N extends CollectionName>(collection: N, key: string): Keys[N] {
  if (isKey(collection, key)) return key;
  const number: unknown = /^\d{1,16}$/.test(key) ? Number(key) : undefined;
  if (isKey(collection, number)) return number;
  throw new Refusal('invalid', `key must be an integer from 1 up in ${collection}, got ${JSON.stringify(key)}`);
}

async function assertFiles({ blobs }: OperationContext, fax: Fax): Promise<void> {
  for (const blob of blobsOf(fax)) {
    if (!(await blobs.has(blob)))
      throw new Refusal('invalid', `document or sources name a file that is not kept: ${blob}`);
  }
}
