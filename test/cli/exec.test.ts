import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { launch, run, start } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import type { StartedProgram } from '../support/program.ts';

const node = process.execPath;
const newDirectory = temporaryDirectories();

test('runs a program with a simulator of its own, and ends with its exit code', async () => {
  const script = `
    const { FAXSIM_URL: url, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret, PHAXIO_CALLBACK_TOKEN: token } = process.env;
    const answer = await fetch(url + '/v2.1/faxes?api_key=' + key + '&api_secret=' + secret);
    console.log(answer.status, answer.headers.get('x-total'), token);
    process.exit(7);`;
  const ended = await run([
    'exec',
    '--fixture',
    'empty',
    '--webhook-token',
    't',
    '--',
    node,
    '--input-type=module',
    '-e',
    script,
  ]);
  expect(ended).toEqual({ code: 7, stdout: '200 0 t\n', stderr: '' });
});

describe('its port', () => {
  const say = ['--', node, '-p', 'process.env.FAXSIM_URL'];
  let other: StartedProgram;
  beforeAll(async () => {
    other = await start(['--port', '0', '--fixture', 'empty']);
  });
  afterAll(() => other.stop());

  test.each([
    ['FAXSIM_PORT', []],
    ['FAXSIM_HTTPS_PORT', ['--https', 'localhost']],
  ])('is a free one, though %s names one that is in use', async (variable, flags) => {
    const { port } = new URL(other.baseUrl);
    const ended = await run(['exec', '--fixture', 'empty', ...flags, ...say], { [variable]: port });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(ended.stdout).not.toContain(`:${port}\n`);
  });

  test('is that of the command line, which may be in use', async () => {
    const { port } = new URL(other.baseUrl);
    expect(await run(['exec', '--fixture', 'empty', '--port', port, ...say], { FAXSIM_PORT: '2' })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`--port: ${port} on 127.0.0.1 is in use`),
    });
  });
});

test('is untouched by what the environment says of another simulator', async () => {
  const data = await newDirectory();
  const another = {
    ...{ FAXSIM_PORT: 'nonsense', FAXSIM_HTTPS_PORT: '-1', FAXSIM_PORT_FILE: '/no/such/directory/port' },
    ...{ FAXSIM_DATA: data, FAXSIM_DATA_MOUNT: data },
  };
  expect(await run(['exec', '--fixture', 'empty', '--', node, '-p', '1'], another)).toEqual({
    code: 0,
    stdout: '1\n',
    stderr: '',
  });
  expect(await readdir(data)).toEqual([]);
  await run(['exec', '--fixture', 'empty', '--data', data, '--', 'true'], another);
  expect(await readdir(data)).not.toEqual([]);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
  'passes %s on, and ends as the program does',
  async (signal) => {
    const script = `process.on('${signal}', () => process.exit(3)); setInterval(() => {}, 1000); console.log('ready')`;
    const program = launch(['exec', '--fixture', 'empty', node, '-e', script]);
    program.process.stdout.once('data', () => program.process.kill(signal));
    expect(await program.ended).toEqual({ code: 3, stdout: 'ready\n', stderr: '' });
  },
);

test('leaves no program behind when a fault ends it', async () => {
  const fault = join(await newDirectory(), 'fault.cjs');
  const throws = `process.on('SIGUSR2', () => { throw new Error('a fault') })`;
  await writeFile(fault, `if (process.argv[2] === 'exec') ${throws};`);
  const script = `process.kill(process.ppid, 'SIGUSR2'); setTimeout(() => console.log('alone'), 10_000)`;
  const ended = await run(['exec', '--fixture', 'empty', node, '-e', script], { NODE_OPTIONS: `--require ${fault}` });
  expect(ended).toMatchObject({ stdout: '', stderr: expect.stringContaining('a fault') });
});

test('tells of a program that a signal ended as shells do', async () => {
  expect(await run(['exec', '--fixture', 'empty', '--', 'sh', '-c', 'kill -KILL $$'])).toMatchObject({ code: 137 });
});

test.each([
  [['exec'], 2, 'PROGRAM is missing: faxsim exec -- npm test'],
  [
    ['exec', '--fixture', 'empty', '--', '/no/such/program'],
    127,
    'cannot run "/no/such/program": there is no such program',
  ],
  [['exec', '--fixture', 'empty', '--', '/'], 126, 'cannot run "/": you have no permission'],
  [
    ['exec', '--scenarios', 'outrage', '--', 'true'],
    2,
    '--scenarios: there is no scenario outrage; the nearest is outage',
  ],
])('%j ends with exit code %i', async (args, code, line) => {
  expect(await run(args)).toEqual({ code, stdout: '', stderr: `faxsim: ${line}\n` });
});

describe('its scenarios', () => {
  const neverFired = 'faxsim: never fired: busy-line/busy\n';
  const withBusyLine = ['exec', '--fixture', 'empty', '--scenarios', 'busy-line'];

  test('are reported at the end', async () => {
    expect(await run([...withBusyLine, '--', 'true'])).toEqual({ code: 0, stdout: '', stderr: neverFired });
  });

  test.each([
    ['true', 3],
    ['false', 1],
  ])('end %s with exit code %i where they are to be met', async (program, code) => {
    const ended = await run([...withBusyLine, '--strict-scenarios', '--', program]);
    expect(ended).toEqual({ code, stdout: '', stderr: neverFired });
  });
});

test('passes nothing on of what is said to simulators, but what its program needs to call its own', async () => {
  const data = await newDirectory();
  const script = 'Object.keys(process.env).filter((name) => name.startsWith("FAXSIM_")).join()';
  const ended = await run(['exec', '--fixture', 'empty', '--', node, '-p', script], {
    ...{ FAXSIM_WORLD: 'mine', FAXSIM_HOST: 'localhost', FAXSIM_PORT: '2', FAXSIM_HTTPS_URL: 'https://localhost:1' },
    ...{
      FAXSIM_DATA: data,
      FAXSIM_DATA_MOUNT: data,
      FAXSIM_SEED: '7',
      FAXSIM_SCENARIOS: 'outage',
      FAXSIM_API_KEY: 'k',
    },
  });
  const keys = 'FAXSIM_API_KEY,FAXSIM_API_SECRET,FAXSIM_TEST_API_KEY,FAXSIM_TEST_API_SECRET';
  const known = `FAXSIM_URL,${keys},FAXSIM_PROJECT_ID,FAXSIM_ENDS_WITH_PROGRAM`;
  expect(ended).toMatchObject({ code: 0, stdout: `${known}\n` });
});

test('gives its program the address of HTTPS and the authority to trust', async () => {
  const directory = await newDirectory();
  const script = `
    const answer = await fetch(process.env.FAXSIM_HTTPS_URL + '/_faxsim/livez');
    console.log(answer.status);`;
  const ended = await run([
    ...['exec', '--fixture', 'empty', '--https', 'localhost', '--https-ca', directory],
    ...['--', node, '--input-type=module', '-e', script],
  ]);
  expect(ended).toEqual({ code: 0, stdout: '200\n', stderr: '' });
});

test('its help does not promise the usual port', async () => {
  const { stdout } = await run(['exec', '--help']);
  expect(stdout).toMatch(/--port PORT .*\n +default a free one/);
  expect(stdout).not.toContain('8329');
});
