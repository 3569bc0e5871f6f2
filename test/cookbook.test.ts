import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';
import { launch } from './support/program.ts';

const root = new URL('../', import.meta.url).pathname;
let folder = '';
let names: readonly string[] = [];

/** The tests of docs/cookbook.md, beside the files that `faxsim init` writes. */
beforeAll(async () => {
  folder = await mkdtemp(join(project, 'cookbook-'));
  for (const kit of ['jest', 'pytest']) await cp(join(root, 'docs/examples/init', kit), folder, { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(root, 'node_modules/express'), join(folder, 'node_modules/express'));
  const page = await readFile(join(root, 'docs/cookbook.md'), 'utf8');
  const recipes = [...page.matchAll(/^```(?:js|python)\n(?:\/\/|#) (\S+)\n(.*?)^```$/gms)];
  names = recipes.map(([, name = '']) => name);
  for (const [, name = '', text = ''] of recipes) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

test('the cookbook has eleven tests in each of two languages', () => {
  const [jest, pytest] = [
    names.filter((name) => name.endsWith('.test.js')),
    names.filter((name) => name.startsWith('test_')),
  ];
  expect(jest).toHaveLength(11);
  expect(pytest.map((name) => name.replace(/^test_(.*)\.py$/, '$1').replaceAll('_', '-'))).toEqual(
    jest.map((name) => name.replace('.test.js', '')),
  );
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

const hasPytest = spawnSync('python3', ['-c', 'import pytest, requests']).status === 0;

(hasPytest ? test : test.skip)('the tests of the cookbook pass in pytest, without a warning', async () => {
  const pytest = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-W', 'error'];
  const { code, stdout } = await launch(['exec', '--', ...pytest], {}, { cwd: folder }).ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^12 passed in/m) });
});
