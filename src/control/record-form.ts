import { lastInstant } from '../domain/world-clock.ts';
import { readTime } from '../wire/time.ts';

/** Fields whose value is a map with names of the user's own. */
const maps = new Set(['tags', 'fields']);
const times = /(?:At|^at|^requestedFor|^lastRegistered|^expiryTime)$/;

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A record with all its fields, also those that the API hides, in the form of this surface: snake_case, RFC 3339. */
export function shownRecord(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [snakeCase(name), shownValue(value, name)]));
}

export function shownValue(value: unknown, name: string): unknown {
  if (typeof value === 'number' && times.test(name) && Math.abs(value) <= lastInstant) {
    return new Date(value).toISOString();
  }
  if (Array.isArray(value)) return value.map((item) => shownValue(item, ''));
  if (typeof value !== 'object' || value === null) return value;
  return maps.has(name) ? { ...value } : shownRecord(value);
}

/** What a field must be, as this surface says it: `expected` is of the record that is stored. */
export const shownExpectation = (expected: string): string => expected.replace('a time in ms', 'an RFC 3339 time');

/** The record that a program shows in that form; what it is not in, only the guards of records can tell. */
export function readRecord(shown: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [camelCase(name), readValue(value, camelCase(name))]),
  );
}

function readValue(value: unknown, name: string): unknown {
  if (typeof value === 'string' && times.test(name)) return readTime(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => readValue(item, ''));
  if (typeof value !== 'object' || value === null) return value;
  return maps.has(name) ? { ...value } : readRecord(value);
}
