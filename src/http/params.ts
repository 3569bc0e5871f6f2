import { Refusal } from '../model/domain/refusal.ts';
import { emptyParams, isGroup, Upload } from '../wire/fields.ts';
import type { ApiCall } from './api-call.ts';

/** Reads the parameters of the query into an object to which others can be added. Throws the Refusal `malformed`. */
export function readQueryOf(call: ApiCall): Record<string, unknown> {
  const { originalUrl } = call.req;
  const builder = new ParamsBuilder();
  const start = originalUrl.indexOf('?');
  if (start >= 0) addUrlencoded(builder, originalUrl.slice(start + 1));
  return builder.buildFor(call);
}

/** Limit for the number of parameters: PHP's default (max_input_vars). Each item of a JSON list counts, as in a form. */
export const paramsMax = 1000;

/**
 * Builds a request's parameters from names and values. `tag[NAME]` makes a group, `to[]` and `to[0]` make lists. A
 * repeated plain name makes a list if `repeatsAreLists`; otherwise the last value counts, as in Rack and PHP.
 */
export class ParamsBuilder {
  readonly #repeatsAreLists: boolean;
  readonly #params = emptyParams();
  readonly #replaced = new Set<string>();
  /** Names of lists in the notation of PHP, `to[]` or `to[0]`. */
  #bracketed: Set<string> | undefined;
  #count = 0;

  constructor({ repeatsAreLists = false } = {}) {
    this.#repeatsAreLists = repeatsAreLists;
  }

  /** Throws the Refusal `malformed` for a name that is used both plain and with brackets, or nests deeper than one level. */
  add(name: string, value: unknown): void {
    this.#countOne();
    const isPlain = !name.includes('[');
    const [, base = name, brackets = ''] = (isPlain ? null : /^([^[]+)((?:\[[^[\]]*\])+)$/.exec(name)) ?? [];
    // PHP keeps files and texts apart, and the Node client for v1 sends a text `filename` along with the file `filename[]`.
    if (value instanceof Upload && typeof this.#params[base] === 'string') Reflect.deleteProperty(this.#params, base);
    if (brackets === '') this.#set(base, value);
    else this.#addBracketed(base, brackets, value);
  }

  #addBracketed(base: string, brackets: string, value: unknown): void {
    const [key = '', ...deeper] = brackets.slice(1, -1).split('][');
    if (deeper.length > 0) throw nestedTooDeep(base);
    if (/^\d*$/.test(key)) (this.#bracketed ??= new Set()).add(base);
    if (key === '') this.#list(base).push(value);
    else this.#group(base)[key] = value;
  }

  /** Adds a JSON list or mapping as a form would send it: one parameter for each item. Throws as `add` does. */
  addJson(name: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      this.add(name, value);
      return;
    }
    if (!Array.isArray(value) && !name.includes('[')) this.#group(name); // an empty one is a value too
    for (const [key, item] of Object.entries(value)) {
      this.#countOne();
      if (name.includes('[') || (typeof item === 'object' && item !== null)) throw nestedTooDeep(name);
      if (Array.isArray(value)) this.#list(name).push(item);
      else this.#group(name)[key] = item;
    }
  }

  #set(name: string, value: unknown): void {
    const known = this.#params[name];
    if (!this.#repeatsAreLists && known !== undefined && known !== '') this.#replaced.add(name);
    if (!this.#repeatsAreLists || known === undefined) this.#params[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else this.#params[name] = [known, value];
  }

  #countOne(): void {
    if (++this.#count > paramsMax) throw tooMany(paramsMax);
  }

  build(): Record<string, unknown> {
    return this.#params;
  }

  /** Returns the parameters, and notes repeated and bracketed names on the call. */
  buildFor(call: ApiCall): Record<string, unknown> {
    if (this.#replaced.size > 0) call.replacedParams = [...call.replacedParams, ...this.#replaced];
    if (this.#bracketed !== undefined) call.bracketedParams = [...call.bracketedParams, ...this.#bracketed];
    return this.build();
  }

  #list(base: string): unknown[] {
    const known = (this.#params[base] ??= []);
    if (!Array.isArray(known)) throw usedTwoWays(base);
    return known;
  }

  #group(base: string): Record<string, unknown> {
    const known = (this.#params[base] ??= emptyParams());
    if (!isGroup(known)) throw usedTwoWays(base);
    return known;
  }
}

/** The refusal of a request with too many parameters, or with too many values in them. */
export const tooMany = (most: number) => new Refusal('malformed', `More than ${most} parameters`);

const nestedTooDeep = (name: string) =>
  new Refusal('malformed', `${name.replace(/\[.*/, '')}: parameters nest one level deep, as in tag[NAME]`, {
    field: name.replace(/\[.*/, ''),
  });

const usedTwoWays = (name: string) =>
  new Refusal('malformed', `${name} is given in more than one way: as a value, as ${name}[] or as ${name}[KEY]`, {
    field: name,
  });

/** Adds the pairs of a query string or a urlencoded body. Throws `malformed` where %-escapes or UTF-8 are broken. */
export function addUrlencoded(builder: ParamsBuilder, text: string): void {
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    builder.add(decode(name), equals < 0 ? '' : decode(pair.slice(equals + 1)));
  }
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new Refusal('malformed', `"${text.slice(0, 80)}" is not valid: its %-escapes do not make UTF-8 text`);
  }
}
