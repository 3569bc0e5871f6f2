import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { avoidedWords } from './support/wording.ts';

const root = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

const filesOf = (folder: string, ending: RegExp): string[] =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

const pages = ['README.md', 'CONTRIBUTING.md', ...filesOf('docs', /\.(?:md|json)$/)];
const code = [
  'Dockerfile',
  'eslint.config.js',
  'jest.config.js',
  ...filesOf('src', /\.tsx?$/),
  ...filesOf('console', /\.tsx?$/),
  ...filesOf('fixtures', /\.ts$/),
  ...filesOf('scripts', /\.[cm]?js$/),
  ...filesOf('scenarios', /\.yaml$/),
  ...filesOf('test', /\.[cm]?[jt]s$/).filter((name) => !name.includes('wording')),
];

test('no page and no source file uses an avoided word', () => {
  const checked = [...pages, ...code];
  expect(checked.length).toBeGreaterThan(300);
  expect(checked.flatMap((file) => avoidedWords(read(file)).map((found) => `${file}:${found}`))).toEqual([]);
});

describe('the check of words', () => {
  test.each([
    ['The application is told of the fax.', ['1: is told']],
    ['/** Nobody waits. */', ['1: Nobody']],
    ["throw new Refusal('not_found', 'The world one is no more');", ['1: is no more']],
    ['A line.\n/**\n * The counts come\n * to be zero.\n */', ['3: come to be']],
    ['// A fax that comes\n  // to be received', ['1: comes to be']],
    ['Whoever asks begins anew.', ['1: Whoever', '1: anew']],
    ['/** What the id stands for. */', ['1: /** What']],
    ['line\n  /**\n   * Who calls.\n   */', ['2: /** Who']],
    ['call(); // whose call it is', ['1: // whose']],
    ['/** A call. Who makes it is unknown. */', ['1: Who']],
    ["describe('what is drawn', () => {", ["1: describe('what"]],
  ])('finds %j', (text, found) => {
    expect(avoidedWords(text)).toEqual(found);
  });

  test.each([
    '/** The meaning of what it says. */',
    'http://what.example',
    'The event is delivered.',
    'renewal',
    'The message told the reader.',
    'the world is no longer open',
  ])('allows %j', (text) => {
    expect(avoidedWords(text)).toEqual([]);
  });
});
