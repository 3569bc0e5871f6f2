import { recorded } from '../domain/calendar.ts';
import { isPlainObject } from '../shared/objects.ts';

/** Says whether a value that was read from a file is a T. */
export interface Guard<T> {
  (value: unknown): value is T;
  /** Completes "must be …". */
  readonly expected: string;
  /** Of a guard of values with parts: the first part that is to blame; undefined: none is, but the value as a whole. */
  readonly faultIn?: (value: unknown) => Fault | undefined;
}

/** What a guard does not take. */
export interface Fault {
  /** Where it stands in the record: names of fields, and indexes of lists. */
  readonly path: readonly [string | number, ...(string | number)[]];
  /** Completes "must be …". */
  readonly expected: string;
  /** Undefined: it is missing. */
  readonly value: unknown;
}

/** A guard for each field of T, so that a field that is added to T cannot be forgotten here. */
export type FieldGuards<T> = { readonly [Field in keyof T]-?: Guard<T[Field]> };

/** A guard that says what it expects. */
export const said = <T>(
  expected: string,
  guard: (value: unknown) => value is T,
  faultIn?: Guard<T>['faultIn'],
): Guard<T> =>
  Object.assign((value: unknown): value is T => guard(value), { expected, ...(faultIn !== undefined && { faultIn }) });

export const text = said('text', (value) => typeof value === 'string');
export const flag = said('true or false', (value) => typeof value === 'boolean');
export const number = said('a number', (value): value is number => Number.isFinite(value));
export const integer = said('an integer', (value): value is number => Number.isSafeInteger(value));

/** Ms since the epoch, in a year of four digits. */
export const time = said(
  'a time in ms in the years 1800 to 9999',
  (value): value is number => number(value) && value >= recorded.first && value <= recorded.last,
);

export const atLeast = (least: number, guard: Guard<number>): Guard<number> =>
  said(`${guard.expected} from ${least} up`, (value): value is number => guard(value) && value >= least);

export const between = (least: number, most: number, guard: Guard<number>): Guard<number> =>
  said(
    `${guard.expected} from ${least} to ${most}`,
    (value): value is number => guard(value) && value >= least && value <= most,
  );

export const nullOr = <T>(guard: Guard<T>): Guard<T | null> =>
  said(`${guard.expected}, or null`, (value) => value === null || guard(value), guard.faultIn);

export const undefinedOr = <T>(guard: Guard<T>): Guard<T | undefined> =>
  said(guard.expected, (value) => value === undefined || guard(value), guard.faultIn);

export function oneOf<T extends string>(values: readonly T[]): Guard<T> {
  const expected = values.length === 1 ? values.join() : `one of ${values.join(', ')}`;
  return said(expected, (value): value is T => values.some((known) => known === value));
}

export const listOf = <T>(guard: Guard<T>): Guard<readonly T[]> =>
  said(
    'a list',
    (value): value is readonly T[] => Array.isArray(value) && value.every(guard),
    (value) =>
      Array.isArray(value) ? firstFault(value.map((item: unknown, index) => [index, item, guard])) : undefined,
  );

export const list: Guard<readonly unknown[]> = said('a list', (value) => Array.isArray(value));

export const texts = said(
  'a group of texts',
  (value): value is Readonly<Record<string, string>> => isPlainObject(value) && Object.values(value).every(text),
);

/** An object with at least these fields. */
export const shaped = <T>(guards: FieldGuards<T> & Record<string, Guard<unknown>>): Guard<T> =>
  said(
    'a group of values',
    (value): value is T => isPlainObject(value) && wrongField(guards, value) === undefined,
    (value) => (isPlainObject(value) ? faultOf(guards, value) : undefined),
  );

/** The name of the first field that is missing or is not what it must be. */
export function wrongField(guards: Record<string, Guard<unknown>>, value: object): string | undefined {
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.keys(guards).find((name) => !guards[name]?.(fields.get(name)));
}

/** What is wrong with that field, or, where it has parts, with the first of them that is to blame. */
export function faultOf(guards: Record<string, Guard<unknown>>, value: object): Fault | undefined {
  const fields = new Map<string, unknown>(Object.entries(value));
  return firstFault(Object.entries(guards).map(([name, guard]) => [name, fields.get(name), guard]));
}

function firstFault(
  parts: readonly [name: string | number, value: unknown, guard: Guard<unknown>][],
): Fault | undefined {
  const wrong = parts.find(([, value, guard]) => !guard(value));
  if (wrong === undefined) return undefined;
  const [name, value, { expected, faultIn }] = wrong;
  const inner = faultIn?.(value);
  return inner === undefined ? { path: [name], expected, value } : { ...inner, path: [name, ...inner.path] };
}
