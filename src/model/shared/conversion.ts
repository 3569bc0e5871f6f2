import { isSingle } from './objects.ts';
import { describeValue } from './words.ts';

/**
 * The text of a value from outside: a list is joined by commas, an object is described. `String` would call the value's own
 * `toString`, which need not be a function: `{"toString": 1}`.
 */
export function asText(value: unknown): string {
  if (isSingle(value) || typeof value === 'bigint' || value instanceof Error) return String(value);
  return Array.isArray(value) ? value.map(asText).join(',') : describeValue(value);
}

/** The number that a value from outside represents; NaN for lists, objects and null. */
export const asNumber = (value: unknown): number => (isSingle(value) ? Number(value) : NaN);
