import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { startSimulator } from '../../src/index.ts';
import { installedMain } from '../support/installed-package.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const credentials = {
  live: { key: 'live-key-4711', secret: 'live-secret-4711' },
  test: { key: 'test-key-4712', secret: 'test-secret-4712' },
};

const files = ['evidence.yaml', 'fixture.yaml', 'report.html', 'report.json', 'traffic.har'];

const newDirectory = temporaryDirectories();

/** Starts a recording of a second simulator in a directory of its own. */
async function startRecording(args: (to: string) => readonly string[]) {
  const account = await startSimulator({ port: 0, fixture: 'empty', credentials });
  const directory = await newDirectory();
  const keys = [
    'PHAXIO_API_KEY=live-key-4711',
    'PHAXIO_API_SECRET=live-secret-4711',
    'PHAXIO_TEST_API_KEY=test-key-4712',
    'PHAXIO_TEST_API_SECRET=test-secret-4712',
  ];
  await writeFile(join(directory, 'account.env'), keys.join('\n'));
  const words = ['record', '--keys', 'account.env', '--out', 'out', ...args(account.baseUrl)];
  const child = spawn(process.execPath, [installedMain, ...words], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout)]).then(async ([[code], output]) => {
    await account.close();
    return {
      code: code as number | null,
      output,
      files: (await readdir(join(directory, 'out')).catch(() => [])).sort(),
    };
  });
  return { child, ended };
}

test.each(['SIGINT', 'SIGTERM'] as const)('a recording as a server writes its report at %s', async (signal) => {
  const { child, ended } = await startRecording((to) => ['--to', to, '--port', '0']);
  for await (const line of createInterface(child.stderr)) {
    const [, url] = /records requests to (\S+),/.exec(line) ?? [];
    if (url !== undefined) await fetch(`${url}/v2.1/public/countries`).then((answer) => answer.text());
    if (line.includes('Ctrl-C')) child.kill(signal);
  }
  expect(await ended).toEqual({ code: 0, output: expect.stringContaining('All as expected.'), files });
});

const send = `
  const { PHAXIO_BASE_URL: url, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
  const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
  const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
  fetch(url + '/v2.1/faxes', { method: 'POST', headers, body }).then(({ status }) => console.error(status));`;

test('a program sends with the test key by its usual names', async () => {
  const { child, ended } = await startRecording((to) => ['--to', to, '--', process.execPath, '-e', send]);
  expect(await text(child.stderr)).toBe('200\n');
  expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('All as expected.') });
});

test.each([
  ['a program without requests', (to: string) => ['--to', to, '--', process.execPath, '-e', '0']],
  ['a service that is not there', () => ['--to', 'http://127.0.0.1:1', '--', process.execPath, '-e', send]],
])('%s leaves nothing to compare, and the exit code is 1', async (_what, args) => {
  const { child, ended } = await startRecording(args);
  child.stderr.resume();
  expect(await ended).toEqual({ code: 1, output: expect.stringContaining('Nothing was compared.'), files });
});
