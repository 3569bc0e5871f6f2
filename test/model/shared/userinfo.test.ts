import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  cleanerOfAnswers,
  maskUserinfo,
  userinfoForms,
  userinfoOf,
  withoutPassword,
} from '../../../src/model/shared/userinfo.ts';

const scheme = fc.constantFrom('http', 'https', 'HTTP', 'ws', 'ftp', 'custom');
/** Also what a URL does not have by its grammar, but the URL Standard reads. */
const slashes = fc.array(fc.constantFrom('/', '\\', '\t', '\n'), { maxLength: 4 }).map((marks) => marks.join(''));
const letter = fc.constantFrom(...Array.from('abcXYZ019-_.~!$&\'()*+,;=:%@ é<>"^|{}`[]\\\t'));
const hush = fc.array(letter, { maxLength: 12 }).map((letters) => `hush${letters.join('')}hush`);
const user = fc.oneof(fc.constant(''), fc.constantFrom('bob', 'bob%40home', 'a@b'));
const tail = fc.constantFrom('', '/', '/path', ':8080/x', '?q=1', '#part', '/a@b', '\\x');

const urls = fc
  .tuple(scheme, slashes, user, hush, tail)
  .map(([name, marks, who, secret, rest]) => `${name}:${marks}${who}:${secret}@host${rest}`);

test('user and password are found where the URL Standard reads them, however the URL is written', () => {
  fc.assert(
    fc.property(urls, (url) => {
      const found = userinfoOf(url);
      const read = URL.canParse(url) ? new URL(url) : undefined;
      if (read?.password.includes('hush') !== true) return;
      expect(found).toBeDefined();
      const { start, end } = found!;
      const shown = `${url.slice(0, start)}x${url.slice(end)}`;
      expect(new URL(shown).password).toBe('');
      expect(new URL(shown).host).toBe(read.host);
      expect(`${read.username}:${read.password}`.replaceAll('%40', '@')).toContain('hush');
      if (read.hostname === 'host') expect(shown).not.toContain('hush');
    }),
    { numRuns: 2000 },
  );
});

test('a URL with credentials stands in no text after they are masked', () => {
  // A break or a blank ends a URL in a text, for all who read it.
  const inText = urls.filter(
    (url) =>
      URL.canParse(url) &&
      new URL(url).password.includes('hush') &&
      !/[\s\\/"](?=.*@host)/.test(url.replace(/^\w+:[\\/]*/, '')) &&
      !/^\w+:[\\/]*\s/.test(url),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('', 'see ', '"', '{"a":"', 'x@y '),
      inText,
      fc.constantFrom('', ' and more', ' b@c'),
      (before, url, after) => {
        expect(maskUserinfo(before + url + after, 'x')).not.toContain('hush');
      },
    ),
    { numRuns: 2000 },
  );
});

describe('user and password are found in', () => {
  test.each([
    ['http://u:p@h', 'http://•••@h'],
    ['http:\\\\u:p@h', 'http:\\\\•••@h'],
    ['http:/u:p@h', 'http:/•••@h'],
    ['http:u:p@h', 'http:•••@h'],
    ['http:///u:p@h', 'http:///•••@h'],
    ['http://u:p@h\\a@b', 'http://•••@h\\a@b'],
    ['custom://u:p\\x@h/y', 'custom://•••@h/y'],
    ['http://u:p/w@h', 'http://•••@h'],
    ['http:u:p@h:99999', 'http:•••@h:99999'],
  ])('%s', (url, shown) => {
    const { start, end } = userinfoOf(url)!;
    expect(`${url.slice(0, start)}•••${url.slice(end)}`).toBe(shown);
  });

  test.each(['http://h/a@b', 'mailto:ada@example.com', 'a@b', 'http://h?x=a@b', 'plain', 'http://@h'])(
    'but not in %s',
    (url) => {
      expect(userinfoOf(url)).toBeUndefined();
    },
  );
});

test.each([
  ['"bob:pw@host"', '"•••@host"'],
  ['bob:pw@host', '•••@host'],
  ['"http://u:p@h"', '"http://•••@h"'],
  ['"http:\\\\\\\\u:p@h"', '"http:\\\\\\\\•••@h"'],
  ['http://h:80/x', 'http://h:80/x'],
])('the given value %s is shown as %s', (text, shown) => {
  expect(withoutPassword(text)).toBe(shown);
});

test('the answer of a server that repeats the credentials that it got has them no more', () => {
  fc.assert(
    fc.property(hush, fc.nat(5), (secret, form) => {
      const url = `https://bob:${encodeURIComponent(secret)}@host/hook`;
      const basic = Buffer.from(`bob:${secret}`).toString('base64');
      const said = [
        secret,
        encodeURIComponent(secret),
        `Basic ${basic}`,
        JSON.stringify({ got: secret }),
        url,
        `${basic} ${secret}`,
      ][form]!;
      const shown = cleanerOfAnswers(url)(`got ${said}!`);
      expect(shown).not.toContain('hush');
      expect(shown).not.toContain(basic);
    }),
  );
  expect(userinfoForms('u:p')).toContain('dTpw');
});
