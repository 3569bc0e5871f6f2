import * as v from 'valibot';
import { form } from './fields.ts';

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;
type CamelKeys<T> = { [Name in keyof T as CamelCase<Name>]: T[Name] };

export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Values by their names in camel case. */
export const camelKeys = <T extends object>(values: T): CamelKeys<T> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [camelCase(name), value]),
  ) as CamelKeys<T>; // fromEntries loses the names

/** A form whose fields are read into camel case: `country_code` as `countryCode`. */
export const camelForm = <const E extends v.ObjectEntries>(entries: E) => v.pipe(form(entries), v.transform(camelKeys));
