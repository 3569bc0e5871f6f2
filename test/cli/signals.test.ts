import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { stopSignal } from '../../src/cli/signals.ts';

/** A process that notes how it was ended, and a clock that is set by hand. */
function fakeProcess() {
  const exits: number[] = [];
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  const time = { ms: 0 };
  return { exits, source, time, stop: stopSignal(source, () => time.ms) };
}

test('the first signal asks for an orderly end', async () => {
  const { exits, source, stop } = fakeProcess();
  source.emit('SIGTERM');
  await stop;
  expect(exits).toEqual([]);
});

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('a second signal, %s, ends the process at once with %i', (signal, code) => {
  const { exits, source, time } = fakeProcess();
  source.emit('SIGTERM');
  time.ms = 100;
  source.emit(signal);
  expect(exits).toEqual([code]);
});

test('a signal that comes twice in a moment, as Ctrl-C does under npm, counts once', () => {
  const { exits, source, time } = fakeProcess();
  source.emit('SIGINT');
  time.ms = 99;
  source.emit('SIGINT');
  expect(exits).toEqual([]);
});
