import { expect, test } from '@jest/globals';
import { loadScenario } from '../../src/scenarios/load.ts';

test('JSON is read as well', () => {
  const source = JSON.stringify({ name: 'a', description: 'b', rules: [{ id: 'x', on: '*', do: { wire: 'reset' } }] });
  expect(loadScenario('a.json', source).rules).toMatchObject([{ id: 'x', on: ['*'], do: { wire: 'reset' } }]);
});
