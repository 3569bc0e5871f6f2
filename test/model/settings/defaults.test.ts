import { expect, test } from '@jest/globals';
import { rows } from '../../../src/cli/flags.ts';
import { take } from '../../../src/model/fields/kinds.ts';
import { settings } from '../../../src/model/settings/settings.ts';
import type { Setting } from '../../../src/model/settings/setting.ts';

/** Words for a default without a value, or that is another at each start. */
const words = new Set(['none', 'off', '', 'memory only', 'real', 'on', 'that of the fixture']);

test('a default that has a value in its text is that value', () => {
  const named = Object.entries(settings as Readonly<Record<string, Setting>>).flatMap(
    ([name, { kind, ...setting }]) => {
      const { default: value, defaultText: text } = setting;
      const said = text === undefined || words.has(text) ? undefined : take(kind, text);
      return said === undefined || typeof value !== 'number' ? [] : [[name, said, value] as const];
    },
  );
  expect(named.map(([name]) => name)).toEqual(
    expect.arrayContaining(['worldIdle', 'maxBody', 'journal', 'faxRetryDelay']),
  );
  for (const [name, said, value] of named) expect([name, said]).toEqual([name, value]);
});

test('a flag that takes a secret, or a key of the real service, is never shown', () => {
  const names = Object.entries(rows as Readonly<Record<string, { readonly isSecret?: boolean }>>);
  const secret = names.filter(([name]) => /^(?:key|secret|token)$|(?:Secret|Token)$/.test(name));
  expect(secret.length).toBeGreaterThan(5);
  expect(secret.filter(([, { isSecret }]) => isSecret !== true).map(([name]) => name)).toEqual([]);
});
