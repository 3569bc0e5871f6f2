import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { phoneText } from '../../../src/model/numbering/phone-text.ts';
import { hasWords, searchedWords } from '../../../src/model/shared/searched-words.ts';

describe('a searched text', () => {
  test.each([
    ['busy failure', ['busy', 'failure']],
    ['  Busy   FAILURE ', ['busy', 'failure']],
    ['"error 17: Busy" sent', ['error 17: busy', 'sent']],
    ['"not closed', ['not closed']],
    ['+1 (202) 555-0123', ['+12025550123']],
    ['202 555 0123 failure', ['2025550123', 'failure']],
    ['(202)555-0123', ['2025550123']],
    ['202-555', ['202555']],
    ['case: 7 busy', ['case: 7', 'busy']],
    ['case=7', ['case=7']],
    ['error 17 busy', ['error 17', 'busy']],
    ['batch 12', ['batch 12']],
    ['2026-01-31', ['2026-01-31']],
    ['v2.1 /faxes', ['v2.1', '/faxes']],
    ['busy 17', ['busy', '17']],
    ['http://localhost:3000/hook', ['http://localhost:3000/hook']],
    ['', []],
  ])('%j has the parts %j', (text, words) => {
    expect(searchedWords(text)).toEqual(words);
  });

  test('finds a number that is written as the console writes it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9]\d{7,14}$/), (number) => {
        expect(searchedWords(`${phoneText(number)} failure`)).toEqual([number, 'failure']);
      }),
    );
  });

  test('is found where all its parts are, in any order', () => {
    expect(hasWords('Failure: Busy', searchedWords('busy failure'))).toBe(true);
    expect(hasWords('Failure: Busy', searchedWords('busy success'))).toBe(false);
    expect(hasWords('anything', searchedWords(' '))).toBe(true);
  });
});
