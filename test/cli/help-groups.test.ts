import { expect, test } from '@jest/globals';
import { commandNames, helpGroups } from '../../src/cli/catalogue.ts';
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
  expect(
    helpText()
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

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
