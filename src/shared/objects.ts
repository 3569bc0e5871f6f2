/** Whether a value is an object with named members: no list, and not null. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object without members that are undefined: spread over defaults, it replaces none of them by undefined. */
export function omitUndefined<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as ReturnType<typeof omitUndefined<T>>; // fromEntries loses the names
}
