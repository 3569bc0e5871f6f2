import type * as v from 'valibot';
import { pagesMax } from '../model/domain/fax.ts';
import { snakeCase } from '../model/fields/names.ts';
import type { SnakeCase } from '../model/fields/names.ts';
import { namesWith, rowOf } from '../model/fields/record-table.ts';
import type { KindIn, NamesWith, RecordTable, SingleKind, ValueKind } from '../model/fields/record-table.ts';
import { about, boolean, callbackUrl, integer, maybe, oneOf, phoneNumber, text } from './fields.ts';
import type { instant, tags } from './fields.ts';

export const count = integer({ min: 0, max: 1_000_000 });
/** The id of a new record; bounded, so that later ids can count up from it. */
export const newId = integer({ min: 1, max: 1_000_000_000_000 });

/** The fields for which requests and files differ. */
export interface FormFields {
  readonly instant: typeof instant;
  readonly tags: typeof tags;
}

const singlesIn = (form: FormFields) =>
  ({
    text,
    count,
    callbackUrl,
    phoneNumber,
    flag: boolean,
    key: newId,
    time: form.instant,
    texts: form.tags,
    pageCount: integer({ min: 0, max: pagesMax }),
  }) as const satisfies Partial<Readonly<Record<SingleKind, v.GenericSchema>>>;

type Singles = ReturnType<typeof singlesIn>;

type FieldOf<K> = K extends keyof Singles
  ? Singles[K]
  : K extends { readonly words: readonly (infer W extends string)[] }
    ? v.GenericSchema<W, W>
    : K extends { readonly orNull: infer I }
      ? FieldOf<I>
      : never;

/** A field that may be left out, with its meaning. */
const optional = <Given, T>(meaning: string, field: v.GenericSchema<Given, T>) => about(meaning, maybe(field));

type Optional<S> = S extends v.GenericSchema<infer Given, infer T> ? ReturnType<typeof optional<Given, T>> : never;

type TableForm<T> = {
  readonly [N in keyof T & string as N extends NamesWith<T, 'about'> ? SnakeCase<N> : never]: Optional<
    FieldOf<KindIn<T[N]>>
  >;
};

/** The form fields for the fields of a table that a request or a file can state. */
export function tableForm<T>(table: T & RecordTable, form: FormFields): TableForm<T>;
export function tableForm(table: RecordTable, form: FormFields): object {
  const singles = singlesIn(form);
  const entries = namesWith(table, 'about').map((name) => {
    const { kind, about: meaning = '' } = rowOf(table, name);
    return [snakeCase(name), optional(meaning, fieldOf(kind, singles))] as const;
  });
  return Object.fromEntries(entries);
}

/** Throws for a kind that has no field of its own in forms. */
function fieldOf(kind: ValueKind, singles: Readonly<Partial<Record<SingleKind, v.GenericSchema>>>): v.GenericSchema {
  if (typeof kind === 'string' && singles[kind] !== undefined) return singles[kind];
  if (typeof kind !== 'string' && 'words' in kind) return oneOf(kind.words);
  if (typeof kind !== 'string' && 'orNull' in kind) return fieldOf(kind.orNull, singles);
  throw new Error('a form has no field of this kind');
}
