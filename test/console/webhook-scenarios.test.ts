import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { webhookScenarios } from '../../console/screens/webhook-scenarios.ts';

test('the scenarios that break webhooks are those of the library', () => {
  const files = readdirSync(new URL('../../scenarios/', import.meta.url));
  const names = files.filter((name) => name.startsWith('webhook-')).map((name) => name.replace('.yaml', ''));
  const bases = new Set(Object.keys(webhookScenarios).map((name) => name.replace(/\(.*/, '')));
  expect([...bases].sort()).toEqual(names.sort());
});
