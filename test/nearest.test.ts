import { describe, expect, test } from '@jest/globals';
import { nearest, nearestOrAll, nearestText } from '../src/nearest.ts';

const words = ['port', 'host', 'fixture', 'fixtureSize', 'startTime', 'balanceCents', 'on', 'n'];

describe('the nearest word', () => {
  test.each([
    ['prot', 'port'], // letters that changed places count one
    ['HOST', 'host'],
    ['hots', 'host'],
    ['fixtrue', 'fixture'],
    ['fixtureSzie', 'fixtureSize'],
    ['strtTimes', 'startTime'],
    ['balance', 'balanceCents'], // what a word begins with
    ['portable', 'port'],
    ['onn', 'on'],
  ])('to %s is %s', (word, near) => {
    expect(nearest(word, words)).toBe(near);
  });

  test.each(['', 'xyz', 'm', 'gone', 'fax', 'bal', 'orph', 'x'.repeat(100_000)])('to %j is none', (word) => {
    expect(nearest(word, words)).toBeUndefined();
  });

  test('is none of none', () => {
    expect(nearest('port', [])).toBeUndefined();
  });
});

describe('a message', () => {
  test('tells the nearest word, or says nothing of it', () => {
    expect(nearestText('prot', words)).toBe('; the nearest is port');
    expect(nearestText('zebra', words)).toBe('');
  });

  test.each([
    ['prot', words, '; the nearest is port'],
    ['zebra', ['port', 'host'], '; known are port, host'],
    ['zebra', ['port'], '; only port is known'],
    ['zebra', [], ''],
    ['zebra', Array.from({ length: 13 }, (_, index) => `word${index}`), ''],
  ])('about %s, where nothing else says what is known, tells them all if they are few: %j', (word, known, text) => {
    expect(nearestOrAll(word, known)).toBe(text);
  });
});
