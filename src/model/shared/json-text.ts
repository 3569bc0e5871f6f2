import { isPlainObject } from './objects.ts';
import type { Mapping } from './objects.ts';

/** The object in a text of JSON; undefined for any other text. */
export function parseMapping(text: string): Mapping | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
