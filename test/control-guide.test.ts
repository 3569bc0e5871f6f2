import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSimulator } from '../src/index.ts';
import type { RunningSimulator } from '../src/index.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const blocksOf = (name: string): string[] => {
  const guide = readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
  return [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
};
const newDirectory = temporaryDirectories();
let simulator: RunningSimulator;

/** On the system clock of the machine, in whose time a call with `settle` waits. */
beforeAll(async () => {
  simulator = await startSimulator({ clock: 'manual' });
});

afterAll(() => simulator.close());

test('every command of docs/control.md is answered, in their order', async () => {
  const blocks = blocksOf('control.md');
  expect(blocks.length).toBeGreaterThanOrEqual(5);
  const run = promisify(execFile);
  const cwd = await newDirectory();
  for (const block of blocks) {
    const script = `set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n${block.replace(/^URL=.*$/m, '')}`;
    await run('sh', ['-c', script], { cwd, env: { ...process.env, URL: simulator.baseUrl } });
  }
});
