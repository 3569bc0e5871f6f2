import * as v from 'valibot';
import { form } from './fields.ts';

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;
type CamelKeys<T> = { [Name in keyof T as CamelCase<Name>]: T[Name] };

export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** A form whose fields are read into camel case: `country_code` as `countryCode`. */
export function camelForm<const E extends v.ObjectEntries>(entries: E) {
  const names = new Map(Object.keys(entries).map((name) => [name, camelCase(name)]));
  return v.pipe(
    form(entries),
    v.transform((fields) => {
      const read = Object.entries(fields).map(([name, value]: [string, unknown]) => [names.get(name), value]);
      return Object.fromEntries(read) as CamelKeys<typeof fields>; // fromEntries loses the names
    }),
  );
}
