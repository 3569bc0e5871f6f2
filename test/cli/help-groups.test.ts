import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { commandNames, helpGroups } from '../../src/cli/catalogue.ts';
import { exitCodesOf } from '../../src/cli/exit-codes.ts';
import { helpText } from '../../src/cli/help.ts';
import { hasColours, hasLinks, paint } from '../../src/cli/terminal.ts';
import { fitting } from '../../src/model/shared/words.ts';

test('the help has each command once, and those of every day first', () => {
  const listed = Object.values(helpGroups).flat();
  expect(listed.toSorted()).toEqual(commandNames.toSorted());
  const heads = helpText()
    .split('\n')
    .filter((line) => /^[A-Z].*:$/.test(line));
  expect(heads.slice(0, 2)).toEqual(['Every day:', 'Look into a world:']);
  expect(helpGroups['Every day']).toEqual(['start', 'exec', 'tail', 'faxes', 'clock', 'scenarios']);
});

test('no line of any help is longer than 80 letters', () => {
  const texts = [helpText(), ...commandNames.map((name) => helpText(name))];
  expect(texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 80)).toEqual([]);
});

test('the help lists a call that combines several with the other calls', () => {
  expect(helpText()).toMatch(/ requests +Calls: [^:]* curl\.\n/);
  const text = helpText('requests');
  expect(text.match(/^Calls:$/gm)).toHaveLength(1);
  expect(text.indexOf('  curl ID ')).toBeLessThan(text.indexOf('Filters:'));
});

const codesOf = (command?: string): number[] => exitCodesOf(command).map(({ code }) => code);

test('the help of a command has its exit codes, and the help without a command has all', () => {
  const listed = (text: string) => [...text.matchAll(/^ {2}(\d+) {3,}\S/gm)].map(([, code]) => Number(code));
  expect(listed(helpText())).toEqual(codesOf());
  for (const name of commandNames) expect(listed(helpText(name))).toEqual(codesOf(name));
  expect(codesOf('tail')).toEqual([0, 1, 2, 130]);
  expect(codesOf('sweep')).toEqual([0, 1, 2, 3, 4, 127, 130]);
  expect(helpText('sweep')).not.toContain('exits with the code of its program');
  expect(helpText('exec')).toContain('exec exits with the code of its program if the program fails.');
});

test.each(['sweep', 'parity', 'record', 'verify'])(
  'the exit codes in the guide of %s are those of its help',
  async (name) => {
    const guide = await readFile(join(__dirname, `../../docs/${name}.md`), 'utf8');
    const [, rows = ''] = /^\| Exit code \|.*\n\|[ -|]*\n((?:\|.*\n)*)/m.exec(guide) ?? [];
    const codes = [...rows.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(expect.arrayContaining([0, 1, 2, 3]));
    expect(codesOf(name)).toEqual(expect.arrayContaining(codes));
  },
);

test('colours are for terminals, unless a variable asks for them or forbids them', () => {
  const terminal = { isTTY: true };
  expect(hasColours(terminal, {})).toBe(true);
  expect(hasColours({}, {})).toBe(false);
  expect(hasColours(terminal, { TERM: 'dumb' })).toBe(false);
  expect(hasColours(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
  expect(hasColours({}, { FORCE_COLOR: '1' })).toBe(true);
  expect(hasColours(terminal, { FORCE_COLOR: '0' })).toBe(false);
  expect(paint('red', 'failure', true)).toBe('\u001b[31mfailure\u001b[39m');
  expect(paint('red', 'failure', false)).toBe('failure');
});

test('links are for terminals that are known to show them, and a line keeps within its width', () => {
  expect(hasLinks({ isTTY: true }, { TERM_PROGRAM: 'WezTerm' })).toBe(true);
  expect(hasLinks({ isTTY: true }, {})).toBe(false);
  expect(hasLinks({}, { TERM_PROGRAM: 'WezTerm' })).toBe(false);
  expect(fitting('Fax 12 fails', 8)).toBe('Fax 12 …');
  expect(fitting('Fax 12 fails', undefined)).toBe('Fax 12 fails');
});
