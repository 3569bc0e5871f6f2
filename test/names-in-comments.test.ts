import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';

const comments = /\/\*\*?[^]*?\*\/|^\s*\/\/.*$/gm;
const root = new URL('../', import.meta.url);
const filesIn = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

const sources = ['src', 'console', 'fixtures', 'scripts', 'bench', 'test']
  .flatMap(filesIn)
  .filter((name) => /\.[cm]?[jt]sx?$/.test(name));
const known = new Set([...sources, ...readdirSync(root), ...filesIn('docs')].map((name) => basename(name)));
const words = new Set(sources.flatMap((file) => withoutComments(read(file)).match(/[A-Za-z_$][\w$]*/g) ?? []));

function withoutComments(text: string): string {
  return text.replaceAll(comments, '');
}

/** The names in a comment that the code does not have: files, functions in backticks, and the calls of an example. */
function unknownNames(comment: string): string[] {
  const files = [...comment.matchAll(/(?<![\w*/<.-])[a-z][\w.-]*\.tsx?\b/g)].map(([name]) => name);
  const calls = [...comment.matchAll(/`([a-z][a-zA-Z\d]*[A-Z][a-zA-Z\d]*)(?:\(.*?\))?`/g)].map(([, name = '']) => name);
  return [...files.filter((name) => !known.has(name)), ...calls.filter((name) => !words.has(name))];
}

const rooms = readdirSync(new URL('src/', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const paths = new Set(
  ['src', 'console', 'fixtures', 'scripts', 'bench', 'docs', 'test', 'tools', 'examples', 'scenarios']
    .flatMap((folder) => [folder, ...filesIn(folder)])
    .flatMap((path) => [path, path.replace(/\.[cm]?[jt]sx?$/, '')])
    .flatMap((path) => [path, path.replace(/^src\//, '')]),
);
const ownFolders = ['src', 'console', 'scripts', 'bench', 'docs'];
const codePages = ['CONTRIBUTING.md', 'docs/architecture.md', ...filesIn('docs/decisions')];
const otherPages = [...readdirSync(root), ...filesIn('docs'), ...filesIn('examples')].filter(
  (name) => name.endsWith('.md') && name !== 'CHANGELOG.md' && !codePages.includes(name),
);

/** The paths of a text that begin with one of the folders and lead nowhere; the ending of a module may be left out. */
function unknownPaths(text: string, folders: readonly string[]): string[] {
  const path = new RegExp(
    String.raw`(?<=[\s\`(])(?:${folders.join('|')})(?:/[\w-][\w.-]*)+(?<!\.)(?=/?(?:[\s\`),;:#]|\.(?:\s|$)))`,
    'g',
  );
  // Projects of Java have their tests there.
  const isOfOthers = (name: string): boolean => name.startsWith('src/test/java');
  return [...text.matchAll(path)].map(([name]) => name).filter((name) => !paths.has(name) && !isOfOthers(name));
}

test('every file and every folder that a page names exists', () => {
  const stale = [
    ...codePages.flatMap((page) =>
      [...unknownPaths(read(page), [...ownFolders, ...rooms]), ...unknownNames(read(page))].map(
        (name) => `${page}: ${name}`,
      ),
    ),
    ...otherPages.flatMap((page) =>
      unknownPaths(read(page), [...ownFolders, 'examples', 'fixtures'])
        .filter((name) => !paths.has(`docs/${name}`))
        .map((name) => `${page}: ${name}`),
    ),
  ];
  expect(stale).toEqual([]);
});

test('a path that leads nowhere is found in a page', () => {
  expect(unknownPaths('See `store/disk`, `http/rule-matching` and src/wire/no-evidence.', ['src', ...rooms])).toEqual([
    'http/rule-matching',
    'src/wire/no-evidence',
  ]);
});

test('every path that a comment names exists', () => {
  const stale = sources
    .filter((file) => /^(?:src|console|fixtures)\//.test(file))
    .flatMap((file) =>
      (read(file).match(comments) ?? [])
        .flatMap((comment) => unknownPaths(comment, [...ownFolders, ...rooms]))
        .map((name) => `${file}: ${name}`),
    );
  expect(stale).toEqual([]);
});

test('every file and every function that a comment names exists', () => {
  const stale = sources
    .filter((file) => /^(?:src|console|fixtures)\//.test(file))
    .flatMap((file) => (read(file).match(comments) ?? []).flatMap(unknownNames).map((name) => `${file}: ${name}`));
  expect(stale).toEqual([]);
});

test('a name that the code has not is found in a comment', () => {
  expect(unknownNames('/** See `sendsNothingAnywhere` and no-such-file.ts. */')).toEqual([
    'no-such-file.ts',
    'sendsNothing' + 'Anywhere',
  ]);
});
