import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');

test('every npm script of CONTRIBUTING.md is one of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const named = [...page.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([]);
});

test('every file and folder that CONTRIBUTING.md names exists', () => {
  const paths = page.match(/\b(?:src|test|fixtures|docs|scenarios)\/[\w./-]*\w/g) ?? [];
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
