/**
 * The values of a parameter that accepts several: `to`, `to[]`, or `to[0]` in the order of the numbers. Empty texts are
 * left out, because clients send them for a value that is not set.
 */
export function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter((item) => item !== '');
  if (typeof value !== 'object' || value === null) return [value];
  const items: [string, unknown][] = Object.entries(value);
  if (!items.every(([key]) => /^\d{1,9}$/.test(key))) return [value];
  return items
    .filter(([, item]) => item !== '')
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, item]) => item);
}
