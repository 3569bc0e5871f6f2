import { ReferenceFault } from './errors.ts';

/** A scenario as it is named: `busy-line`, or with parameters `busy-line(number=+12025550101,wait=5s)`. */
export interface Reference {
  /** Of the library, or a file. */
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Reads the reference to a scenario. In values, characters with a meaning here (commas and parentheses above all), and
 * those that headers cannot have, are percent-encoded: `%2C`. Throws ReferenceFault.
 */
export function readReference(text: string): Reference {
  const [, name = text, params] = /^(.*?)\((.*)\)$/s.exec(text) ?? [];
  const values = new Map<string, string>();
  for (const pair of params?.split(',') ?? []) {
    const [, key = '', value = ''] = /^\s*([a-z][a-z0-9_-]*)\s*=(.*)$/s.exec(pair) ?? [];
    if (key === '') throw new ReferenceFault(`${text} must be a name, or NAME(PARAM=VALUE,…)`);
    if (values.has(key)) throw new ReferenceFault(`${text} gives ${key} twice`);
    values.set(key, decodeValue(value.trim(), text));
  }
  return { name: name.trim(), values };
}

function decodeValue(value: string, text: string): string {
  try {
    const plain = decodeURIComponent(value);
    encodeURIComponent(plain); // half of a character, which only JSON can write, has no way back
    return plain;
  } catch {
    throw new ReferenceFault(`${text} has a bare %: a literal % must be written as %25`);
  }
}

/** One way to write it, whatever the order was: a scenario is known by it in headers, reports and `off=`. */
export function writeReference({ name, values }: Reference): string {
  if (values.size === 0) return name;
  const pairs = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key}=${encodeValue(value)}`);
  return `${name}(${pairs.join(',')})`;
}

const encodeValue = (value: string): string =>
  value.replace(/[^\w+.:@*~-]/gu, (character) => encodeURIComponent(character).replace(/[!'()]/g, hex));

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** The canonical form of a reference; other texts stay as they are. */
export function scenarioNameOf(text: string): string {
  try {
    return writeReference(readReference(text));
  } catch (error) {
    if (error instanceof ReferenceFault) return text;
    throw error;
  }
}
