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

/** The value of a text that is a JSON object or list; any other text as it is. */
export function jsonOrText(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text; // a text that only looks like JSON, as a message can
  }
}

/** Indents a text if it is JSON. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
