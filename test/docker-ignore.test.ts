import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { filesLetThrough } from './support/image/docker-ignore.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

const files = [
  '.env',
  'README.md',
  'a.txt',
  'docs/a.txt',
  'docs/deep/a.txt',
  'docs/deep/b.md',
  'src/[x].ts',
  'src/a.ts',
];

test.each([
  ['', files],
  ['*', []],
  ['# *\n\n  *.md  ', files.filter((file) => file !== 'README.md')],
  ['**/*.md', files.filter((file) => !file.endsWith('.md'))],
  ['a.txt', files.filter((file) => file !== 'a.txt')],
  ['/docs/\nsrc', ['.env', 'README.md', 'a.txt']],
  ['./docs/../src/', files.filter((file) => !file.startsWith('src/'))],
  ['*\n!docs\ndocs/deep', ['docs/a.txt']],
  ['*\n!docs\ndocs/deep\n!docs/deep/b.md', ['docs/a.txt', 'docs/deep/b.md']],
  ['docs\n!docs/deep', files.filter((file) => file !== 'docs/a.txt')],
  ['!docs/deep\ndocs', files.filter((file) => !file.startsWith('docs/'))],
  ['*\n!**/b.*', ['docs/deep/b.md']],
  ['docs/**/a.txt', files.filter((file) => !/^docs.*a\.txt$/.test(file))],
  ['src/?.ts', files.filter((file) => file !== 'src/a.ts')],
  ['src/[a-c].ts', files.filter((file) => file !== 'src/a.ts')],
  ['src/\\[x].ts', files.filter((file) => file !== 'src/[x].ts')],
  ['?env', files.filter((file) => file !== '.env')],
])('a .dockerignore with %j lets through what Docker lets through', async (dockerignore, expected) => {
  const folder = await newDirectory();
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  expect(filesLetThrough(folder, dockerignore)).toEqual(expected);
});
