/** An object with named members of any type. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping: no list, and not null. */
export function isPlainObject(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is single, so that a text can represent it: no list, no object, and not null. */
export const isSingle = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Whether a value is a list; the type of its items is unknown. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Whether two lists have the same items in the same order. */
export function isSameList<T>(list: readonly T[], other: readonly T[]): boolean {
  if (list.length !== other.length) return false;
  for (let at = 0; at < list.length; at++) if (list[at] !== other[at]) return false;
  return true;
}

/** The object without undefined members. Spread over defaults, it replaces none of them by undefined. */
export function omitUndefined<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as ReturnType<typeof omitUndefined<T>>; // fromEntries loses the names
}

/** The object without members that are null. */
export function omitNull<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as ReturnType<typeof omitNull<T>>; // fromEntries loses the names
}

// The types of JavaScript's own functions lose the names of members. In each function below, the first line is its type
// for callers.

/** The names of an object's members, in its order. */
export function keysOf<K extends string>(values: Readonly<Partial<Record<K, unknown>>>): readonly K[];
export function keysOf(values: object): readonly string[] {
  return Object.keys(values);
}

/** The members of an object with their names, in its order. */
export function entriesOf<K extends string, V>(values: Readonly<Partial<Record<K, V>>>): readonly (readonly [K, V])[];
export function entriesOf(values: object): readonly (readonly [string, unknown])[] {
  return Object.entries(values);
}

/** An object with a member for each name, in their order. */
export function fromNames<T extends object>(
  names: readonly (keyof T & string)[],
  valueOf: <Name extends keyof T & string>(name: Name) => T[Name],
): T;
export function fromNames(names: readonly string[], valueOf: (name: string) => unknown): object {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

/** Some members of an object, in the order of the names. */
export function pick<T extends object, K extends keyof T & string>(values: T, names: readonly K[]): Pick<T, K>;
export function pick(values: Mapping, names: readonly string[]): object {
  const picked: Record<string, unknown> = {};
  for (const name of names) picked[name] = values[name];
  return picked;
}

/**
 * Copies the members with these names into an object, except undefined ones, and returns the object. The caller has
 * just made the object: spreading picked members would take ten times as long for each fax.
 */
export function assignGiven<T extends object, K extends keyof T & string>(
  target: T,
  source: { readonly [Name in K]?: T[Name] | undefined },
  names: readonly K[],
): T {
  for (const name of names) {
    const value = source[name];
    if (value !== undefined) target[name] = value;
  }
  return target;
}

/** Items by key, in their order. (Node 20 has no Map.groupBy.) */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Each item with its number among those of the same key, from 1. */
export function numberByKey<T>(items: readonly T[], keyOf: (item: T) => string): [item: T, nth: number][] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const key = keyOf(item);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    return [item, nth];
  });
}

/** A cache with a maximum number of entries. When it is full, all entries are removed. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  /** 0 keeps nothing. */
  constructor(entriesMax: number) {
    super();
    this.#most = entriesMax;
  }

  override set(key: K, value: V): this {
    if (this.#most === 0) return this;
    if (this.size >= this.#most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}

/**
 * The largest depth of lists and mappings in input. It is many times the need of any request, and far below the stack
 * limit of a recursive function.
 */
export const levelsMax = 100;

/** Whether lists and groups are nested more than `levelsMax` levels deep. */
export const isTooDeep = (value: unknown): boolean => isDeeperThan(levelsMax, value);

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** The message for a value that is too deep: `subject must be nested at most 100 levels deep, but is deeper`. */
export const tooDeepMessage = (subject: string): string =>
  `${subject} must be nested at most ${levelsMax} levels deep, but is deeper: put lists and groups side by side`;
