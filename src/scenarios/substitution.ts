import { nearest, allText } from '../model/shared/words.ts';
import { scenarioBytesMax } from './scenario.ts';
import type { Value } from './scenario.ts';

/** Placeholder for an unknown parameter. The fault is then reported only once, because other checks skip the placeholder. */
export const unknownValue = '\u0000';

/** Replaces `${name}` by values, and collects faults. `$${` is a literal `${`. */
export class Substitution {
  readonly faults: { readonly path: readonly (string | number)[]; readonly message: string }[] = [];
  readonly #values: ReadonlyMap<string, Value> | undefined;
  readonly #uses = new Map<string, (readonly (string | number)[])[]>();
  #charactersPut = 0;

  /** `values` is undefined if they cannot be read. No parameter is then reported as unknown. */
  constructor(values: ReadonlyMap<string, Value> | undefined) {
    this.#values = values;
  }

  get unused(): string[] {
    return [...(this.#values?.keys() ?? [])].filter((name) => !this.#uses.has(name));
  }

  /** The paths of the values that have had a parameter put in. */
  usesOf(name: string): readonly (readonly (string | number)[])[] {
    return this.#uses.get(name) ?? [];
  }

  /**
   * Replaces parameters in all values at any depth, but not in keys. A value that is only `${name}` gets the
   * parameter's type.
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

  /** Adds to the list in place: a file may use a parameter a hundred thousand times. */
  #noteUse(name: string, path: readonly (string | number)[]): void {
    const paths = this.#uses.get(name);
    if (paths === undefined) this.#uses.set(name, [path]);
    else paths.push(path);
  }

  #valueOf(name: string, path: readonly (string | number)[]): Value {
    if (this.#values === undefined) return unknownValue;
    const value = this.#values.get(name);
    this.#noteUse(name, path);
    if (value !== undefined) return this.#fits(value, path) ? value : unknownValue;
    const known = [...this.#values.keys()];
    this.faults.push({ path, message: `has an unknown \${${name}}${hintOf(name, known)}` });
    return unknownValue;
  }

  /** Returns false once the inserted texts are longer than a whole file may be. Only the first excess is a fault. */
  #fits(value: Value, path: readonly (string | number)[]): boolean {
    const before = this.#charactersPut;
    this.#charactersPut += String(value).length;
    if (this.#charactersPut <= scenarioBytesMax) return true;
    if (before <= scenarioBytesMax) this.faults.push({ path, message: tooMuch });
    return false;
  }
}

const tooMuch = `must leave all that parameters put in its file at most ${scenarioBytesMax} characters; put less, or less often`;

/** The did-you-mean hint for an unknown parameter. */
function hintOf(name: string, known: readonly string[]): string {
  if (known.length === 0) return '; the file has no params';
  const near = nearest(name, known);
  return near === undefined ? allText(known) : `; the nearest is \${${near}}`;
}
