/** Only what was given: laid over defaults, it takes none of them away. */
export function given<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as ReturnType<typeof given<T>>;
}
