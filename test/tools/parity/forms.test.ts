import { describe, expect, test } from '@jest/globals';
import { commonForm, comparableWords, differenceOf, exactForm, fits } from '../../../src/tools/parity/forms.ts';

const words = (text: string): string[] => text.split(' ');

describe('the form that two documents have in common', () => {
  const gap = commonForm(words('Order 7f3a of May'), words('Order 99b1 of May'));
  const longer = commonForm(words('Dear Ann Smith thank you'), words('Dear Bob thank you'));

  test.each([
    ['has a gap for a word that differs', gap, 'Order c001 of May', true],
    ['has no gap for the other words', gap, 'Order c001 of June', false],
    ['has as many words', gap, 'Order of May', false],
    ['has a gap for any number of words where their numbers differ', longer, 'Dear John Jacob Miller thank you', true],
    ['has a beginning', longer, 'Hello Ann thank you', false],
    ['has an end', longer, 'Dear Ann thank', false],
  ])('%s', (_name, form, text, isFitting) => {
    expect(fits(form, words(text))).toBe(isFitting);
  });

  test('is had by a document of which nothing is known', () => {
    expect(fits(gap, [])).toBe(true);
  });
});

test('a difference shows the words from the first that differs', () => {
  const form = exactForm(words('Costs 0.14 USD in all'));
  expect(differenceOf(form, words('Costs 14.00 USD'))).toEqual({ is: '“14.00 USD”', was: '“0.14 USD in all”' });
  expect(differenceOf(form, words('Costs'))).toEqual({ is: 'nothing', was: '“0.14 USD in all”' });
});

test('ids of faxes and times of the day are not compared, and other numbers are', () => {
  const ids = new Set(['323034823']);
  const old = comparableWords(words('fax 323034823, 12:30, invoice 323034999'), ids);
  expect(old).toEqual(['fax', '(id),', '(time),', 'invoice', '323034999']);
  expect(comparableWords(words('fax 01M8G7JSW85CZ7ESR5W00145AC, 12:31, invoice 323034999'), ids)).toEqual(old);
  expect(comparableWords(['2026-11-28T04:45:57.000Z'], ids)).toEqual(['(time)']);
});
