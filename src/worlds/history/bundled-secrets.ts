import type { Credentials, KeyPair } from '../../model/domain/account.ts';
import { decodeEscapes, isScrubbed, isSecret, withoutCredentials } from '../journal/redaction.ts';
import { ReplacedWords } from './words.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import { exampleUserinfo, parseUrl } from '../../model/shared/urls.ts';

/** The placeholders for the keys of a bundle's world. In a replay, the world uses them as its keys. */
export const placeholders = {
  live: { key: 'faxsim-live-key', secret: 'faxsim-live-secret' },
  test: { key: 'faxsim-test-key', secret: 'faxsim-test-secret' },
} as const satisfies Credentials;

/** The placeholders for a key pair of another world. */
const otherPair = (id: number): KeyPair => ({ key: `faxsim-other-key-${id}`, secret: `faxsim-other-secret-${id}` });

/** The placeholders for pairs of other worlds that a text contains. */
export const otherPairsIn = (text: string): KeyPair[] =>
  [...new Set([...text.matchAll(/faxsim-other-key-(\d+)/g)].map(([, id]) => Number(id)))].map(otherPair);

const tokenWord = 'faxsim-live-token';

/** Shorter values are not treated as secrets. */
const shortest = 6;

/** Replaces secrets in all texts of a bundle. The same secret always gets the same placeholder. */
export class BundledSecrets {
  readonly #words = new Map<string, string>();
  /** The highest number of a placeholder so far. In a repeated session, it starts with those of its bundle. */
  #last = 0;
  #lastOther = 0;

  constructor({ live, test }: Credentials) {
    this.#words.set(live.key, placeholders.live.key).set(live.secret, placeholders.live.secret);
    this.#words.set(test.key, placeholders.test.key).set(test.secret, placeholders.test.secret);
  }

  /** Finds secrets in parameters and records, by their names, and in URLs. */
  collect(value: unknown, name = ''): void {
    if (typeof value === 'string') {
      if (isSecret(name, value)) this.add(value);
      else this.#collectFromUrl(value);
    } else if (isList(value)) {
      for (const item of value) this.collect(item, name);
    } else if (isPlainObject(value)) {
      for (const [key, item] of Object.entries(value)) this.collect(item, key);
    }
  }

  add(secret: string): void {
    if (isPlaceholder(secret)) {
      this.#last = Math.max(this.#last, Number(/^faxsim-secret-(\d+)$/.exec(secret)?.[1] ?? 0));
    } else if (secret.length >= shortest && !this.#words.has(secret)) {
      // A secret has the same placeholder in any encoding, because a form and the record made from it differ in encoding.
      const plain = decodeEscapes(secret);
      const word = this.#words.get(plain) ?? `${secretPrefix}${++this.#last}`;
      this.#words.set(plain, word).set(secret, word);
    }
  }

  /** Adds a valid key pair of another world. A replay creates that world too. */
  addOtherPair({ key, secret }: KeyPair): void {
    if (isPlaceholder(key) || this.#words.get(key)?.startsWith(otherPrefix) === true) return;
    const pair = otherPair(++this.#lastOther);
    this.#words.set(key, pair.key).set(secret, pair.secret);
  }

  /** Adds an access token. All tokens have the same placeholder, because a replay makes different ones. */
  addToken(token: string): void {
    if (!isPlaceholder(token)) this.#words.set(token, tokenWord);
  }

  /** Replaces the secrets in a value. */
  replaceIn<T>(value: T): T {
    const forms = [...this.#words].flatMap(([secret, word]) => formsOf(secret).map((form) => [form, word] as const));
    const words = new ReplacedWords(forms);
    const replace = (name: string, text: string): string =>
      words.replaceIn(text, ({ found, word, start }) => {
        const isMeant = isScrubbed(found) || isSecretAt({ name, text, start, end: start + found.length });
        return isMeant ? word : found;
      });
    return JSON.parse(JSON.stringify(value), (name, item: unknown) =>
      typeof item === 'string' ? replace(name, item) : item,
    ) as T;
  }

  #collectFromUrl(text: string): void {
    if (!text.includes('@') && !text.includes('://')) return;
    const found: string[] = [];
    withoutCredentials(parseUrl(text) === undefined ? text.replaceAll(example, '') : text, found);
    for (const secret of found) this.add(secret);
  }
}

/**
 * The example in the advice to put credentials into a URL, which is no secret of a text. With a placeholder of its own, all later
 * numbers would shift.
 */
const example = `${exampleUserinfo}@host/`;

/** The beginning of the placeholders for secrets. */
export const secretPrefix = 'faxsim-secret-';

const otherPrefix = 'faxsim-other-';

const isPlaceholder = (text: string): boolean => /^faxsim-(?:live|test|other|secret)-/.test(text);

const formsOf = (secret: string): string[] => [
  ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
];

/** Matches the name before a value in a URL, a form, JSON or a multipart body. */
const nameBefore = /(?<![\w.-])([\w.-]+)["\]]*(?:=|\s*:\s*(?:\[\s*)?"?|\r\n\r\n)$/;
const beforeCharactersMax = 200;

/** Decodes nested escapes too: `%253D` is an equals sign. */
const decodeAll = (text: string): string =>
  text.replace(/%(?:25)*(2[2f]|3d|40|5[cd])/gi, (_escape, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Whether a text ends at the start of a URL's host, where user info may follow. */
function endsInHost(before: string): boolean {
  const part = before.split(/[\s/\\@"]/).at(-1) ?? '';
  const mark = before.at(-part.length - 1);
  return part.includes(':') || mark === '/' || mark === '\\';
}

/** Whether a word is a secret because of its context: the value of a secret's name, or the user info of a URL. */
function isSecretAt({ name, text, start, end }: { name: string; text: string; start: number; end: number }): boolean {
  if (isSecret(name, text)) return true;
  const before = decodeAll(text.slice(Math.max(0, start - beforeCharactersMax), start));
  const [, nearest = ''] = nameBefore.exec(before) ?? [];
  if (isSecret(nearest, text.slice(start, end))) return true;
  return decodeAll(text.slice(end, end + beforeCharactersMax)).startsWith('@') && endsInHost(before);
}
