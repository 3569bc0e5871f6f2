import { expect, test } from '@jest/globals';
import { origins } from '../../../src/model/settings/lists.ts';

test.each([
  ['http://localhost:3000', ['http://localhost:3000']],
  ['HTTP://App.Example:80/, https://app.example:443', ['http://app.example', 'https://app.example']],
  ['chrome-extension://ABCdef/', ['chrome-extension://abcdef']],
  ['*', ['*']],
])('the origins %j are kept as browsers send them', (text, kept) => {
  expect(origins.read(text)).toEqual(kept);
});

test.each(['localhost:3000', 'null', 'http://', 'http://a/b', 'http://user@a', 'http://a?b', 'http://a b', ''])(
  '%j is no origin',
  (text) => {
    expect(origins.read(text)).toBeUndefined();
  },
);
