import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { startSimulator } from '../src/index.ts';
import { installedMain } from './support/installed-package.ts';

const guide = readFileSync(new URL('../docs/v3.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);

test('the commands of docs/v3.md send a fax, give a token, and bring a fax to the webhook of a service', async () => {
  const simulator = await startSimulator({ port: 0, clock: 'manual' });
  const run = promisify(execFile);
  const outputs: string[] = [];
  for (const block of blocks) {
    const script = [
      'set -e',
      'curl() { command curl -sS --fail-with-body "$@"; }',
      `npx() { shift; "${process.execPath}" "${installedMain}" "$@"; }`,
      block.replaceAll('http://127.0.0.1:8329', simulator.baseUrl),
    ].join('\n');
    const env = { PATH: process.env['PATH'], FAXSIM_URL: simulator.baseUrl };
    outputs.push((await run('sh', ['-c', script], { env })).stdout);
  }
  expect(outputs).toEqual([
    expect.stringMatching(/^\{"id":"\w{26}","direction":"OUTBOUND".*"totalItems":\d\d.*\{"access_token":"/s),
    expect.stringMatching(/^done\nfax \d+ .* to \+12255550151, 1 page\n.*http:\/\/localhost:3000\/hook/s),
  ]);
  await simulator.close();
});
