import * as v from 'valibot';
import { fromNames } from '../../model/shared/objects.ts';
import { rowOf } from '../../model/fields/record-table.ts';
import type { RecordOf, RecordTable, SingleKind, ValueKind } from '../../model/fields/record-table.ts';
import { laterField } from './later-fields.ts';
import type { SchemaPart } from './later-fields.ts';
import {
  atLeast,
  count,
  fields,
  flag,
  integer,
  key,
  listOf,
  nullOr,
  number,
  numberAtLeast,
  oneOf,
  pageCount,
  text,
  texts,
  time,
} from './value-schemas.ts';
import type { Checks, ValueSchemas } from './value-schemas.ts';

const singles = {
  text,
  flag,
  number,
  integer,
  count,
  key,
  time,
  texts,
  pageCount,
  positive: atLeast(1),
  ms: numberAtLeast(0),
  span: numberAtLeast(1),
  dollars: numberAtLeast(0),
  pageNumber: integer,
} as const satisfies Readonly<Record<Exclude<SingleKind, keyof ValueSchemas>, Part>>;

type Part = v.GenericSchema & SchemaPart;

/** The schema of a record, with one entry for each field. */
export type RecordSchema<T> = Checks<T> & { readonly entries: Readonly<Record<string, SchemaPart>> };

/** The schema of the records that a table describes. `names` has its fields in the order of their checks. */
export function schemaOf<T>(
  table: T & RecordTable,
  names?: readonly string[],
): (values: ValueSchemas) => RecordSchema<RecordOf<T>>;
export function schemaOf(table: RecordTable, names?: readonly string[]): (values: ValueSchemas) => unknown {
  return (values) => partsSchema(table, values, names);
}

const partsSchema = (table: RecordTable, values: ValueSchemas, names: readonly string[] = Object.keys(table)) =>
  fields(fromNames<Record<string, Part>>(names, (name) => entryOf(table, name, values)));

function entryOf(table: RecordTable, name: string, values: ValueSchemas): Part {
  const { kind, usual, isLater = false, isOptional = false } = rowOf(table, name);
  const schema = partOf(kind, values);
  if (isOptional) return v.exactOptional(schema);
  return isLater ? laterField(schema, usual) : schema;
}

function partOf(kind: ValueKind, values: ValueSchemas): Part {
  if (typeof kind === 'string') return { ...singles, ...values }[kind];
  if ('words' in kind) return oneOf(kind.words);
  if ('orNull' in kind) return nullOr(partOf(kind.orNull, values));
  if ('list' in kind) return listOf(partOf(kind.list, values));
  if ('fields' in kind) return partsSchema(kind.fields, values);
  const options = kind.variants.map((table) => partsSchema(table, values));
  return v.variant(kind.variantBy, options, kind.expected);
}
