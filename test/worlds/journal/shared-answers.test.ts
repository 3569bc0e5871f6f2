import { expect, test } from '@jest/globals';
import { History } from '../../../src/worlds/history/history.ts';
import { HistorySpace } from '../../../src/worlds/history/history-space.ts';
import { Journal } from '../../../src/worlds/journal/journal.ts';
import type { ObservedAnswer, RequestProfile } from '../../../src/worlds/journal/observed-request.ts';

const answer: ObservedAnswer = {
  status: 200,
  type: 'application/json',
  message: null,
  text: '{}',
  tag: null,
  bytes: 2,
  broken: null,
};

test('an answer that was given before is kept once, and one that differs in anything by itself', () => {
  const journal = new Journal(new History(new HistorySpace(1000), { sizeOf: () => 0, suspect: () => undefined }));
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

const profile: RequestProfile = {
  version: 'v2',
  operation: 'getFax',
  method: 'GET',
  hasPlainPath: true,
  headers: ['Host', 'localhost'],
  knownParams: ['id'],
  key: 'live',
  knownSecrets: { texts: [], has: () => false },
  isLate: false,
  isUnmatched: false,
  nearest: null,
};

test('the requests of a client for one operation share a profile, and one that differs in anything has its own', () => {
  const journal = new Journal(new History(new HistorySpace(1000), { sizeOf: () => 0, suspect: () => undefined }));
  expect(journal.profileLike(profile)).toBe(profile);
  expect(journal.profileLike({ ...profile, headers: [...profile.headers] })).toBe(profile);
  const listing = { ...profile, operation: 'listFaxes' as const };
  expect(journal.profileLike(listing)).toBe(listing);
  expect(journal.profileLike({ ...profile })).toBe(profile);
  for (const change of [
    { version: 'v1' as const },
    { method: 'HEAD' },
    { hasPlainPath: false },
    { headers: ['Host', '127.0.0.1'] },
    { knownParams: ['id', 'type'] },
    { key: 'test' as const },
    { knownSecrets: { texts: ['secret'], has: () => false } },
    { isLate: true },
    { isUnmatched: true },
    { nearest: 'GET /v2/faxes/{id}' },
  ]) {
    const other = { ...profile, ...change };
    expect(journal.profileLike(other)).toBe(other);
    journal.profileLike(profile);
  }
});
