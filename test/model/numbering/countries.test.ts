import { expect, test } from '@jest/globals';
import { allCountries, pricePerPageCents } from '../../../src/model/numbering/countries.ts';
import { displayNumber } from '../../../src/model/numbering/e164.ts';

test('the countries are those of ISO 3166 and Kosovo, the dearer ones last', () => {
  expect(allCountries).toHaveLength(250);
  const prices = allCountries.map((country) => country.pricePerPageCents);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  const dearest = allCountries.filter((country) => country.pricePerPageCents === prices.at(-1));
  const codes = dearest.map(({ alpha2 }) => alpha2);
  expect(codes).toEqual(codes.toSorted());
});

test('a country costs what the list of countries says', () => {
  for (const { alpha2, pricePerPageCents: cents } of allCountries) expect(pricePerPageCents(alpha2)).toBe(cents);
});

test.each([
  ['US', 1],
  ['PR', 1],
  ['GB', 44],
  ['JE', 44],
  ['XK', 383],
  ['AQ', 672],
])('%s has the calling code %d', (alpha2, code) => {
  expect(allCountries.find((country) => country.alpha2 === alpha2)).toMatchObject({ countryCode: code });
});

test('only where no telephone network is, no fax can be sent', () => {
  const unreached = allCountries.filter(({ sendSupport }) => sendSupport === 'none').map(({ alpha2 }) => alpha2);
  expect(unreached).toEqual(['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM']);
});

test.each([
  ['+13182258808', '+1 318-225-8808'],
  ['+14165550123', '+1 416-555-0123'],
  ['+442079460123', '+44 20 7946 0123'],
  ['+8835100123456', '+883 5100123456'],
])('%s is displayed as %s', (number, displayed) => {
  expect(displayNumber(number)).toBe(displayed);
});
