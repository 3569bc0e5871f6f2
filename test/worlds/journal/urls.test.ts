import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withoutCredentials } from '../../../src/worlds/journal/redaction.ts';

const encodings: readonly ((url: string) => string)[] = [
  (url) => url,
  encodeURIComponent,
  (url) => encodeURIComponent(encodeURIComponent(url)),
];

/** Of letters that spell no name of a secret, such as `pwd`. */
const word = fc.stringMatching(/^[b-m]{3,8}$/).map((letters) => `x${letters}x`);
const letter = fc.constantFrom(...Array.from('abcXYZ0189-_."\'&+/:;=?@# %'));
const hush = fc.array(letter, { minLength: 4, maxLength: 20 }).map((letters) => `hush${letters.join('')}hush`);

/** Ways in which a URL has a secret. */
const secretly: readonly ((secret: string) => string)[] = [
  (secret) => `https://bob:${encodeURIComponent(secret)}@host/h`,
  (secret) => `https://host/h?page=1&webhook_token=${encodeURIComponent(secret)}`,
  (secret) => `https://host/h?X-Amz-Signature=${encodeURIComponent(secret)}#part`,
  (secret) => `https://host/h#access_token=${encodeURIComponent(secret)}`,
  (secret) => `host/h?token=${encodeURIComponent(secret)}`,
];

/** URLs around it: what stands there, and how often the one in it is encoded. */
const around = fc.array(
  fc.record({ base: fc.constantFrom('https://outer/', '/v2.1/faxes', '//outer/'), name: word, encoding: fc.nat(2) }),
  { minLength: 1, maxLength: 2 },
);

const nest = (url: string, { base, name, encoding }: { base: string; name: string; encoding: number }): string =>
  `${base}?one=1&${name}=${encodings[encoding]?.(url)}&last=2`;

test('a URL is shown without its secrets however URLs stand in one another', () => {
  fc.assert(
    fc.property(fc.constantFrom(...secretly), hush, around, (inner, secret, layers) => {
      const secrets: string[] = [];
      const shown = withoutCredentials(layers.reduce(nest, inner(secret)), secrets);
      expect(shown).not.toContain('hush');
      expect(shown).toContain('•••');
      expect(shown).toMatch(/\?one=1&x\w+x=.*last=2$/);
      expect(secrets.length).toBeGreaterThan(0);
    }),
  );
});

test('a URL without secrets is shown as it is, however URLs stand in it', () => {
  const harmless = fc.constantFrom(
    'https://host/h',
    'https://host/a%20b?page=1&tag=%26#part',
    '/h?q=a@b',
    'a@b',
    '%zz',
  );
  fc.assert(
    fc.property(harmless, around, (inner, layers) => {
      const url = layers.reduce(nest, inner);
      expect(withoutCredentials(url)).toBe(url);
    }),
  );
});

describe('a URL is shown without', () => {
  test.each([
    ['https://bob:hunter2pw@host/h', 'https://•••@host/h'],
    [
      '/v2/faxes?callback_url=https://bob:hunter2pw@host/h?token=abc',
      '/v2/faxes?callback_url=https://•••@host/h?token=•••',
    ],
    [
      '/v2/faxes?callback_url=https%3A%2F%2Fbob%3Ahunter2pw%40host%2Fh%3Fa%3D1%26token%3Dabc&tag=a@b',
      '/v2/faxes?callback_url=https://•••@host/h?a=1%26token=•••&tag=a@b',
    ],
    ['/v2/faxes?https://bob:hunter2pw@host/h', '/v2/faxes?https://•••@host/h'],
    ['http://bob:hunter2pw@host/v2/faxes?p%77d=x%26y', 'http://•••@host/v2/faxes?p%77d=•••'],
    [`/h?a=%${'25'.repeat(20)}41`, '/h?a=•••'],
    [`/h?a=${'%25'.repeat(20)}`, '/h?a=%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25'],
    [`/h?${'a=b?'.repeat(20)}token=abc`, `/h?${'a=b?'.repeat(8)}a=•••`],
  ])('its secrets: %s', (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });
});
