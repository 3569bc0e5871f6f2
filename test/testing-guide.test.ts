import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { run } from './support/program.ts';

const root = new URL('../', import.meta.url).pathname;
const jest = join(root, 'node_modules/jest/bin/jest.js');
let folder = '';

/** Within the package, so that it finds itself by its name. */
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'dist/examples-'));
  const guide = await readFile(join(root, 'docs/testing.md'), 'utf8');
  const examples = [...guide.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)];
  await Promise.all(examples.map(([, name = '', code = '']) => writeFile(join(folder, name), code)));
});
afterAll(() => rm(folder, { recursive: true }));

const node = (args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd: folder, env: {} });

test('the guide’s example for node:test passes', async () => {
  const { stdout } = await node(['--test', 'fax.test.mjs']);
  expect(stdout).toMatch(/pass 1\n/);
});

test('the guide’s example for Jest passes', async () => {
  const config = JSON.stringify({ rootDir: folder, testMatch: ['**/fax.jest.mjs'], transform: {} });
  const { stderr } = await node(['--experimental-vm-modules', jest, '--config', config]);
  expect(stderr).toMatch(/Tests: +1 passed, 1 total/);
});

test('the guide’s example for a simulator elsewhere passes beside one that the program starts', async () => {
  const file = join(folder, 'elsewhere.test.mjs');
  const ended = await run(['exec', '--fixture', 'empty', '--', process.execPath, '--test', file]);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/pass 1\n/) });
});
