import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pagesOf, wrapLine } from '../../src/documents/text-layout.ts';

const rows = (line: string, width = 10) => [...wrapLine(line, () => 1, width)];
const pages = (text: string) => [...pagesOf(text, () => 1, 10, 3)];

describe('a line', () => {
  test.each([
    ['short', ['short']],
    ['', ['']],
    ['ten chars!', ['ten chars!']],
    ['two words more', ['two words', 'more']],
    ['two wordss more', ['two wordss', 'more']],
    ['one  two  three', ['one  two', 'three']],
    ['averyverylongword', ['averyveryl', 'ongword']],
    ['a verylongwordtoo', ['a', 'verylongwo', 'rdtoo']],
    ['  indented text', ['  indented', 'text']],
    ['ends with a space         ', ['ends with', 'a space']],
  ])('%j is set as %j', (line, expected) => {
    expect(rows(line).map((row) => row.trimEnd())).toEqual(expected);
  });

  test('loses nothing but spaces, and no row is too long', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '😀') }),
        fc.integer({ min: 1, max: 12 }),
        (line, width) => {
          const set = rows(line, width);
          expect(set.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
          expect(Math.max(...set.map((row) => Array.from(row).length))).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe('a text', () => {
  test.each([
    ['', [['']]],
    ['a\r\nb\rc', [['a', 'b', 'c']]],
    ['a\nb\nc\nd', [['a', 'b', 'c'], ['d']]],
    ['a\fb', [['a'], ['b']]],
    ['a\f', [['a']]],
    ['a\f\fb', [['a'], [''], ['b']]],
    ['a\tb', [['a       b']]],
    ['a\u0000\u0007b\u200b', [['ab']]],
    ['e\u0301', [['é']]],
  ])('%j is set on the pages %j', (text, expected) => {
    expect(pages(text)).toEqual(expected);
  });
});
