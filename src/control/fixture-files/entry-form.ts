import * as v from 'valibot';
import { instant as rfc3339 } from '../../model/fields/kinds.ts';
import { snakeCase } from '../../model/fields/names.ts';
import type { SnakeCase } from '../../model/fields/names.ts';
import { rowOf } from '../../model/fields/record-table.ts';
import type { KindIn, RecordTable, SingleKind, ValueKind, ValueOf } from '../../model/fields/record-table.ts';
import { about, boolean, callbackUrl, input, integer, ofKind, oneOf, phoneNumber } from '../fields.ts';
import { newId } from '../table-form.ts';

/** Text that is not trimmed and may be empty, because both can be intended. */
export const text = v.string('must be text; a number stands in quotes');

/** An instant. Relative times are converted into RFC 3339 before this check. */
export const instant = ofKind({
  ...rfc3339,
  expected: `a time before the start such as -2h, or ${rfc3339.expected}`,
});

const singles: Readonly<Partial<Record<SingleKind, v.GenericSchema>>> = {
  text,
  blocked: text,
  flag: boolean,
  integer: integer(),
  price: integer(),
  count: integer({ min: 0 }),
  ms: v.number(),
  key: newId,
  time: instant,
  phoneNumber,
  callbackUrl,
};

type FieldOf<R> = v.OptionalSchema<v.GenericSchema<unknown, ValueOf<KindIn<R>>>, undefined>;

/** The fields of an entry: the given ones, and for all others of the table what their kinds say. */
type EntryForm<T, Own> = {
  readonly [N in keyof T & string as SnakeCase<N>]: SnakeCase<N> extends keyof Own ? Own[SnakeCase<N>] : FieldOf<T[N]>;
};

/**
 * The fields of an entry in a fixture file, in the order of their table. A missing field has its usual value, or follows from
 * others. `own` are fields with a form of their own, or required ones.
 */
export function entryForm<T, const Own extends v.ObjectEntries>(table: T & RecordTable, own: Own): EntryForm<T, Own>;
export function entryForm(table: RecordTable, own: v.ObjectEntries): object {
  const entries = Object.keys(table).map((field) => {
    const name = snakeCase(field);
    const { kind, about: meaning } = rowOf(table, field);
    const entry = own[name] ?? fieldOf(kind);
    return [name, meaning === undefined ? entry : about(meaning, entry)] as const;
  });
  return Object.fromEntries(entries);
}

const fieldOf = (kind: ValueKind): v.GenericSchema => {
  const isNullable = typeof kind === 'object' && 'orNull' in kind;
  return v.optional(isNullable ? v.nullable(valueOf(kind.orNull)) : valueOf(kind));
};

/** Throws for a list, whose entries have a form of their own. */
function valueOf(kind: ValueKind): v.GenericSchema {
  if (typeof kind === 'string' && singles[kind] !== undefined) return singles[kind];
  if (typeof kind === 'object' && 'words' in kind) return oneOf(kind.words);
  if (typeof kind === 'object' && 'fields' in kind) return input(entryForm(kind.fields, {}));
  throw new Error('an entry has no field of this kind');
}
