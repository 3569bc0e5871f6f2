import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeDirectoryInPackage } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
const guide = readFileSync(join(root, 'docs/javascript.md'), 'utf8');
let folder = '';

const entries = ['faxsim', 'faxsim/client'];
const fileOf = (entry: string): string => `${entry.replace('/', '-')}.mts`;
const results = [...guide.matchAll(/^\| `.*` +\| `(\w+)(?:\[\])?` +\|/gm)].map(([, name = '']) => name);
const listed = [...guide.matchAll(/^\| `([A-Z]\w+)` +\|/gm)].map(([, name = '']) => name);
const names = new Set([...results, ...listed].filter((name) => /^[A-Z]/.test(name)));
let errors = '';

/** The compiler reads all files at once, since each start of it takes seconds. */
beforeAll(async () => {
  folder = await makeDirectoryInPackage();
  const [, example = ''] = /^```ts\n\/\/ errors\.ts\n(.*?)^```$/ms.exec(guide) ?? [];
  await writeFile(join(folder, 'errors.mts'), example);
  for (const entry of entries)
    await writeFile(join(folder, fileOf(entry)), `export type { ${[...names].join(', ')} } from '${entry}';`);
  errors = await compiled('errors.mts', ...entries.map(fileOf));
});
afterAll(() => rm(folder, { recursive: true }));

const node = async (args: readonly string[]): Promise<string> => {
  const run = promisify(execFile)(process.execPath, args, { cwd: folder });
  return (await run.catch((error: unknown) => error as { stdout: string })).stdout;
};

/** The errors that the compiler finds, after it has written the JavaScript. */
function compiled(...files: readonly string[]): Promise<string> {
  const options = ['--ignoreConfig', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  return node([join(root, 'node_modules/typescript/bin/tsc'), ...options, ...files]);
}

test('the guide’s example and the types that it names compile', () => {
  expect(errors).toBe('');
});

test('the guide’s example prints the errors of failed faxes', async () => {
  expect(await node(['errors.mjs'])).toMatch(/^\[\n(?: {2}.*\n)+\]\n$/);
});

test.each(entries)('%s exports all types that the guide names', async (entry) => {
  expect(names.size).toBeGreaterThan(30);
  expect(errors).not.toContain(fileOf(entry));
  expect(await readFile(join(folder, fileOf(entry).replace('.mts', '.mjs')), 'utf8')).toBe('export {};\n');
});
