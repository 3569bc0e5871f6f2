import { barePhone } from '../model/numbering/phone-text.ts';
import { nearestOrAll } from '../model/shared/words.ts';
import { ReferenceFault } from './errors.ts';
import type { Value } from './scenario.ts';

/**
 * The values of a scenario's parameters: the given ones, converted to the type of the default, or the defaults. Throws
 * ReferenceFault.
 */
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
    throw new ReferenceFault(`the parameter ${key} must be a number, got ${given(text)}${plainNumberHint(text)}`);
  }
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ReferenceFault(`the parameter ${key} must be true or false, got ${given(text)}`);
}

/**
 * Throws ReferenceFault for a text in the parameter `number` that is no number nor a part of one: no fax could have it. An empty text
 * stands for every number in an extending file alone, because in a name a lost variable may have left it empty.
 */
export function refuseOtherTexts(
  { number: fallback }: Readonly<Record<string, Value>>,
  number: string | undefined,
  isExtended: boolean,
): void {
  if (number === undefined || typeof fallback !== 'string' || barePhone(number) !== undefined) return;
  if (number === '' && (isExtended || fallback !== '')) return;
  const hint = number === '' ? '; leave it out for every number' : '';
  throw new ReferenceFault(
    `the parameter number must be a number or a part of one, such as +12025550123, got ${given(number)}${hint}`,
  );
}

const given = (text: string): string => (text === '' ? 'nothing' : text);

/** The hint for a number in a string. The string must be exactly JavaScript's notation of the number. */
function plainNumberHint(text: string): string {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? `; written plainly it is ${number}` : '';
}

/** A reference to a scenario: `busy-line`, or with parameters `busy-line(number=+12025550101,wait=5s)`. */
export interface Reference {
  /** Name in the library, or path of a file. */
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Reads the reference to a scenario. Values percent-encode (`%2C`) the characters that have a meaning here, such as
 * commas and parentheses, and those that headers cannot contain. Throws ReferenceFault.
 */
export function readReference(text: string): Reference {
  refuseUnclosed(text);
  const open = text.endsWith(')') ? text.indexOf('(') : -1;
  const name = open < 0 ? text : text.slice(0, open);
  const params = open < 0 ? undefined : text.slice(open + 1, -1);
  const values = new Map<string, string>();
  for (const pair of params?.split(',') ?? []) {
    const [, key = '', value = ''] = /^\s*([a-z][a-z0-9_-]*)\s*=(.*)$/s.exec(pair) ?? [];
    if (key === '') throw new ReferenceFault(`${text} must be a name, or NAME(PARAM=VALUE,…)`);
    if (values.has(key)) throw new ReferenceFault(`${text} gives ${key} twice`);
    values.set(key, decodeValue(value.trim(), text));
  }
  return { name: name.trim(), values };
}

function refuseUnclosed(text: string): void {
  if (/^[\w-]+\([\w-]+=/.test(text) && !text.endsWith(')')) throw new ReferenceFault(`${text} lacks the ) at its end`);
}

function decodeValue(value: string, text: string): string {
  try {
    const plain = decodeURIComponent(value);
    encodeURIComponent(plain); // throws for half of a surrogate pair, which cannot be encoded again
    return plain;
  } catch {
    throw new ReferenceFault(`${text} has a bare %: a literal % must be written as %25`);
  }
}

/**
 * Writes a reference with its values in a fixed order, because the result identifies the scenario in headers, reports
 * and `off=`.
 */
export function writeReference({ name, values }: Reference): string {
  if (values.size === 0) return name;
  const pairs = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key}=${encodeValue(value)}`);
  return `${name}(${pairs.join(',')})`;
}

const encodeValue = (value: string): string =>
  value.replace(/[^\w+.:@*~-]/gu, (character) => encodeURIComponent(character).replace(/[!'()]/g, hex));

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** The canonical form of a reference. Other texts are returned unchanged. */
export function scenarioNameOf(text: string): string {
  try {
    return writeReference(readReference(text));
  } catch (error) {
    if (error instanceof ReferenceFault) return text;
    throw error;
  }
}

/** Makes a test for the names of scenarios. A name without parameters matches all its parameter sets. */
export function matcherOf(named: string): (name: string) => boolean {
  const name = scenarioNameOf(named);
  return (known) => known === name || known.startsWith(`${name}(`);
}
