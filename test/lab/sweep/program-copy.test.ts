import { mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { copyOf } from '../../../src/lab/sweep/program-copy.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

async function directoryWith(...files: string[]): Promise<string> {
  const directory = await newDirectory();
  for (const file of files) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), file);
  }
  return directory;
}

test('a copy links the packages of a project and of its workspaces, and leaves out the history and the reports', async () => {
  const packages = ['node_modules', 'packages/letters/node_modules'];
  const directory = await directoryWith(
    ...['.git/HEAD', 'out/report.json', 'package.json', 'packages/letters/letters.js'],
    ...packages.map((folder) => `${folder}/client/index.js`),
  );
  const copy = await copyOf(directory, join(directory, 'out'));
  expect((await readdir(copy)).toSorted()).toEqual(['node_modules', 'package.json', 'packages']);
  expect(await readFile(join(copy, 'packages/letters/letters.js'), 'utf8')).toBe('packages/letters/letters.js');
  for (const folder of packages)
    expect(await realpath(join(copy, folder))).toBe(await realpath(join(directory, folder)));
  await rm(copy, { recursive: true });
});

test('a program that lies among packages is copied', async () => {
  const directory = join(await directoryWith('node_modules/letters/letters.js'), 'node_modules');
  const copy = await copyOf(directory, join(directory, 'out'));
  expect(await readdir(copy)).toEqual(['letters']);
  await rm(copy, { recursive: true });
});
