import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSimulator } from './support/simulator.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const blocksOf = (name: string): string[] => {
  const guide = readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
  return [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
};
const { simulator } = openSimulator();
const newDirectory = temporaryDirectories();
let url: string;

beforeAll(async () => {
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(() => simulator.close());

test('every command of docs/control.md is answered, in their order', async () => {
  const blocks = blocksOf('control.md');
  expect(blocks.length).toBeGreaterThanOrEqual(5);
  const run = promisify(execFile);
  const cwd = await newDirectory();
  for (const block of blocks) {
    const script = `set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n${block.replace(/^URL=.*$/m, '')}`;
    await run('sh', ['-c', script], { cwd, env: { ...process.env, URL: url } });
  }
});
