import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectories } from './support/temporary-directory.ts';

interface Builds {
  readonly isCurrent: (root: string) => boolean;
  readonly markCurrent: (root: string) => void;
}

const builds = import(new URL('../scripts/build/current.js', import.meta.url).href) as Promise<Builds>;
const newDirectory = temporaryDirectories();

let root = '';
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};

/** A project that is built. */
beforeEach(async () => {
  root = await newDirectory();
  for (const file of ['package.json', 'src/http/app.ts', 'console/main.tsx', 'docs/api.md', 'dist/main.cjs'])
    await write(file, 'text');
  (await builds).markCurrent(root);
});

test('a build is current until one of its files changes, comes or goes', async () => {
  const { isCurrent, markCurrent } = await builds;
  expect(isCurrent(root)).toBe(true);
  const changes: Readonly<Record<string, () => Promise<void>>> = {
    'a source': () => write('src/http/app.ts', 'test'),
    'a source in another folder': () => write('console/main.tsx', 'test'),
    'a new source': () => write('src/http/b/a.ts', ''),
    'a removed source': () => rm(join(root, 'docs/api.md')),
    'the version': () => write('package.json', '{}'),
    'a built file': () => write('dist/main.cjs', 'test'),
    'a lost dist': () => rm(join(root, 'dist'), { recursive: true }),
    'a new installation': () => rm(join(root, 'node_modules'), { recursive: true }),
  };
  const overlooked: string[] = [];
  for (const [name, change] of Object.entries(changes)) {
    await change();
    if (isCurrent(root)) overlooked.push(name);
    markCurrent(root);
  }
  expect(overlooked).toEqual([]);
});

test('a build stays current beside other files, and the code cache that a start writes', async () => {
  const { isCurrent } = await builds;
  for (const file of ['CHANGELOG.md', 'test/a.test.ts', 'dist/cache/simulator-1']) await write(file, 'text');
  expect(isCurrent(root)).toBe(true);
});
