import { expect, test } from '@jest/globals';
import { commandNames } from '../../src/cli/catalogue.ts';
import { loadCommand } from '../../src/cli/entry-program.ts';

test.each(commandNames)('the command %s has code to load', async (name) => {
  expect(await loadCommand(name)).toBeInstanceOf(Function);
});

test('a name without a command has no code', async () => {
  await expect(loadCommand('constructor')).rejects.toThrow('the command constructor has no loader');
});
