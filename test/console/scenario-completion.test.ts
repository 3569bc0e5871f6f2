import { expect, test } from '@jest/globals';
import { completionsAt } from '../../console/screens/scenario-completion.ts';

/** The words at the mark in a text. */
function wordsAt(text: string): readonly string[] {
  const offset = text.indexOf('|');
  return completionsAt(text.replace('|', ''), offset)?.all.map(({ word }) => word) ?? [];
}

test.each([
  ['a key of the file', 'name: a\nru|', ['rules']],
  ['a key of a rule', 'rules:\n  - id: a\n    ti|', ['times']],
  ['the first key of an item', 'rules:\n  - o|', ['on', 'on_top']],
  ['an item in the column of its list', 'rules:\n- id: a\n  whe|', ['where']],
  ['an operation', 'rules:\n  - on: resend|', ['resendFax']],
  ['an operation in a list', 'rules:\n  - on: [sendFax, resend|', ['resendFax']],
  ['an operation in a list of lines', 'rules:\n  - on:\n      - resend|', ['resendFax']],
  ['an effect within braces', 'rules:\n  - do: { retry|', ['retry_after']],
  ['a value within braces', 'rules:\n  - do: { fail: unava|', ['unavailable']],
  ['a key after the end of an inner group', 'rules:\n  - do: { respond: { status: 503 }, retry|', ['retry_after']],
  ['a key of an inner group', 'rules:\n  - do:\n      respond:\n        hea|', ['headers']],
  ['a key of the file after a rule', 'rules:\n  - id: a\n    on: getFax\nde|', ['description']],
  ['a fact', 'rules:\n  - where: { ver|', ['version']],
  ['nothing in a comment', 'rules: # on|', []],
  ['nothing for a word that is whole', 'rules:\n  - on: resendFax|', []],
  ['nothing in a text of one’s own', 'description: na|', []],
])('completes %s', (_what, text, words) => {
  expect(wordsAt(text)).toEqual(words);
});

test('offers all words where none is begun, with their meanings and the colon of a key', () => {
  expect(wordsAt('rules:\n  - on: |')).toEqual(expect.arrayContaining(['*', 'sendFax', 'webhook']));
  const [first] = completionsAt('name: a\nrul', 11)?.all ?? [];
  expect(first).toMatchObject({ word: 'rules', text: 'rules: ', meaning: expect.stringMatching(/./) });
});
