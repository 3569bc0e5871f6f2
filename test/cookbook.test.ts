import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';

const root = new URL('../', import.meta.url).pathname;
let folder = '';
let names: readonly string[] = [];

/** The tests of docs/cookbook.md, beside the files that `faxsim init` writes. */
beforeAll(async () => {
  folder = await mkdtemp(join(project, 'cookbook-'));
  await cp(join(root, 'docs/examples/init/jest'), folder, { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(root, 'node_modules/express'), join(folder, 'node_modules/express'));
  const page = await readFile(join(root, 'docs/cookbook.md'), 'utf8');
  const recipes = [...page.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)];
  names = recipes.map(([, name = '']) => name);
  for (const [, name = '', text = ''] of recipes) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

test('the cookbook has eleven tests', () => {
  expect(names.filter((name) => name.endsWith('.test.js'))).toHaveLength(11);
});

test('the tests of the cookbook pass in Jest', () => {
  const args = [join(root, 'node_modules/jest/bin/jest.js'), '--rootDir', folder, '--runInBand'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { NO_COLOR: '1' },
  });
  expect(stderr).toMatch(/Tests: +12 passed, 12 total/);
  expect(status).toBe(0);
});
