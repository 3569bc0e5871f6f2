import { allText, nearest, nearestOrAll } from '../model/shared/words.ts';
import { ReferenceFault } from './errors.ts';
import { mostBytes } from './scenario.ts';
import type { Value } from './scenario.ts';

/** The values of a scenario's parameters: given ones of the default's type, else defaults. Throws ReferenceFault. */
export function valuesFor({ name, values }: Reference, defaults: Readonly<Record<string, Value>>): Map<string, Value> {
  const known = Object.keys(defaults);
  for (const key of values.keys()) {
    if (known.includes(key)) continue;
    const near = known.length === 0 ? '; it has none' : nearestOrAll(key, known);
    throw new ReferenceFault(`${name} has no parameter ${key}${near}`);
  }
  return new Map(
    Object.entries(defaults).map(([key, fallback]) => [key, readTyped(key, values.get(key), fallback)] as const),
  );
}

function readTyped(key: string, text: string | undefined, fallback: Value): Value {
  if (text === undefined || typeof fallback === 'string') return text ?? fallback;
  if (typeof fallback === 'number') {
    if (Number.isFinite(Number(text)) && String(Number(text)) === text) return Number(text);
    throw new ReferenceFault(`the parameter ${key} must be a number, got ${text}${plainNumberHint(text)}`);
  }
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ReferenceFault(`the parameter ${key} must be true or false, got ${text}`);
}

/** The hint for a number within a string, which has JavaScript's notation and must equal the given text. */
function plainNumberHint(text: string): string {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? `; written plainly it is ${number}` : '';
}

/** Stands for a parameter that is not known: the fault is reported once, and no other check adds a fault of its own. */
export const unknownValue = '\u0000';

/** Replaces `${name}` by values, and collects faults. `$${` is a literal `${`. */
export class Substitution {
  readonly faults: { readonly path: readonly (string | number)[]; readonly message: string }[] = [];
  readonly #values: ReadonlyMap<string, Value> | undefined;
  readonly #used = new Set<string>();
  #charactersPut = 0;

  /** undefined if they cannot be read, so that none is reported as unknown. */
  constructor(values: ReadonlyMap<string, Value> | undefined) {
    this.#values = values;
  }

  get unused(): string[] {
    return [...(this.#values?.keys() ?? [])].filter((name) => !this.#used.has(name));
  }

  /**
   * Replaces in all values at any depth; keys stay. A value that is only `${name}` keeps the type of the given value.
   */
  in(value: unknown, path: readonly (string | number)[]): unknown {
    if (typeof value === 'string') return this.inText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => this.in(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.in(item, [...path, key])]));
  }

  inText(text: string, path: readonly (string | number)[]): Value {
    const [, whole] = /^\$\{([^}]*)\}$/.exec(text) ?? [];
    if (whole !== undefined) return this.#valueOf(whole, path);
    return text.replace(/(\$?)\$\{([^}]*)\}?/g, (placeholder: string, escape: string, name: string) =>
      escape === '' ? String(this.#valueOf(name, path)) : placeholder.slice(1),
    );
  }

  #valueOf(name: string, path: readonly (string | number)[]): Value {
    if (this.#values === undefined) return unknownValue;
    const value = this.#values.get(name);
    this.#used.add(name);
    if (value !== undefined) return this.#fits(value, path) ? value : unknownValue;
    const known = [...this.#values.keys()];
    this.faults.push({ path, message: `has an unknown \${${name}}${hintOf(name, known)}` });
    return unknownValue;
  }

  /** Whether all that is put is no longer than a whole file may be; the first that goes beyond is a fault. */
  #fits(value: Value, path: readonly (string | number)[]): boolean {
    const before = this.#charactersPut;
    this.#charactersPut += String(value).length;
    if (this.#charactersPut <= mostBytes) return true;
    if (before <= mostBytes) this.faults.push({ path, message: tooMuch });
    return false;
  }
}

const tooMuch = `must leave all that parameters put in its file at most ${mostBytes} characters; put less, or less often`;

/** The did-you-mean hint for an unknown parameter. */
function hintOf(name: string, known: readonly string[]): string {
  if (known.length === 0) return '; the file has no params';
  const near = nearest(name, known);
  return near === undefined ? allText(known) : `; the nearest is \${${near}}`;
}

/** A scenario as it is named: `busy-line`, or with parameters `busy-line(number=+12025550101,wait=5s)`. */
export interface Reference {
  /** Name in the library, or path of a file. */
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Reads the reference to a scenario. Values percent-encode (`%2C`) characters with a meaning here, commas and
 * parentheses above all, and those that headers cannot have. Throws ReferenceFault.
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

/**
 * Writes a reference in the same way whatever the order was: a scenario is known by it in headers, reports and
 * `off=`.
 */
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
