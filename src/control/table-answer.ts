import * as v from 'valibot';
import { snakeCase } from '../model/fields/names.ts';
import type { SnakeCase } from '../model/fields/names.ts';
import { rowOf } from '../model/fields/record-table.ts';
import type { KindIn, NamesWith, RecordTable, SingleKind, ValueKind } from '../model/fields/record-table.ts';
import { time } from './control-route.ts';

/** The schemas of single values in answers. They serve documentation only; answers are not checked. */
const singles = {
  text: v.string(),
  flag: v.boolean(),
  number: v.number(),
  integer: v.number(),
  count: v.number(),
  positive: v.number(),
  key: v.number(),
  time,
  ms: v.number(),
  span: v.number(),
  dollars: v.number(),
  cents: v.number(),
  price: v.number(),
  pageCount: v.number(),
  pageNumber: v.number(),
  phoneNumber: v.string(),
  blocked: v.string(),
  callbackUrl: v.string(),
  texts: v.record(v.string(), v.string()),
} as const satisfies Readonly<Record<SingleKind, v.GenericSchema>>;

type AnswerOf<K> = K extends SingleKind
  ? (typeof singles)[K]
  : K extends { readonly words: readonly (infer W extends string)[] }
    ? v.GenericSchema<W>
    : K extends { readonly orNull: infer I }
      ? v.NullableSchema<AnswerOf<I>, undefined>
      : K extends { readonly list: infer I }
        ? v.ArraySchema<AnswerOf<I>, undefined>
        : K extends { readonly fields: infer T }
          ? TableAnswer<T>
          : never;

type Documented<T> = Exclude<keyof T & string, NamesWith<T, 'isUndocumented'>>;

type DocumentedKind<R> = R extends { readonly hasFurtherWords: true } ? 'text' : KindIn<R>;

type Entries<T> = {
  readonly [N in keyof T & string as N extends Documented<T> ? SnakeCase<N> : never]: AnswerOf<DocumentedKind<T[N]>>;
};

/** The type of a record in answers. If it has undocumented fields, more fields may come. */
type TableAnswer<T> = [NamesWith<T, 'isUndocumented'>] extends [never]
  ? v.StrictObjectSchema<Entries<T>, undefined>
  : v.LooseObjectSchema<Entries<T>, undefined>;

/** The records of a table, as the answers of the control API show them. */
export function tableAnswer<T>(table: T & RecordTable): TableAnswer<T>;
export function tableAnswer(table: RecordTable): v.GenericSchema {
  const isDocumented = (name: string): boolean => rowOf(table, name).isUndocumented === undefined;
  const names = Object.keys(table);
  const entries = names.filter(isDocumented).map((name) => {
    const { kind, hasFurtherWords = false } = rowOf(table, name);
    return [snakeCase(name), answerOf(hasFurtherWords ? 'text' : kind)] as const;
  });
  const documented = Object.fromEntries(entries);
  return names.every(isDocumented) ? v.strictObject(documented) : v.looseObject(documented);
}

/** The schema of a kind. Throws for a value of several forms, which no documented field has. */
function answerOf(kind: ValueKind): v.GenericSchema {
  if (typeof kind === 'string') return singles[kind];
  if ('words' in kind) return v.picklist(kind.words);
  if ('orNull' in kind) return v.nullable(answerOf(kind.orNull));
  if ('list' in kind) return v.array(answerOf(kind.list));
  if ('fields' in kind) return tableAnswer(kind.fields);
  throw new Error('a documented field has one form');
}
