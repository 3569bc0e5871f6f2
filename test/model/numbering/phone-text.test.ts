import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumber } from 'libphonenumber-js/max';
import { barePhone, phoneText, plainNumbers, writtenPhone } from '../../../src/model/numbering/phone-text.ts';

test.each([
  ...['+12025550123', '+74951234567', '+27111234567', '+31201234567', '+3221234567', '+32470123456', '+33123456789'],
  ...[
    '+34912345678',
    '+353201234567',
    '+390612345678',
    '+41443511234',
    '+442079460018',
    '+447911123456',
    '+441614960247',
    '+441632960001',
    '+4532123456',
  ],
  ...[
    '+493066969409',
    '+494066969409',
    '+4733123456',
    '+48221234567',
    '+525512345678',
    '+5511961234567',
    '+61212345678',
    '+61412345678',
    '+6561234567',
  ],
  ...['+81312345678', '+819012345678', '+85221234567', '+8613812345678', '+861012345678', '+919876543210'],
])('%s is shown as in its country', (number) => {
  expect(phoneText(number)).toBe(parsePhoneNumber(number).formatInternational());
});

test('the calling code stands apart, and no digit is lost', () => {
  const codes = getCountries().map((country) => getCountryCallingCode(country));
  const rest = fc.stringMatching(/^[2-9]\d{4,11}$/);
  fc.assert(
    fc.property(fc.constantFrom(...codes), rest, (code, digits) => {
      const shown = phoneText(`+${code}${digits}`);
      expect(shown.replaceAll(' ', '')).toBe(`+${code}${digits}`);
      expect(shown.split(' ')[0]).toBe(`+${code}`);
      expect(
        Math.max(
          ...shown
            .split(' ')
            .slice(1)
            .map(({ length }) => length),
        ),
      ).toBeLessThanOrEqual(8);
    }),
  );
});

test.each(['Anonymous', '', '+1', '911', '+1202555012345678x'])('%j stays as it is', (text) => {
  expect(phoneText(text)).toBe(text);
});

describe('a number that was copied from elsewhere', () => {
  const separator = fc.constantFrom(
    '-',
    ' ',
    '.',
    '\u2010',
    '\u2011',
    '\u2013',
    '\u2212',
    '\u00a0',
    '\u202f',
    '\u2009',
    '\u200b-',
  );
  const ends = fc.constantFrom(
    ['', ''],
    ['\u202a', '\u202c'],
    ['tel:', ''],
    ['TEL:\u200e', ''],
    ['\u2068tel:', '\u2069'],
  );

  test('is read whatever hyphens, spaces, brackets and marks it has', () => {
    fc.assert(
      fc.property(ends, separator, separator, fc.boolean(), ([begin, end], first, second, hasBrackets) => {
        const area = hasBrackets ? '(202)' : '202';
        const written = `+1${first}${area}${second}555${second}0123`;
        expect(writtenPhone(`${begin}${written}${end}`)).toBe('+12025550123');
        expect(writtenPhone(plainNumbers(`${begin}${written}${end}`))).toBe('+12025550123');
        expect(barePhone(`${area}${second}555${second}0123`)).toBe('2025550123');
      }),
    );
  });

  test.each([
    ['to tel:+1\u2011202\u2011555\u20110123 and more', 'to +1-202-555-0123 and more'],
    ['555\u20130123, 202\u2011555', '555-0123, 202-555'],
    ['the years 2019\u20132020 \u2013 a page\u00a07', 'the years 2019\u20132020 \u2013 a page\u00a07'],
    ['hotel: 7', 'hotel: 7'],
  ])('%j becomes %j, and other words stay', (text, plain) => {
    expect(plainNumbers(text)).toBe(plain);
  });
});
