import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readUrl } from '../../../src/model/shared/urls.ts';
import { isCallbackUrl } from '../../../src/model/domain/webhook.ts';

const control = fc
  .constantFrom(...Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)))
  .filter((text) => /\p{Cc}/u.test(text));

describe('a URL', () => {
  test('has no control character, wherever it stands', () => {
    const url = 'https://user:pass@localhost:3000/hook?x=1#y';
    fc.assert(
      fc.property(control, fc.nat(url.length), (character, at) => {
        expect(readUrl(url.slice(0, at) + character + url.slice(at))).toBeUndefined();
      }),
    );
  });

  test('is absolute', () => {
    expect(readUrl('https://localhost/a b?c')?.href).toBe('https://localhost/a%20b?c');
    expect(readUrl('/hook')).toBeUndefined();
  });
});

test.each(['http://localhost/\n', '\thttps://localhost/', 'mailto:a\r\nb@example.com', 'http://local\nhost/'])(
  '%j is no callback URL',
  (url) => {
    expect(isCallbackUrl(url)).toBe(false);
  },
);
