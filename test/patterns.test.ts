import { describe, expect, test } from '@jest/globals';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { growsFasterThanLength } from './support/growth.ts';
import { pumpedTexts, textOf } from './support/pumped-texts.ts';
import type { PumpedText } from './support/pumped-texts.ts';
import { patternsIn, patternsOf } from './support/source-patterns.ts';

const seed = 53;

/** The first of many texts on which the pattern takes longer for each character of a longer text; undefined: it does on none. */
function slowTextFor(pattern: RegExp, count: number): PumpedText | undefined {
  const random = xoroshiro128plus(seed);
  const texts = pumpedTexts(pattern, () => uniformFloat64(random), count);
  return texts.find((text) => growsFasterThanLength((length) => search(pattern, textOf(text, length))));
}

const search = (pattern: RegExp, text: string) => (): void => {
  if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
};

test('no regular expression of src and console takes time that grows faster than the text', () => {
  const patterns = patternsOf(['src', 'console']);
  expect(patterns.length).toBeGreaterThan(400);
  const slow = patterns.flatMap(({ place, pattern }) => {
    const text = slowTextFor(pattern, 30);
    return text === undefined ? [] : [`${place}: ${String(pattern)} at ${JSON.stringify(text)}`];
  });
  expect(slow).toEqual([]);
});

describe('a pattern that grows with the square of the text, or faster, is found', () => {
  test.each([
    /\s+$/,
    /\s*\n\s*/g,
    /<!--.*?-->/gs,
    /^(?:a+)+$/,
    /^(?:a|a)*$/,
    /^(.*?)\((.*)\)$/s,
    /\/\/[^/?#]*\*\*\*[^/?#]*@/,
    /(?<=[a-z][a-z\d+.-]*:[\\/]+)(?![\\/])[^]*(?=@)/di,
    /"(?:[^"\\]|\\.)*"/,
    /[\w.-]+@/,
    /\p{L}+\d/u,
  ])('such as %s', (pattern) => {
    expect(slowTextFor(pattern, 300)).toBeDefined();
  });
});

describe('a pattern that grows with the text is none of them', () => {
  test.each([/^\s+/, /(?<!\s)\s+$/, /[^\s"]+/g, /\d{1,3}/g, /^(?:ab|cd)*$/, /"[^"]*/g, /^[a-z]+:[\\/]*/i])(
    'such as %s',
    (pattern) => {
      expect(slowTextFor(pattern, 300)).toBeUndefined();
    },
  );
});

test('patterns are found as literals and as texts that do not change', () => {
  const code = String.raw`
    const least = 16;
    const word = new RegExp(${'`'}[\\w-]{${'$'}{least},}${'`'}, 'g');
    export const one = (text: string, b: string) => text.replace(/\/+$/s, '') + new RegExp(b).source;
    export const other = new RegExp(String.raw${'`'}^\d+${'`'});
  `;
  expect(patternsIn('a.ts', code).map(({ place, pattern }) => [place, pattern])).toEqual([
    ['a.ts:3', /[\w-]{16,}/g],
    ['a.ts:4', /\/+$/s],
    ['a.ts:5', /^\d+/],
  ]);
});
