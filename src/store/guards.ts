import { recorded } from '../domain/calendar.ts';

/** Says whether a value that was read from a file is a T. */
export interface Guard<T> {
  (value: unknown): value is T;
  /** Completes "must be …", where that can be said in short. */
  readonly expected?: string | undefined;
}

/** A guard for each field of T, so that a field that is added to T cannot be forgotten here. */
export type FieldGuards<T> = { readonly [Field in keyof T]-?: Guard<T[Field]> };

const said = <T>(expected: string | undefined, guard: (value: unknown) => value is T): Guard<T> =>
  Object.assign((value: unknown): value is T => guard(value), { expected });

export const text = said('text', (value) => typeof value === 'string');
export const flag = said('true or false', (value) => typeof value === 'boolean');
export const number = said('a number', (value): value is number => Number.isFinite(value));
export const integer = said('a whole number', (value): value is number => Number.isSafeInteger(value));

/** Ms since the epoch, in a year of four digits. */
export const time = said(
  'a time in ms',
  (value): value is number => number(value) && value >= recorded.first && value <= recorded.last,
);

export const atLeast = (least: number, guard: Guard<number>): Guard<number> =>
  said(`${guard.expected ?? 'a number'} from ${least} up`, (value): value is number => guard(value) && value >= least);

export const between = (least: number, most: number, guard: Guard<number>): Guard<number> =>
  said(
    `${guard.expected ?? 'a number'} from ${least} to ${most}`,
    (value): value is number => guard(value) && value >= least && value <= most,
  );

export function nullOr<T>(guard: Guard<T>): Guard<T | null> {
  const expected = guard.expected && `${guard.expected}, or null`;
  return said(expected, (value) => value === null || guard(value));
}

export function undefinedOr<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value) => value === undefined || guard(value);
}

export function oneOf<T extends string>(values: readonly T[]): Guard<T> {
  const expected = values.length === 1 ? values[0] : `one of ${values.join(', ')}`;
  return said(expected, (value): value is T => values.some((known) => known === value));
}

export function listOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

export const list: Guard<readonly unknown[]> = (value) => Array.isArray(value);

export const texts: Guard<Readonly<Record<string, string>>> = (value): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(text);

/** An object with at least these fields. */
export function shaped<T>(guards: FieldGuards<T> & Record<string, Guard<unknown>>): Guard<T> {
  return (value): value is T => isObject(value) && wrongField(guards, value) === undefined;
}

/** The name of the first field that is missing or is not what it must be. */
export function wrongField(guards: Record<string, Guard<unknown>>, value: object): string | undefined {
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.keys(guards).find((name) => !guards[name]?.(fields.get(name)));
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
