import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = 'console';

/** The contents of all files of the console with this end of their name. */
const filesOf = (end: RegExp): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

test('each field for files has words of its own, and one component draws it', () => {
  const makers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes('type="file"'));
  expect(makers).toEqual([join('ui', 'file-input.tsx')]);
});

/** Components make the rest of these names from a word, such as the column of a table. */
const madeNames = /^(?:cell|json|yaml)-/;

test('no rule takes the detail of a split for the neighbour of its list, since a separator stands between', () => {
  expect(filesOf(/\.css$/).match(/\.split-list[^,{}]*\+\s*\.split-detail/g)).toBeNull();
});

test('each class in the style sheets of the console is one that a component gives', () => {
  const sheets = filesOf(/\.css$/)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\{[^{}]*\}/g, '');
  const classes = new Set([...sheets.matchAll(/\.([a-z][a-z0-9-]+)/g)].map(([, name = '']) => name));
  expect(classes.size).toBeGreaterThan(200);
  const words = new Set(filesOf(/\.(?:tsx?|html)$/).match(/[\w-]+/g));
  expect([...classes].filter((name) => !madeNames.test(name) && !words.has(name))).toEqual([]);
});
