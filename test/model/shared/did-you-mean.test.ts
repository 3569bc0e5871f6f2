import { describe, expect, test } from '@jest/globals';
import { nearest, nearestOrAll, nearestText } from '../../../src/model/shared/words.ts';

const words = ['port', 'host', 'fixture', 'fixtureSize', 'startTime', 'balanceCents', 'on', 'n'];

describe('the nearest word', () => {
  test.each([
    ['prot', 'port'], // letters that changed places count one
    ['HOST', 'host'],
    ['hots', 'host'],
    ['fixtrue', 'fixture'],
    ['fixtureSzie', 'fixtureSize'],
    ['strtTimes', 'startTime'],
    ['balance', 'balanceCents'], // the beginning of a word
    ['portable', 'port'],
    ['onn', 'on'],
  ])('to %s is %s', (word, near) => {
    expect(nearest(word, words)).toBe(near);
  });

  test.each([
    ['failed', ['queued', 'success', 'failure', 'partialsuccess'], 'failure'],
    ['succeeded', ['queued', 'success', 'failure'], 'success'],
    ['rejection', ['open', 'rejected'], 'rejected'],
  ])('to %s, another form of the word, is one of %j', (word, known, near) => {
    expect(nearest(word, known)).toBe(near);
  });

  test.each(['', 'xyz', 'm', 'gone', 'fax', 'bal', 'orph', 'x'.repeat(100_000)])('to %j is none', (word) => {
    expect(nearest(word, words)).toBeUndefined();
  });

  test.each([
    ['webhook-dupl', ['webhook-late', 'webhook-duplicated'], 'webhook-duplicated'],
    ['port-order-rej', ['port-order-slow', 'port-order-rejected'], 'port-order-rejected'],
    ['lost-answer', ['no-answer', 'lost-answer-on-resend', 'lost-answer-on-send'], 'lost-answer-on-send'],
  ])('to the beginning %s is what goes on from it, and not a word with a few other letters', (word, known, near) => {
    expect(nearest(word, known)).toBe(near);
  });

  test.each([
    ['of', ['on', 'off'], 'off'],
    ['beep', ['weep', 'bees'], 'bees'],
  ])('to %s, of those with as many other letters, begins as it does', (word, known, near) => {
    expect(nearest(word, known)).toBe(near);
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
