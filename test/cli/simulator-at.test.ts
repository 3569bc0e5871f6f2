import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { simulatorUrl } from '../../src/cli/simulator-at.ts';
import { run, start } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

async function portFile(content: string): Promise<string> {
  const file = join(await newDirectory(), 'port');
  await writeFile(file, content);
  return file;
}

const asked = (args: readonly string[], environment: Record<string, string> = {}): Promise<string> =>
  simulatorUrl(readCommandLine(['reset', ...args], environment).options);

test.each([
  [['--port', '7001'], 'http://127.0.0.1:7001'],
  [['--host', 'fax'], 'http://fax:8329'],
  [['--url', 'http://there:1'], 'http://there:1'],
])('the flags %j go before FAXSIM_URL', async (flags, url) => {
  expect(await asked(flags, { FAXSIM_URL: 'http://127.0.0.1:9' })).toBe(url);
});

test('a port file says where the simulator is, given by flag or by variable', async () => {
  const file = await portFile('7002\n');
  expect(await asked(['--port-file', file], { FAXSIM_URL: 'http://127.0.0.1:9' })).toBe('http://127.0.0.1:7002');
  expect(await asked([], { FAXSIM_PORT_FILE: file, FAXSIM_PORT: '0' })).toBe('http://127.0.0.1:7002');
  expect(await asked(['--port', '0'], { FAXSIM_PORT_FILE: file })).toBe('http://127.0.0.1:7002');
  expect(await asked(['--port', '7001'], { FAXSIM_PORT_FILE: file })).toBe('http://127.0.0.1:7001');
});

test.each(['', 'junk', '0', '70000'])('a port file with %j in it is refused by its name', async (content) => {
  const file = await portFile(content);
  await expect(asked(['--port-file', file])).rejects.toMatchObject({
    exitCode: 2,
    message: `the port file "${file}" has no port in it, but ${JSON.stringify(content)}`,
  });
});

test('a missing port file is named', async () => {
  await expect(asked(['--port-file', '/no/such/port'])).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/^cannot read the port file "\/no\/such\/port": there is no such file or directory/),
  });
});

test('wait waits for the port file', async () => {
  const file = join(await newDirectory(), 'port');
  const waiting = run(['wait', '--port-file', file]);
  const program = await start(['--port', '0', '--fixture', 'empty', '--port-file', file]);
  expect(await waiting).toMatchObject({ code: 0, stdout: `faxsim: ${program.baseUrl}/_faxsim/readyz is ready\n` });
  await program.stop();
});

test('a world that a URL on the command line names goes before FAXSIM_WORLD', () => {
  const { options } = readCommandLine(['clock', '--url', 'http://127.0.0.1:9/w/mine'], { FAXSIM_WORLD: 'other' });
  expect(options.world).toBeUndefined();
});

test('the URL file says where the simulator is, unless a flag does', async () => {
  const file = await portFile('http://127.0.0.1:7003\n');
  const environment = { FAXSIM_URL_FILE: file };
  expect(await asked([], environment)).toBe('http://127.0.0.1:7003');
  expect(await asked(['--url-file', file], { FAXSIM_URL: 'http://127.0.0.1:9' })).toBe('http://127.0.0.1:7003');
  expect(await asked(['--port', '7001'], environment)).toBe('http://127.0.0.1:7001');
  expect(await asked(['--url', 'http://127.0.0.1:7002'], environment)).toBe('http://127.0.0.1:7002');
});

test.each(['', 'junk', 'localhost:8329', 'ftp://there'])('a URL file with %j in it is refused', async (content) => {
  const file = await portFile(content);
  await expect(asked(['--url-file', file])).rejects.toMatchObject({
    exitCode: 2,
    message: `the URL file "${file}" has no URL in it, but ${JSON.stringify(content)}`,
  });
});

test.each([
  [['--url-file', '/no/such/url'], {}],
  [[], { FAXSIM_URL_FILE: '/no/such/url', FAXSIM_PORT: '7004' }],
])('a missing URL file is refused, so that no other simulator gets the call: %j, %j', async (flags, environment) => {
  await expect(asked(flags, environment)).rejects.toMatchObject({
    exitCode: 1,
    message:
      'cannot read the URL file "/no/such/url": there is no such file or directory: faxsim writes it when it listens, and removes it at its end',
  });
});

test.each(['host', 'port', 'port-file'])('--url and --%s contradict each other', (flag) => {
  const args = ['reset', '--url', 'http://127.0.0.1:9', `--${flag}`, '1'];
  expect(() => readCommandLine(args, {})).toThrow(`--url and --${flag} exclude each other`);
});
