import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readUrl, withoutLoopbackPorts } from '../../../src/model/shared/urls.ts';
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

test.each([
  ['http://127.0.0.1:49152/hook', 'http://127.0.0.1/hook'],
  ['{"url":"http://fax:secret@localhost:80","at":"[::1]:4000"}', '{"url":"http://fax:secret@localhost","at":"[::1]"}'],
  ['http://app.localhost:3000/?a=0.0.0.0:1', 'http://app.localhost/?a=0.0.0.0'],
  ...['http://10.0.0.1:3000/', 'http://my-localhost:3000', 'http://127.0.0.1/a:3000', 'at 12:30'].map((text) => [
    text,
    text,
  ]),
])('%s without ports of loopback is %s', (text, without) => {
  expect(withoutLoopbackPorts(text)).toBe(without);
});
