import { expect, test } from '@jest/globals';
import { readable } from '../../../src/cli/terminal.ts';

test.each([
  ['POST /v2.1/faxes 422, fax to +12025550123: ', 'The number +12025550123 is not valid', ', rule outage#1'],
  ['Webhook 7 of fax to +12025550123: ', 'answered 500 with "+12025550124"', ', again in 1min'],
  ['Webhook 7 of fax to +12025550123: ', 'answered 500 with +12025550124 of 2026-11-30T12:00:00Z', ''],
])('the words of %j are written for people, but not those of others', (own, reason, end) => {
  const written = own.replace('+12025550123', '+1 202 555 0123');
  expect(readable(`${own}${reason}${end}`, reason)).toBe(`${written}${reason}${end}`);
});

test('texts in quotes stay, also where a text has no reason', () => {
  const text = 'Settings of +12025550123: "a \\"+12025550124\\"" and +12025550125';
  expect(readable(text)).toBe('Settings of +1 202 555 0123: "a \\"+12025550124\\"" and +1 202 555 0125');
});
