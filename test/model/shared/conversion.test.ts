import { expect, test } from '@jest/globals';
import { asNumber, asText } from '../../../src/model/shared/conversion.ts';

test.each([
  ['text', 'text'],
  [7, '7'],
  [7n, '7'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [new TypeError('no such call'), 'TypeError: no such call'],
  [['a', ['b', 1]], 'a,b,1'],
  [{ toString: 1, valueOf: 1 }, 'an object with toString, valueOf'],
  [[{ toString: 1 }], 'an object with toString'],
])('the text of %j is %j', (value, text) => {
  expect(asText(value)).toBe(text);
});

test.each([
  ['12', 12],
  [12, 12],
  [true, 1],
  [null, NaN],
  [['12'], NaN],
  [{ valueOf: 1, toString: 1 }, NaN],
])('the number of %j is %j', (value, number) => {
  expect(asNumber(value)).toBe(number);
});
