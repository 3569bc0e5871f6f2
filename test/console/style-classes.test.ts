import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** The classes of the rules of style sheets. */
function classesOf(sheets: string): Set<string> {
  const selectors = sheets.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\{[^{}]*\}/g, '');
  return new Set([...selectors.matchAll(/\.([a-z][a-z0-9-]+)/g)].map(([, name = '']) => name));
}

/** The classes of the rules that a sheet imports. */
function classesIn(sheet: string): Set<string> {
  const imports = readFileSync(join(folder, sheet), 'utf8').matchAll(/@import '(.+?)'/g);
  return classesOf([...imports].map(([, name = '']) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}

/** A file of the console, and all files that it imports at once. */
function withImports(file: string, into = new Set<string>()): Set<string> {
  if (into.has(file)) return into;
  into.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type)[^;]*?from '(\.[^']+\.tsx?)';/gm);
  for (const [, name = ''] of imports) withImports(join(dirname(file), name), into);
  return into;
}

/** Components make the rest of these names from a word, such as the column of a table. */
const madeNames = /^(?:cell|json|yaml)-/;

test('no rule takes the detail of a split for the neighbour of its list, since a separator stands between', () => {
  expect(filesOf(/\.css$/).match(/\.split-list[^,{}]*\+\s*\.split-detail/g)).toBeNull();
});

test('each class in the style sheets of the console is one that a component gives', () => {
  const classes = classesOf(filesOf(/\.css$/));
  expect(classes.size).toBeGreaterThan(200);
  const words = new Set(filesOf(/\.(?:tsx?|html)$/).match(/[\w-]+/g));
  expect([...classes].filter((name) => !madeNames.test(name) && !words.has(name))).toEqual([]);
});

test('the first screen shows no class whose rules come with a later one', () => {
  const first = classesIn('style.css');
  const later = classesIn('later.css');
  expect([first.size, later.size].map((size) => size > 50)).toEqual([true, true]);
  const files = withImports('console/screens/overview.tsx', withImports('console/main.tsx'));
  const found = [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/class=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
      .flatMap(([, plain = '', made = '']) => `${plain} ${made}`.match(/[a-z][\w-]+/g) ?? [])
      .filter((name) => later.has(name) && !first.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('type has three weights, each with a name', () => {
  const sheets = filesOf(/\.css$/);
  const used = [...sheets.matchAll(/font-weight: ([^;]+);/g)].map(([, weight = '']) => weight);
  expect(new Set(used)).toEqual(new Set(['var(--regular)', 'var(--medium)', 'var(--strong)']));
  expect(sheets.match(/\bfont: [^;]*\b(?:bold|[1-9]00)\b/g)).toBeNull();
});
