import * as v from 'valibot';
import { isPlainObject } from '../shared/objects.ts';

/** Names that a `record` of valibot silently drops. */
const droppedNames = ['__proto__', 'constructor', 'prototype'];

export const isDroppedName = (name: string): boolean => droppedNames.includes(name);

/** Whether a mapping has a name that valibot's `record` drops. */
export const hasDroppedName = (value: unknown): boolean =>
  isPlainObject(value) && droppedNames.some((name) => Object.hasOwn(value, name));

/** Refuses the names that valibot's `record` drops, because a condition or a header would silently be missing. */
export const refuseDroppedNames = v.rawCheck<unknown>(({ dataset: { value }, addIssue }) => {
  if (!isPlainObject(value)) return;
  for (const key of droppedNames) {
    if (!Object.hasOwn(value, key)) continue;
    const path: [v.IssuePathItem] = [{ type: 'unknown', origin: 'key', input: value, key, value: value[key] }];
    addIssue({ message: 'cannot be a name here', path });
  }
});

/** Entries for a strict object without a prototype, because a lookup in a usual object also finds `constructor`. */
export function ownEntries<E extends object>(entries: E): E {
  const own = Object.create(null) as object;
  return Object.assign(own, entries);
}

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;
type CamelKeys<T> = { [Name in keyof T as CamelCase<Name>]: Exclude<T[Name], undefined> };

export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The mapping with `hold_until` as `holdUntil`, and without keys that have no value. Values stay as they are. */
export const camelKeys = <T extends object>(values: T): CamelKeys<T> => renameKeys(values, camelCase);

export function renameKeys<T extends object>(values: T, rename: (name: string) => string): CamelKeys<T> {
  const renamed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) renamed[rename(name)] = value;
  return renamed as CamelKeys<T>; // each key has its value
}

export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** The name of a field in JSON. */
export const snakeCase = <Name extends string>(name: Name): SnakeCase<Name> =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>;
