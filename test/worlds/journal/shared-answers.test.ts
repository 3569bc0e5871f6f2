import { expect, test } from '@jest/globals';
import { Journal, JournalSpace } from '../../../src/worlds/journal/journal.ts';
import type { ObservedAnswer } from '../../../src/worlds/journal/observed-request.ts';

const answer: ObservedAnswer = { status: 200, type: 'application/json', text: '{}', tag: null, bytes: 2, broken: null };

test('an answer that was given before is kept once, and one that differs in anything by itself', () => {
  const journal = new Journal(new JournalSpace(1000));
  expect(journal.answerLike(answer)).toBe(answer);
  expect(journal.answerLike({ ...answer })).toBe(answer);
  for (const change of [
    { status: 201 },
    { type: null },
    { text: '[]' },
    { tag: 'W/"1"' },
    { bytes: 3 },
    { broken: 'reset' },
  ]) {
    const other = { ...answer, ...change };
    expect(journal.answerLike(other)).toBe(other);
    journal.answerLike(answer);
  }
  const tagged = { ...answer, tag: 'W/"fa3d"' };
  expect(journal.answerLike(tagged)).toBe(tagged);
  expect(journal.answerLike({ ...tagged })).toBe(tagged);
});
