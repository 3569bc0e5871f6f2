import { expect, test } from '@jest/globals';
import { liveText, showProgress, workLine } from '../../src/cli/live-text.ts';
import { held } from '../support/held.ts';

function terminal(isTTY = true) {
  const written: string[] = [];
  return { isTTY, columns: 20, write: (text: string) => void written.push(text), written };
}

test('each text replaces the one before, with lines cut to the width of the terminal', () => {
  const stderr = terminal();
  const show = liveText({ json: false }, stderr, 'xterm');
  show?.('one\nand a line that is too long');
  show?.('two');
  show?.('');
  const clear = '\r\u001b[J';
  expect(stderr.written).toEqual([`${clear}one\nand a line that is `, `\u001b[1A${clear}two`, clear]);
});

test('a terminal that does not say its width has 80 columns', () => {
  const stderr = { ...terminal(), columns: 0 };
  liveText({ json: false }, stderr, 'xterm')?.('a line of 40 characters is shown as it is');
  expect(stderr.written.join('')).toContain('is shown as it is');
});

test.each([
  ['no terminal', { json: false }, terminal(false), 'xterm'],
  ['JSON', { json: true }, terminal(), 'xterm'],
  ['a dumb terminal', { json: false }, terminal(), 'dumb'],
])('there is no live text with %s', async (_name, options, stderr, kind) => {
  const show = liveText(options, stderr, kind);
  expect(show).toBeUndefined();
  expect(await showProgress(show, () => 'half', Promise.resolve('done'))).toBe('done');
  expect(stderr.written).toEqual([]);
});

test('progress is shown while work runs, and gone after it', async () => {
  const shown: string[] = [];
  const { wait, letGo } = held();
  let looks = 0;
  const look = (): string => {
    if (++looks === 2) letGo();
    if (looks === 1) throw new Error('no answer');
    return `look ${looks}`;
  };
  const show = (text: string) => void shown.push(text);
  expect(
    await showProgress(
      show,
      look,
      wait().then(() => 'all'),
    ),
  ).toBe('all');
  expect(shown.at(-1)).toBe('');
});

const clock = { kind: 'clock', unit: 'ms', world_time: '2026-02-10T09:00:00.000Z', events: 4200 } as const;

test.each([
  [{ ...clock, done: 5, total: 20 }, 'Clock at 2026-02-10 09:00:00: 25 %, 4200 events'],
  [{ ...clock, done: 5, total: null }, 'Clock at 2026-02-10 09:00:00: 4200 events'],
  [
    { kind: 'start', unit: 'files', done: 3, total: 8, world_time: null, events: null },
    'Reading the data directory: 3 of 8 files, 37 %',
  ],
  [{ kind: 'import', unit: 'records', done: 0, total: null, world_time: null, events: null }, 'Import …'],
] as const)('%j is the line "%s"', (work, line) => {
  expect(workLine(work)).toBe(line);
});
