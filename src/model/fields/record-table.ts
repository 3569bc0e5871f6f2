import { fromNames } from '../shared/objects.ts';
import type { Mapping } from '../shared/objects.ts';

/** The kinds of single values, and their types in records. */
interface SingleValues {
  readonly text: string;
  readonly flag: boolean;
  readonly number: number;
  readonly integer: number;
  /** From 0 up. */
  readonly count: number;
  /** From 1 up. */
  readonly positive: number;
  /** The key of a record. */
  readonly key: number;
  /** Ms since the epoch. */
  readonly time: number;
  /** A length of time, in ms. */
  readonly ms: number;
  /** A length of time of at least 1 ms. */
  readonly span: number;
  /** US dollars from 0 up. */
  readonly dollars: number;
  /** US cents of an account, which may owe some. */
  readonly cents: number;
  /** US cents. */
  readonly price: number;
  readonly pageCount: number;
  /** Counted from 1. */
  readonly pageNumber: number;
  /** E.164 with its plus. */
  readonly phoneNumber: string;
  /** The numbers that a blocking rule covers. */
  readonly blocked: string;
  /** The URL that a webhook goes to. */
  readonly callbackUrl: string;
  /** Texts by names that the user chooses. */
  readonly texts: Readonly<Record<string, string>>;
}

export type SingleKind = keyof SingleValues;

/** The kind of a field's values. It determines the check of the store, and the forms and documents of the control API. */
export type ValueKind =
  | SingleKind
  | { readonly words: readonly string[] }
  | { readonly orNull: ValueKind }
  | { readonly list: ValueKind }
  | { readonly fields: RecordTable }
  | Variants;

/** Mappings of several forms. */
interface Variants {
  /** The name of the field that distinguishes the forms; its kind is a set of words. */
  readonly variantBy: string;
  readonly variants: readonly RecordTable[];
  /** Completes "must be …". */
  readonly expected: string;
}

/** The fields of a record, or of a mapping within one, by their names. A bare kind means a field without traits. */
export interface RecordTable extends Readonly<Record<string, FieldRow | ValueKind>> {}

interface FieldRow extends FieldTraits<unknown> {
  readonly kind: ValueKind;
}

/** The traits of a field: where it is used, in addition to the type and the check of its record. */
interface FieldTraits<T> {
  /** The value in a new record. */
  readonly usual?: T;
  /** A record may lack it. */
  readonly isOptional?: true;
  /** Records of older versions lack it, and get the usual value. */
  readonly isLater?: true;
  /** The control API's answers contain it, but its documents do not mention it. */
  readonly isUndocumented?: true;
  /** The words of the field are documented as text, because more may be added. */
  readonly hasFurtherWords?: true;
  /** The field's meaning in a form that can state it: `The number of pages`. */
  readonly about?: string;
  /** A stated value is stored unchanged, and no other field depends on it. */
  readonly isPlain?: true;
  /** Only faxes of this direction accept a value at their creation. */
  readonly only?: 'sent' | 'received';
  /** An export as a fixture writes it among the fields of the entry, unless it has the usual value. */
  readonly isWritten?: true;
  /** A search compares its text. */
  readonly isSearched?: true;
  /** A send can state it under this name, in the versions that have it. */
  readonly isSent?: true;
  /** A resend copies it. */
  readonly isResent?: true;
  /** The field distinguishes two records for the draws of rules. */
  readonly isContent?: true;
}

type Trait = keyof FieldTraits<unknown>;

/** A field with traits. */
export const field = <const K, const T extends FieldTraits<ValueOf<K>>>(
  kind: K & ValueKind,
  traits: T & Readonly<Record<Exclude<keyof T, Trait>, never>>,
): T & { readonly kind: K } => ({ ...traits, kind });

export const words = <const W extends readonly string[]>(list: W) => ({ words: list });
export const orNull = <const K extends ValueKind>(kind: K) => ({ orNull: kind });
export const listOf = <const K extends ValueKind>(kind: K) => ({ list: kind });
export const fieldsOf = <const T extends RecordTable>(table: T) => ({ fields: table });

/** The type of the values of a kind. */
export type ValueOf<K> = K extends SingleKind
  ? SingleValues[K]
  : K extends { readonly words: readonly (infer W)[] }
    ? W
    : K extends { readonly orNull: infer I }
      ? ValueOf<I> | null
      : K extends { readonly list: infer I }
        ? readonly ValueOf<I>[]
        : K extends { readonly fields: infer T }
          ? RecordOf<T>
          : K extends { readonly variants: readonly (infer T)[] }
            ? VariantOf<T>
            : never;

type VariantOf<T> = T extends unknown ? RecordOf<T> : never;

/** The kind of a field. */
export type KindIn<R> = R extends { readonly kind: infer K extends ValueKind } ? K : R;

/** The type of the records that a table describes. */
export type RecordOf<T> = {
  readonly [N in Exclude<keyof T, NamesWith<T, 'isOptional'>>]: ValueOf<KindIn<T[N]>>;
} & { readonly [N in NamesWith<T, 'isOptional'>]?: ValueOf<KindIn<T[N]>> };

/** The names of the fields with a trait. */
export type NamesWith<T, P extends Trait> = {
  readonly [N in keyof T]: T[N] extends Readonly<Record<P, unknown>> ? N : never;
}[keyof T] &
  string;

/** The kind and the traits of a field. Throws for a name that the table lacks. */
export function rowOf(table: RecordTable, name: string): FieldRow {
  const entry = table[name];
  if (entry === undefined) throw new Error(`no field ${name}`);
  return typeof entry === 'object' && 'kind' in entry ? entry : { kind: entry };
}

/** The names of the fields with a trait, in the order of the table. */
export function namesWith<T, P extends Trait>(table: T & RecordTable, trait: P): readonly NamesWith<T, P>[];
export function namesWith(table: RecordTable, trait: Trait): readonly string[] {
  return Object.keys(table).filter((name) => rowOf(table, name)[trait] !== undefined);
}

/** The usual values of a table. */
export function usualRecord<T>(table: T & RecordTable): {
  readonly [N in NamesWith<T, 'usual'>]: ValueOf<KindIn<T[N]>>;
};
export function usualRecord(table: RecordTable): Mapping {
  return fromNames<Record<string, unknown>>(namesWith(table, 'usual'), (name) => rowOf(table, name).usual);
}
