import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { phoneText } from '../../../src/model/numbering/phone-text.ts';
import { hasWords, searchedWords, withNumbers } from '../../../src/model/shared/searched-words.ts';

describe('a searched text', () => {
  test.each([
    ['busy failure', ['busy', 'failure']],
    ['  Busy   FAILURE ', ['busy', 'failure']],
    ['"error 17: Busy" sent', ['error 17: busy', 'sent']],
    ['"not closed', ['not closed']],
    ['+1 (202) 555-0123', ['+12025550123']],
    ['202 555 0123 failure', ['2025550123', 'failure']],
    ['(202)555-0123', ['2025550123']],
    ['202-555', ['202555']],
    ['202\u2013555', ['202555']],
    ['TEL:+1\u2011202\u2011555\u20110123 busy', ['+12025550123', 'busy']],
    ['to:\u202a+1\u00a0(202)\u202f555.0123\u202c', ['+12025550123']],
    ['the years 2019\u20132020', ['the', 'years', '2019\u20132020']],
    ['to:(202) 555-0178 busy', ['2025550178', 'busy']],
    ['(555) 555-1017 401', ['5555551017', '401']],
    ['+1 202 555 0178 17', ['+12025550178', '17']],
    ['001 202 555 0178 17', ['+12025550178', '17']],
    ['1 202 555 0178 17', ['1', '2025550178', '17']],
    ['from: +1 202 555 0178', ['+12025550178']],
    ['"202-555-0178" "202 pages"', ['2025550178', '202 pages']],
    ['to:"(202) 555-0178"', ['2025550178']],
    ['case:"of Smith" busy', ['case: of smith', 'busy']],
    ['+49 (0)40 66969409 busy', ['+494066969409', 'busy']],
    ['040 66969409', ['4066969409']],
    ['+49 40/669 694 09', ['+494066969409']],
    ['505 5550109 ext. 3', ['5055550109']],
    ['(505) 555-0109, extension 12 busy', ['5055550109', 'busy']],
    ['\uff12\uff10\uff12\u3000\uff15\uff15\uff15\u3000\uff10\uff11\uff12\uff13', ['2025550123']],
    ['\uff0b\uff11\uff08\uff12\uff10\uff12\uff09\uff15\uff15\uff15\uff0d\uff10\uff11\uff12\uff13', ['+12025550123']],
    ['2026/01/31', ['2026/01/31']],
    ['/faxes/1001/2002', ['/faxes/1001/2002']],
    ['0012345678', ['0012345678']],
    ['12345678901', ['12345678901']],
    ['page 1 202', ['page', '1', '202']],
    ['case: 7 busy', ['case: 7', 'busy']],
    ['case=7', ['case=7']],
    ['error 17 busy', ['error 17', 'busy']],
    ['batch 12', ['batch 12']],
    ['Fax 323034831', ['fax 323034831']],
    ['webhook #7 busy', ['webhook 7', 'busy']],
    ['#323034831', ['323034831']],
    ['0012025550123', ['+12025550123']],
    ['01112025550123', ['+12025550123']],
    ['2026-01-31', ['2026-01-31']],
    ['v2.1 /faxes', ['v2.1', '/faxes']],
    ['busy 17', ['busy', '17']],
    ['http://localhost:3000/hook', ['http://localhost:3000/hook']],
    ['', []],
  ])('%j has the parts %j', (text, words) => {
    expect(searchedWords(text)).toEqual(words);
  });

  test('finds a number that is written as the console writes it', () => {
    // A number of the country code 1 has ten digits more at most.
    fc.assert(
      fc.property(fc.stringMatching(/^\+(?:1\d{7,10}|[2-9]\d{7,14})$/), (number) => {
        expect(searchedWords(`${phoneText(number)} failure`)).toEqual([number, 'failure']);
      }),
    );
  });

  test('finds a number in any notation, however the searched item writes it', () => {
    const us = fc.stringMatching(/^[2-9]\d\d[2-9]\d{6}$/);
    const notations = [
      (digits: string) => `+1${digits}`,
      (digits: string) => phoneText(`+1${digits}`),
      (digits: string) => digits,
      (digits: string) => digits.replace(/(...)(...)/, '$1-$2-'),
      (digits: string) => digits.replace(/(...)(...)/, '($1) $2-'),
      (digits: string) => digits.replace(/(...)(...)/, '$1.$2.'),
      (digits: string) => digits.replace(/(...)(...)/, '1-$1-$2-'),
      (digits: string) => digits.replace(/(...)(...)/, '1 ($1) $2-'),
      (digits: string) => digits.replace(/(...)(...)/, '001 $1 $2 '),
      (digits: string) => `1${digits}`,
      (digits: string) => `tel:+1${digits}`,
      (digits: string) => digits.replace(/(...)(...)/, '+1\u2011$1\u2011$2\u2011'),
      (digits: string) => digits.replace(/(...)(...)/, '$1\u2013$2\u2013'),
      (digits: string) => digits.replace(/(...)(...)/, '\u202a+1\u00a0($1)\u202f$2\u2212'),
    ] as const;
    const notation = fc.constantFrom(...notations);
    fc.assert(
      fc.property(us, notation, notation, (digits, written, typed) => {
        const item = withNumbers(`a fax\nto=${written(digits)}\n17 pages`);
        expect(hasWords(item, searchedWords(typed(digits)))).toBe(true);
        expect(hasWords(item, searchedWords(`to:${typed(digits)}`))).toBe(true);
        expect(hasWords(item, searchedWords(`"${typed(digits)}"`))).toBe(true);
        expect(hasWords(item, searchedWords(typed(digits).slice(-8)))).toBe(true);
        expect(hasWords(item, searchedWords(`001${digits}`))).toBe(true);
        expect(hasWords(item, searchedWords(`0111${digits}`))).toBe(true);
      }),
    );
  });

  test('keeps texts without numbers as they are', () => {
    expect(withNumbers('2026-01-31T09:00:00Z, 17 pages, v2.1')).toBe('2026-01-31T09:00:00Z, 17 pages, v2.1');
    expect(withNumbers('to +12025550123')).toBe('to +12025550123');
  });

  test('is found where all its parts are, in any order', () => {
    expect(hasWords('Failure: Busy', searchedWords('busy failure'))).toBe(true);
    expect(hasWords('Failure: Busy', searchedWords('busy success'))).toBe(false);
    expect(hasWords('anything', searchedWords(' '))).toBe(true);
  });
});

test('a slash after an area code belongs to the number, and one in a path does not', () => {
  expect(searchedWords('408/555-0190')).toEqual(['4085550190']);
  expect(searchedWords('to:408/555.0190')).toEqual(['4085550190']);
  expect(searchedWords('/v2/408/555-0190')).toEqual(['/v2/408/555-0190']);
});
