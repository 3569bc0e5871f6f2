import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { launch } from '../support/program.ts';
import type { Program } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

test.each([
  ['generates', 'faxsim.lock'],
  ['writes', 'default.unfinished'],
  ['reads', 'default'],
])('a signal that comes while the start %s a large world ends it before it listens', async (_step, sign) => {
  const directory = await newDirectory();
  const options = ['--port', '0', '--data', directory, '--fixture', 'large', '--fixture-size', '100000'];
  const program = launch(options);
  while (!(await readdir(directory)).includes(sign)) await new Promise(setImmediate);
  program.process.kill('SIGTERM');
  const { code, stdout, stderr } = await program.ended;
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await readdir(directory)).not.toContain('faxsim.lock');
});

test.each([
  ['its output is closed', (program: Program) => program.process.stdout.destroy(), 141],
  ['it is stopped', (program: Program) => program.process.stdout.once('data', () => program.process.kill()), 0],
  [
    'its terminal is closed',
    (program: Program) => program.process.stdout.once('data', () => program.process.kill('SIGHUP')),
    0,
  ],
])('its port file is gone once %s', async (_why, end, code) => {
  const directory = await newDirectory();
  const program = launch(['--port', '0', '--port-file', join(directory, 'port'), '--fixture', 'empty']);
  end(program);
  expect(await program.ended).toMatchObject({ code, stderr: '' });
  expect(await readdir(directory)).toEqual([]);
});

test('scenarios with too many rules together end the start with one line that names the setting', async () => {
  const directory = await newDirectory();
  const files = ['one', 'two', 'three'].map((name) => {
    const rules = Array.from({ length: 4000 }, (_, at) => `  - { id: r${at}, on: sendFax, do: { fail: unavailable } }`);
    const file = join(directory, `${name}.yaml`);
    writeFileSync(file, [`name: ${name}`, 'description: many rules', 'rules:', ...rules].join('\n'));
    return file;
  });
  const program = launch(['--port', '0', '--fixture', 'empty', '--scenarios', files.join(',')]);
  expect(await program.ended).toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: expect.stringMatching(/^faxsim: --scenarios: [^\n]* at most 10000 rules together, got 12000 [^\n]*\n$/),
  });
});

test('a port file that cannot be written ends the start with one line', async () => {
  const { code, stdout, stderr } = await launch(
    ['--port', '0', '--port-file', '/no/such/folder/port', '--fixture', 'empty'],
    { FAXSIM_LOG_LEVEL: 'info' },
  ).ended;
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe('faxsim: --port-file: cannot write "/no/such/folder/port": there is no such file or directory\n');
});

test('its port file stays once another program has written its own port there', async () => {
  const directory = await newDirectory();
  const file = join(directory, 'port');
  const program = launch(['--port', '0', '--port-file', file, '--fixture', 'empty']);
  program.process.stdout.once('data', () => {
    writeFileSync(file, '1\n');
    program.process.kill();
  });
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(file, 'utf8')).toBe('1\n');
});

test('a signal ends it although its log is not read, of which the rest is lost', async () => {
  const program = launch(['--port', '0', '--fixture', 'empty'], { FAXSIM_LOG_LEVEL: 'info' });
  program.process.stderr.removeAllListeners('data').pause();
  const [greeting] = (await once(program.process.stdout, 'data')) as [string];
  const [url = ''] = /http:\/\/\S+:\d+/.exec(greeting) ?? [];
  // More than a pipe and a stream hold.
  for (let count = 0; count < 60; count++) await fetch(`${url}/v2.1/${'a'.repeat(8000)}`);
  program.process.kill();
  const [code] = (await once(program.process, 'exit')) as [number];
  expect(code).toBe(0);
  program.process.stderr.resume();
});
