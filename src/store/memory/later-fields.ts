import { isList, isPlainObject, isSameList } from '../../model/shared/objects.ts';

/** A part of a record's schema: those properties of valibot's schemas that lead to fields. */
export interface SchemaPart {
  readonly kind: string;
  readonly entries?: Readonly<Record<string, SchemaPart>>;
  readonly item?: SchemaPart;
  readonly wrapped?: SchemaPart;
  /** The default of a later field. */
  readonly later?: { readonly value: unknown };
}

/**
 * Marks a field as later. Records of older versions lack the field, and get the value when they are read. Nothing else is needed to
 * keep data directories, exports and fixture files readable.
 */
export const laterField = <S>(schema: S, value: unknown): S => ({ ...schema, later: { value } });

type Complete = (value: unknown) => unknown;

/**
 * Makes a function that adds missing later fields to a value. It returns a complete value unchanged. Undefined if the
 * schema has no later fields.
 */
export function completerOf({ entries, item, wrapped }: SchemaPart): Complete | undefined {
  if (entries !== undefined) return fieldsCompleter(entries);
  if (item !== undefined) return itemsCompleter(item);
  return wrapped && completerOf(wrapped);
}

function fieldsCompleter(entries: NonNullable<SchemaPart['entries']>): Complete | undefined {
  const parts = Object.entries(entries)
    .map(([name, part]) => ({ name, later: part.later, complete: completerOf(part) }))
    .filter(({ later: added, complete }) => added !== undefined || complete !== undefined);
  if (parts.length === 0) return undefined;
  return (value) => {
    if (!isPlainObject(value)) return value;
    let whole = value;
    for (const { name, later: added, complete } of parts) {
      const before = value[name];
      const after = before === undefined ? added?.value : complete === undefined ? before : complete(before);
      if (after !== before) whole = { ...whole, [name]: after };
    }
    return whole;
  };
}

function itemsCompleter(item: SchemaPart): Complete | undefined {
  const complete = completerOf(item);
  if (complete === undefined) return undefined;
  return (value) => {
    if (!isList(value)) return value;
    const whole = value.map(complete);
    return isSameList(whole, value) ? value : whole;
  };
}

/** The paths of later fields, without list indexes: `options.retries`. */
export function laterPathsOf({ entries = {}, item, wrapped }: SchemaPart): string[] {
  const own = Object.entries(entries).flatMap(([name, part]) => [
    ...(part.later === undefined ? [] : [name]),
    ...laterPathsOf(part).map((path) => `${name}.${path}`),
  ]);
  return [...own, ...[item, wrapped].flatMap((part) => (part === undefined ? [] : laterPathsOf(part)))];
}

/** The names of all fields, at any depth, that have this schema. */
export function fieldsOfSchema({ entries = {}, item, wrapped }: SchemaPart, sought: object): string[] {
  const isSought = (part: SchemaPart): boolean =>
    part === sought || (part.wrapped !== undefined && isSought(part.wrapped));
  const own = Object.entries(entries).flatMap(([name, part]) => [
    ...(isSought(part) ? [name] : []),
    ...fieldsOfSchema(part, sought),
  ]);
  return [...own, ...[item, wrapped].flatMap((part) => (part === undefined ? [] : fieldsOfSchema(part, sought)))];
}
