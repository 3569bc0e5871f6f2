import { expect, test } from '@jest/globals';
import { Patience } from '../../../src/lab/sweep/patience.ts';

const limitMs = 1000;

/** Ms until the time of a run is over that says something every 100 ms. */
function timeOf(say: (patience: Patience, round: number) => void) {
  let ms = 0;
  const patience = new Patience(limitMs, () => ms);
  patience.begin();
  while (patience.leftMs > 0) {
    say(patience, ms / 100);
    ms += 100;
  }
  patience.end();
  return { ms, isAtBound: patience.isAtBound };
}

test('a run without progress ends at its limit', () => {
  expect(timeOf(() => undefined)).toEqual({ ms: 1000, isAtBound: false });
});

test('the same request and the same line but for its numbers are no progress', () => {
  const loop = (patience: Patience, round: number): void => {
    patience.note('GET /v2.1/faxes/1 200');
    patience.noteOutput(`waiting for ${round} s, run 9f86d081${round}\n`);
  };
  expect(timeOf(loop)).toEqual({ ms: 1000, isAtBound: false });
});

test.each<[string, (patience: Patience) => void]>([
  ['a new line', (patience) => patience.noteOutput('one done\n')],
  ['another request', (patience) => patience.note('GET /v2.1/faxes/2 200')],
])('%s gives a run its limit again', (_name, act) => {
  const at900 = (patience: Patience, round: number): void => {
    if (round === 9) act(patience);
  };
  expect(timeOf(at900)).toEqual({ ms: 1900, isAtBound: false });
});

test('a run that makes progress for ever ends at five limits', () => {
  const always = (patience: Patience, round: number): void => patience.note(`GET /v2.1/faxes/${round} 200`);
  expect(timeOf(always)).toEqual({ ms: 5000, isAtBound: true });
});
