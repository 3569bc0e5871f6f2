import type { Credentials } from '../domain/credentials.ts';
import { isSecret } from '../journal/redaction.ts';
import { withoutCredentials } from '../journal/urls.ts';
import { isList, isPlainObject } from '../shared/objects.ts';

/** The placeholders in a bundle for the keys of its world; a replay replaces them with the keys of its own world. */
export const placeholders = {
  live: { key: 'faxsim-live-key', secret: 'faxsim-live-secret' },
  test: { key: 'faxsim-test-key', secret: 'faxsim-test-secret' },
} as const satisfies Credentials;

/** Shorter secrets would be found in other words too. */
const shortest = 6;

/** Replaces secrets in all texts of a bundle, each by the same word wherever it stands. */
export class BundledSecrets {
  readonly #words = new Map<string, string>();

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
    if (secret.length >= shortest && !this.#words.has(secret) && !isPlaceholder(secret)) {
      this.#words.set(secret, `${prefix}${this.#words.size - 3}`);
    }
  }

  /** The same value without secrets. */
  replaceIn<T>(value: T): T {
    const forms = [...this.#words].flatMap(([secret, word]) =>
      [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])].map(
        (form) => [form, word] as const,
      ),
    );
    const words = new Map(forms.toSorted(([one], [other]) => other.length - one.length));
    const any = new RegExp([...words.keys()].map(escapeRegExp).join('|'), 'g');
    const replace = (text: string): string => text.replace(any, (found) => words.get(found) ?? found);
    return JSON.parse(JSON.stringify(value), (_name, item: unknown) =>
      typeof item === 'string' ? replace(item) : item,
    ) as T;
  }

  #collectFromUrl(text: string): void {
    if (!text.includes('://')) return;
    const found: string[] = [];
    withoutCredentials(text, found);
    for (const secret of found) this.add(secret);
  }
}

const prefix = 'faxsim-secret-';

const isPlaceholder = (text: string): boolean => /^faxsim-(?:live|test|secret)-/.test(text);

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
