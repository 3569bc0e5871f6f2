import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const root = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

test('no source and no script takes a path from a file URL by its pathname, which begins with a slash on Windows', () => {
  const files = ['src', 'scripts', 'fixtures'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|c?js)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => read(file).includes('import.meta.url).pathname'))).toEqual([]);
});

test("the README's calls of curl have no character that cmd.exe reads otherwise than sh", () => {
  const calls = read('README.md').match(/^curl .*$/gm) ?? [];
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.filter((call) => /['%^&|<>!$`\\]/.test(call))).toEqual([]);
});
