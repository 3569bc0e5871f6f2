import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  callerNameOf,
  nameBehind,
  partyOfNumber,
  partyNamed,
  personBehind,
  tradeBehind,
} from '../../src/fiction/parties.ts';
import { tradeNames, tradeOf } from '../../src/fiction/trades.ts';

const numbers = fc.tuple(
  fc.constantFrom('+1225555', '+1800555', '+4420794', '+4930231', '+6125550'),
  fc.integer({ min: 1000, max: 9999 }),
);

test('the name behind a number tells the trade of the business', () => {
  fc.assert(
    fc.property(numbers, ([prefix, line]) => {
      const number = `${prefix}${line}`;
      expect(tradeOf(nameBehind(number))).toBe(tradeBehind(number));
    }),
  );
});

test('all of a business follows from its name and number', () => {
  fc.assert(
    fc.property(numbers, ([prefix, line]) => {
      const number = `${prefix}${line}`;
      expect(partyOfNumber(number)).toEqual(partyNamed(nameBehind(number), number));
      expect(partyOfNumber(number).website).toMatch(/^[a-z0-9]+\.example$/);
      expect(callerNameOf(nameBehind(number)).length).toBeLessThanOrEqual(15);
    }),
  );
});

test('there are businesses of every trade', () => {
  const found = new Set(Array.from({ length: 400 }, (_, line) => tradeBehind(`+1225555${1000 + line}`)));
  expect(found).toEqual(new Set(tradeNames));
});

test('a name that tells no trade belongs to a supplier, and an empty one too', () => {
  expect([partyNamed('Zenith').trade, partyNamed('').trade]).toEqual(['supplier', 'supplier']);
});

test('a case has one person', () => {
  expect(personBehind('C-12345')).toEqual(personBehind('C-12345'));
  expect(personBehind('C-12345')).not.toEqual(personBehind('C-12346'));
});
