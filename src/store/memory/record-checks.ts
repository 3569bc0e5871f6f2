import * as v from 'valibot';
import { fromNames } from '../../model/shared/objects.ts';
import { collectionNames, collectionTable } from './collections.ts';
import type { CollectionName, Keys, Records } from './collections.ts';
import { ofEachCollection } from './contents.ts';
import { completerOf, fieldsOfSchema, laterPathsOf } from './later-fields.ts';
import { key, newValues, storedValues, text, texts } from './value-schemas.ts';
import type { ValueSchemas } from './value-schemas.ts';

const schemasWith = (values: ValueSchemas) =>
  ofEachCollection<'schema'>((name) => collectionTable[name].schema(values));

/** The schemas of stored records, from a data directory or an export. */
export const storedSchemas = schemasWith(storedValues);

/** The schemas of new records, which the control API accepts. */
export const newSchemas = schemasWith(newValues);

type Completers = Readonly<Record<CollectionName, ReturnType<typeof completerOf>>>;

const completers = fromNames<Completers>(collectionNames, (name) => completerOf(storedSchemas[name]));

/** The record with its missing later fields added, for programs and files that do not know them. */
export function completeRecord(collection: CollectionName, record: object): object;
export function completeRecord(collection: CollectionName, record: unknown): unknown;
export function completeRecord(collection: CollectionName, record: unknown): unknown {
  const complete = completers[collection];
  return complete === undefined ? record : complete(record);
}

/** The paths of the later fields of all records, such as `options.retries`. */
export const laterPaths: ReadonlySet<string> = new Set(
  collectionNames.flatMap((name) => laterPathsOf(storedSchemas[name])),
);

/** The fields of all records that are maps with names chosen by the user, such as `tags`. */
export const mapFields: ReadonlySet<string> = new Set(
  collectionNames.flatMap((name) => fieldsOfSchema(storedSchemas[name], texts)),
);

/** Whether a value with all later fields is a valid stored record. */
export const isStoredRecord = <N extends CollectionName>(collection: N, value: unknown): value is Records[N] =>
  v.is(storedSchemas[collection], value);

/** Whether a value with all later fields is valid as a new record. */
export const isNewRecord = <N extends CollectionName>(collection: N, value: unknown): value is Records[N] =>
  v.is(newSchemas[collection], value);

export const isKey = <N extends CollectionName>(collection: N, value: unknown): value is Keys[N] =>
  v.is('id' in storedSchemas[collection].entries ? key : text, value);
