import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { run, start } from '../support/program.ts';
import type { StartedProgram } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

const entry = (url: string) => ({
  startedDateTime: '2026-03-02T09:00:00.000Z',
  request: { method: 'GET', url, headers: [{ name: 'Authorization', value: 'Basic eDp5' }] },
  response: { status: 200, content: { size: 2, mimeType: 'application/json', text: '{}' } },
});

const textOf = (...urls: readonly string[]) => JSON.stringify({ log: { version: '1.2', entries: urls.map(entry) } });

const account = textOf('https://api.phaxio.com/v2.1/account/status');

const contents: Readonly<Record<string, string | Buffer>> = {
  'plain.har': account,
  'plain.har.gz': gzipSync(account),
  'windows.har': `\uFEFF${account}`,
  'windows.har.gz': gzipSync(`\uFEFF${account}`),
  'other.har': textOf('https://fonts.example/a.css', 'data:text/css,a'),
  'picture.har': Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
};

let folder: string;
let program: StartedProgram;
beforeAll(async () => {
  folder = await newDirectory();
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  program = await start(['--port', '0', '--fixture', 'empty']);
});
afterAll(() => program.stop());

const commands: Readonly<Record<string, (file: string) => readonly string[]>> = {
  lint: (file) => ['lint', file],
  migrate: (file) => ['migrate', file],
  'requests import': (file) => ['requests', 'import', file, '--url', program.baseUrl],
};

describe.each(Object.entries(commands))('%s', (_name, words) => {
  test.each(['plain.har', 'plain.har.gz', 'windows.har', 'windows.har.gz'])('reads %s', async (file) => {
    expect(await run([...words(join(folder, file))])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\b1 request\b/),
    });
  });

  test('of a file without a request to the service ends with 2, and tells its parts in lines of their own', async () => {
    const { code, stdout, stderr } = await run([...words(join(folder, 'other.har'))]);
    expect(code).toBe(2);
    expect((stdout + stderr).split('\n').slice(1)).toEqual([
      'left out: 2 entries of other hosts: fonts.example (1), data: (1)',
      '--har-host names further hosts, such as that of a proxy',
      '',
    ]);
  });

  test('refuses other bytes in a line without them', async () => {
    const { code, stderr } = await run([...words(join(folder, 'picture.har'))]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^faxsim: .+ must be a HAR file, as JSON or gzip, got other bytes\n$/);
  });
});
