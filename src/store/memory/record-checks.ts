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

/** The schemas of new records, which the control API takes. */
export const newSchemas = schemasWith(newValues);

type Completers = Readonly<Record<CollectionName, ReturnType<typeof completerOf>>>;

const completers = fromNames<Completers>(collectionNames, (name) => completerOf(storedSchemas[name]));

/** The record with the later fields that it lacks, for a program or a file that does not know them. */
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

/** The fields of all records whose value is a map with names of the user's own, such as `tags`. */
export const mapFields: ReadonlySet<string> = new Set(
  collectionNames.flatMap((name) => fieldsOfSchema(storedSchemas[name], texts)),
);

/** Whether a complete value is a stored record. */
export const isStoredRecord = <N extends CollectionName>(collection: N, value: unknown): value is Records[N] =>
  v.is(storedSchemas[collection], value);

/** Whether a complete value can be a new record. */
export const isNewRecord = <N extends CollectionName>(collection: N, value: unknown): value is Records[N] =>
  v.is(newSchemas[collection], value);

export const isKey = <N extends CollectionName>(collection: N, value: unknown): value is Keys[N] =>
  v.is('id' in storedSchemas[collection].entries ? key : text, value);
