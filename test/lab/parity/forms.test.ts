import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comparableWords, differenceOf, fits, formOf } from '../../../src/lab/parity/forms.ts';

const words = (text: string): string[] => text.split(' ');
const form = (...texts: readonly string[]) => formOf(texts.map(words));

describe('the form that documents have in common', () => {
  const gap = form('Order 7f3a of May', 'Order 99b1 of May');
  const longer = form('Dear Ann Smith thank you', 'Dear Bob thank you');
  const several = form(
    'Dear Ann Smith you ordered 3 pens Yours Bob Miller of Acme Inc',
    'Dear Bob you ordered 4 pens Yours Ann of Acme Inc',
  );

  test.each([
    ['has a gap for a word that differs', gap, 'Order c001 of May', true],
    ['has no gap for the other words', gap, 'Order c001 of June', false],
    ['has as many words', gap, 'Order of May', false],
    ['has a gap for any number of words where their numbers differ', longer, 'Dear John Jacob Miller thank you', true],
    ['has a beginning', longer, 'Hello Ann thank you', false],
    ['has an end', longer, 'Dear Ann thank', false],
    ['has several gaps', several, 'Dear Jo J Doe you ordered 9 pens Yours Jo of Acme Inc', true],
    ['has the words between its gaps', several, 'Dear Jo you ordered 9 cups Yours Jo of Acme Inc', false],
    ['has a gap of as many words as in all documents', several, 'Dear Jo you ordered pens Yours Jo of Acme Inc', false],
  ])('%s', (_name, common, text, isFitting) => {
    expect(fits(common, words(text))).toBe(isFitting);
  });

  test('is had by a document of which nothing is known', () => {
    expect(fits(gap, [])).toBe(true);
    expect(fits(formOf([[], []]), words('any text'))).toBe(true);
  });

  test('has no single word between two gaps of any length: such words are in all texts', () => {
    const chance = form('Dear Ann of the hill', 'Dear Bob and Jim of all', 'Dear Kim of it now here');
    expect(fits(chance, words('Dear Jo'))).toBe(true);
  });

  test('is had by each of them', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '\f'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (documents) => {
        for (const one of documents) expect(fits(formOf(documents), one)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

test('a difference shows the words from the first that differs', () => {
  const exact = form('Costs 0.14 USD in all');
  expect(differenceOf(exact, words('Costs 14.00 USD'))).toEqual({ is: '“14.00 USD”', was: '“0.14 USD in all”' });
  expect(differenceOf(exact, words('Costs'))).toEqual({ is: 'nothing', was: '“0.14 USD in all”' });
  const several = form('Dear Ann Smith you ordered 3 pens', 'Dear Bob you ordered 4 pens');
  expect(differenceOf(several, words('Dear Jo you ordered 5 cups'))).toEqual({ is: '“cups”', was: '“pens”' });
});

test('ids of faxes, times of the day and ports of loopback are not compared, and other numbers are', () => {
  const ids = new Set(['323034823']);
  const comparable = (text: string) => comparableWords(words(text), ids, '+12025550101');
  const old = comparable('fax 323034823, 12:30, invoice 323034999');
  expect(old).toEqual(['fax', '(id),', '(time),', 'invoice', '323034999']);
  expect(comparable('fax 01M8G7JSW85CZ7ESR5W00145AC, 12:31, invoice 323034999')).toEqual(old);
  expect(comparable('2026-11-28T04:45:57.000Z')).toEqual(['(time)']);
  expect(comparable('http://127.0.0.1:49152/a')).toEqual(comparable('http://127.0.0.1:50001/a'));
});

test('a document names the number that it goes to as that number, and others as they are', () => {
  const comparable = (text: string) => comparableWords(words(text), new Set(), '+12025550101');
  expect(comparable('To +12025550101 from +12025550199')).toEqual(['To', '+(number)', 'from', '+12025550199']);
});
