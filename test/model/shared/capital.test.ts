import { expect, test } from '@jest/globals';
import { capital } from '../../../src/model/shared/words.ts';

test.each([
  ['answered 500', 'Answered 500'],
  ['no route to it', 'No route to it'],
  ['re-sent, at once', 'Re-sent, at once'],
  ['', ''],
])('%j has a capital at the beginning of a sentence', (text, shown) => {
  expect(capital(text)).toBe(shown);
});

test.each([
  'program.example is not a local name',
  'app:8080 broke the connection',
  'fax_completed was not accepted',
  'busy-line(number=1)/busy.a fired',
  'v2.1 has no such event',
])('%j keeps the case of the identifier that it begins with', (text) => {
  expect(capital(text)).toBe(text);
});
