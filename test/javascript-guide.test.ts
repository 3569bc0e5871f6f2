import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const root = new URL('../', import.meta.url).pathname;
const guide = readFileSync(join(root, 'docs/javascript.md'), 'utf8');
let folder = '';

/** Within the package, so that it finds itself by its name. */
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'dist/examples-'));
});
afterAll(() => rm(folder, { recursive: true }));

const node = async (args: readonly string[]): Promise<string> => {
  const run = promisify(execFile)(process.execPath, args, { cwd: folder });
  return (await run.catch((error: unknown) => error as { stdout: string })).stdout;
};

/** The errors that the compiler finds, after it has written the JavaScript. */
function compiled(file: string): Promise<string> {
  const options = ['--ignoreConfig', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  return node([join(root, 'node_modules/typescript/bin/tsc'), ...options, file]);
}

test('the guide’s example compiles and prints the errors of failed faxes', async () => {
  const [, example = ''] = /^```ts\n\/\/ errors\.ts\n(.*?)^```$/ms.exec(guide) ?? [];
  await writeFile(join(folder, 'errors.mts'), example);
  expect(await compiled('errors.mts')).toBe('');
  expect(await node(['errors.mjs'])).toMatch(/^\[\n(?: {2}.*\n)+\]\n$/);
});

test.each(['faxsim', 'faxsim/client'])('%s exports all types that the guide names', async (entry) => {
  const results = [...guide.matchAll(/^\| `.*` +\| `(\w+)(?:\[\])?` +\|/gm)].map(([, name = '']) => name);
  const listed = [...guide.matchAll(/^\| `([A-Z]\w+)` +\|/gm)].map(([, name = '']) => name);
  const names = new Set([...results, ...listed].filter((name) => /^[A-Z]/.test(name)));
  expect(names.size).toBeGreaterThan(30);
  const file = `${entry.replace('/', '-')}.mts`;
  await writeFile(join(folder, file), `export type { ${[...names].join(', ')} } from '${entry}';`);
  expect(await compiled(file)).toBe('');
});
