import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';

const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname;

/** Sends a fax by HTTP to a simulator of the same process, moves its clock, and waits for the webhook as a program would. */
const body = `async () => {
  FAKE
  const simulator = await startSimulator({ fixture: 'empty', clock: 'manual' });
  const { key, secret } = simulator.credentials.live;
  const response = await fetch(simulator.baseUrl + '/v2.1/faxes', {
    method: 'POST',
    headers: { authorization: 'Basic ' + btoa(key + ':' + secret) },
    body: new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' }),
  });
  if (response.status !== 200) throw new Error('answered ' + response.status);
  await simulator.settle({ quiet: '20ms' });
  const [webhook] = await simulator.webhooks.list();
  if (webhook.state !== 'kept') throw new Error('the webhook is ' + webhook.state);
  await simulator.close();
}`;

test.each([
  {
    runner: 'Vitest',
    args: (file: string) => [vitest, 'run', file],
    imported: "import { test, vi } from 'vitest';",
    fake: 'vi.useFakeTimers();',
  },
  {
    runner: 'node:test',
    args: (file: string) => ['--test', file],
    imported: "import { mock, test } from 'node:test';",
    fake: "mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] });",
  },
])('the fake timers of a test in $runner leave the simulator its own', async ({ runner, args, imported, fake }) => {
  const folder = join(project, `fake-timers-${runner.replace(':', '-')}`);
  await mkdir(folder, { recursive: true }); // a second attempt finds it
  const code = `${imported}\nimport { startSimulator } from 'faxsim';\ntest('a', ${body.replace('FAKE', fake)});\n`;
  await writeFile(join(folder, 'a.test.mjs'), code);
  const options = { cwd: folder, env: { PATH: process.env['PATH'], NO_COLOR: '1' }, timeout: 30_000 };
  const { stdout } = await promisify(execFile)(process.execPath, args('a.test.mjs'), options);
  expect(stdout).toMatch(/Tests +1 passed|pass 1\n/);
});
