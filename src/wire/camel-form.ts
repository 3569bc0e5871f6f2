import * as v from 'valibot';
import { form } from './fields.ts';

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;
type CamelKeys<T> = { [Name in keyof T as CamelCase<Name>]: T[Name] };

export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Values by their names in camel case. */
export const camelKeys = <T extends object>(values: T): CamelKeys<T> => renamed(values, camelCase);

/** A form whose fields are read into camel case: `country_code` as `countryCode`. */
export function camelForm<const E extends v.ObjectEntries>(entries: E) {
  const names = new Map(Object.keys(entries).map((name) => [name, camelCase(name)]));
  const camelName = (name: string): string => names.get(name) ?? name;
  return v.pipe(
    form(entries),
    v.transform((values) => renamed(values, camelName)),
  );
}

function renamed<T extends object>(values: T, rename: (name: string) => string): CamelKeys<T> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) fields[rename(name)] = value;
  return fields as CamelKeys<T>; // each field has its value
}
