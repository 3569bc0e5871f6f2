import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { defaultCredentials } from '../src/model/domain/account.ts';
import { packageVersion } from '../src/model/shared/package-root.ts';
import { installedMain } from './support/installed-package.ts';
import { launch, run, start } from './support/program.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const { live, test: testPair } = defaultCredentials;
const authorization = `Basic ${Buffer.from(`${live.key}:${live.secret}`).toString('base64')}`;

const newDirectory = temporaryDirectories();
let directory: string;

beforeEach(async () => {
  directory = await newDirectory();
});

describe('at the start, the program', () => {
  test('says where it listens, with which credentials, one call to begin with, and nothing else', async () => {
    const program = await start(['--port', '0']);
    const ended = await program.stop();
    expect(ended.stderr).toBe('');
    expect(ended.stdout.split('\n')).toEqual([
      `faxsim listens on ${program.baseUrl}`,
      '',
      `  console      ${program.baseUrl}/_faxsim/ui/`,
      '',
      `  live key     ${live.key}`,
      `  live secret  ${live.secret}`,
      `  test key     ${testPair.key}`,
      `  test secret  ${testPair.secret}`,
      '  project id   f8ba8d5a-3e0d-4309-932d-d7e87713e5e0', // follows from the seed
      '',
      `  curl -u ${live.key}:${live.secret} ${program.baseUrl}/v2.1/faxes`,
      '',
    ]);
  });

  test('shows a call that lists faxes when it is pasted', async () => {
    const program = await start(['--port', '0']);
    const [call = ''] = /curl .*/.exec(program.output.stdout) ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-c', `${call} --silent --fail`]);
    await program.stop();
    const { success, data } = JSON.parse(stdout);
    expect({ success, someFaxes: data.length > 0 }).toEqual({ success: true, someFaxes: true });
  });

  test('writes the port that was picked to the port file, and removes it at the end', async () => {
    const file = join(directory, 'port');
    const program = await start([], { FAXSIM_PORT: '0', FAXSIM_PORT_FILE: file });
    expect(await readFile(file, 'utf8')).toBe(`${new URL(program.baseUrl).port}\n`);
    await program.stop();
    expect(await readdir(directory)).toEqual([]);
  });

  test('takes the clock, the credentials and the account as they were asked for', async () => {
    const asked = ['--start-time', '2026-01-31T09:00:00Z', '--api-key', 'key', '--api-secret', "it's", '--seed', '3'];
    const program = await start(['--port', '0', ...asked]);
    const [call = ''] = /curl .*/.exec(program.output.stdout) ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-c', `${call} --silent --fail`]);
    await program.stop();
    const days: string[] = JSON.parse(stdout).data.map((fax: { created_at: string }) => fax.created_at.slice(0, 10));
    expect(days.every((day) => day >= '2026-01-24' && day <= '2026-01-31')).toBe(true);
  });

  test('logs its start, each request with the reason of a failure, and its end, without secrets', async () => {
    const program = await start(['--port', '0', '--log-level', 'info']);
    await text(await answerTo(`${program.baseUrl}/v2.1/faxes?api_secret=${live.secret}`));
    await text(await answerTo(`${program.baseUrl}/v2.1/fax?api_secret=${live.secret}`));
    const { stderr } = await program.stop();
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^\S+Z /, '').replace(/[\d.]+ ms/, 'N ms'));
    expect(lines).toEqual([
      `start ${program.baseUrl}, data in memory, faxsim ${packageVersion()}`,
      'GET /v2.1/faxes 200 N ms',
      expect.stringMatching(/^GET \/v2\.1\/fax 404 N ms: .+; the nearest route is GET \/v2\.1\/faxes$/),
      'stop: SIGTERM',
    ]);
  });

  test('logs its start, faxes and webhooks as JSON when asked to, without a greeting', async () => {
    const program = launch(['--host', '0.0.0.0', '--port', '0', '--fixture', 'empty', '--pace', 'instant'], {
      ...{ FAXSIM_LOG_LEVEL: 'info', FAXSIM_LOG_FORMAT: 'json' },
      ...{ FAXSIM_SEND_CALLBACK_URL: 'http://user:pass@127.0.0.1:9/hook?token=x' },
    });
    while (!program.output.stderr.includes('\n')) await once(program.process.stderr, 'data');
    const started = JSON.parse(program.output.stderr);
    expect(started).toMatchObject({
      event: 'start',
      version: packageVersion(),
      console: expect.stringContaining('/_faxsim/ui/#token='),
      data: null,
    });
    const baseUrl: string = started.url;
    const authorization = `Basic ${btoa(`${live.key}:${live.secret}`)}`;
    const body = new URLSearchParams({ to: '+15555551017', content_url: 'https://example.com' });
    await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', headers: { authorization }, body });
    while (!program.output.stderr.includes('"webhook":')) await once(program.process.stderr, 'data');
    program.process.kill();
    const { stdout, stderr } = await program.ended;
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/pass@|token=x/);
    const events = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          event: 'request',
          status: 200,
          request_id: expect.any(String),
          new_fax_ids: [expect.any(Number)],
        }),
        expect.objectContaining({ event: 'fax', status: 'failure', error_id: 17 }),
        expect.objectContaining({ event: 'stop', reason: 'SIGTERM' }),
        expect.objectContaining({
          event: 'webhook',
          url: 'http://•••@127.0.0.1:9/hook',
          state: 'pending',
          message: expect.stringContaining('refused'),
        }),
      ]),
    );
  });

  test.each([
    ['nothing at all where the log is silent', ['--log-level', 'silent'], []],
    [
      'what is unmet as JSON, where the log is JSON',
      ['--log-level', 'error', '--log-format', 'json'],
      ['pending: outage/down', 'never fired: outage/down'],
    ],
  ])('prints %s', async (_, flags, unmet) => {
    const directory = await newDirectory();
    const port = join(directory, 'port');
    const program = launch(['--port', '0', '--port-file', port, '--scenarios', 'outage', ...flags]);
    await expect(run(['wait', '--port-file', port])).resolves.toMatchObject({ code: 0 });
    program.process.kill();
    const { code, stdout, stderr } = await program.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    const events = stderr
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    expect(events).toEqual(
      unmet.map((text) =>
        expect.objectContaining({ event: 'unmet', level: 'error', message: expect.stringContaining(text) }),
      ),
    );
  });
});

describe('the program ends with one line', () => {
  test.each([
    [['--prot', '80'], {}, 2, 'unknown flag "--prot"; the nearest is --port'],
    [[], { FAXSIM_PROT: '80' }, 2, 'unknown environment variable "FAXSIM_PROT"; the nearest is FAXSIM_PORT'],
    [['--host', 'no.such.host.invalid'], {}, 2, '--host: "no.such.host.invalid" is no name or address of this machine'],
    [[], { FAXSIM_HOST: '192.0.2.1' }, 2, 'FAXSIM_HOST: "192.0.2.1" is no name or address of this machine'],
    [
      ['--port', '0', '--port-file', '/no/such/place/port'],
      {},
      2,
      '--port-file: cannot write "/no/such/place/port": there is no such file or directory',
    ],
  ])('for %j and %j', async (args, environment, code, line) => {
    expect(await run(args, environment)).toEqual({ code, stdout: '', stderr: `faxsim: ${line}\n` });
  });

  test('and exit code 4 when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const byFlag = await run(['--port', String(port)]);
    const byVariable = await run([], { FAXSIM_PORT: String(port) });
    other.close();
    expect([byFlag, byVariable]).toEqual([
      {
        code: 4,
        stdout: '',
        stderr: `faxsim: --port: ${port} on 127.0.0.1 is in use; take another port, or a free one with 0\n`,
      },
      {
        code: 4,
        stdout: '',
        stderr: `faxsim: FAXSIM_PORT: ${port} on 127.0.0.1 is in use; take another port, or a free one with 0\n`,
      },
    ]);
  });

  test('when the data directory is a file', async () => {
    const file = join(directory, 'file');
    await writeFile(file, 'mine');
    const { code, stdout, stderr } = await run(['--data', file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^faxsim: --data: .*file.*\n$/);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('when the data directory was made from another fixture than is asked for', async () => {
    await (await start(['--port', '0', '--data', directory, '--fixture', 'empty'])).stop();
    const ended = await run(['--port', '0', '--data', directory], { FAXSIM_FIXTURE: 'demo' });
    const advice = 'leave out the fixture to go on with these records, or give the new one a directory of its own';
    const line = `faxsim: FAXSIM_FIXTURE: ${directory} was made from the fixture empty, not from demo: ${advice}\n`;
    expect(ended).toEqual({ code: 2, stdout: '', stderr: line });
  });
});

describe('asked to do no more than tell, the program', () => {
  test('shows its help', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect({ code, stderr, usage: stdout.split('\n')[0] }).toEqual({
      code: 0,
      stderr: '',
      usage: 'Usage: faxsim [command] [options]',
    });
  });

  test('shows the options of a command before the program that the command runs', async () => {
    const { stdout } = await run(['bisect', '--help']);
    expect(stdout.split('\n')[0]).toBe('Usage: faxsim bisect FILE [options] [-- PROGRAM [ARGUMENT]...]');
  });

  test("shows its package's version", async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    const told = { code: 0, stdout: `${version}\n`, stderr: '' };
    expect(await Promise.all([run(['--version']), run(['-v']), run(['version'])])).toEqual([told, told, told]);
  });

  test('shows the help of a command that is asked for by a word or by a flag', async () => {
    const [word, flag] = await Promise.all([run(['help', 'clock'], { FAXSIM_PROT: '1' }), run(['clock', '-h'])]);
    expect(word).toEqual(flag);
    expect(word).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: faxsim clock ') });
    expect(await run(['help', 'clokc'])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('at the end, the program', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('stops at %s with exit code 0', async (signal) => {
    const program = await start(['--port', '0', '--data', directory]);
    await text(await answerTo(`${program.baseUrl}/_faxsim/livez`));
    expect(await program.stop(signal)).toMatchObject({ code: 0, stderr: '' });
  });

  test('stops even when a client never finishes its request', async () => {
    const program = await start(['--port', '0']);
    const unfinished = await requestInFlight(`${program.baseUrl}/v1/faxList`);
    const broken = once(unfinished, 'error');
    expect(await program.stop()).toMatchObject({ code: 0 });
    await broken;
  });

  test('first answers the requests that are in flight', async () => {
    const program = await start(['--port', '0']);
    const inFlight = await requestInFlight(`${program.baseUrl}/v1/faxList`);
    const answered = once(inFlight, 'response');
    const stopped = program.stop();
    inFlight.end(`api_key=${live.key}&api_secret=${live.secret}`);
    const [answer]: IncomingMessage[] = await answered;
    expect(JSON.parse(await text(answer!))).toMatchObject({ success: true });
    expect(await stopped).toMatchObject({ code: 0, stderr: '' });
  });

  test('leaves what was changed in its data directory for the next start', async () => {
    const first = await start(['--port', '0', '--data', directory, '--fixture', 'empty']);
    await text(await answerTo(`${first.baseUrl}/v2.1/blocking_rules/receive?from=*&to=*`, 'POST'));
    await first.stop();
    const second = await start(['--port', '0', '--data', directory]);
    const rules = JSON.parse(await text(await answerTo(`${second.baseUrl}/v2.1/blocking_rules`)));
    await second.stop();
    expect(rules.data).toMatchObject([{ from: '*', to: '*' }]);
  });
});

describe('the output of the program', () => {
  const shell = async (script: string) => {
    const environment = { ...process.env, FAXSIM: `${process.execPath} ${installedMain}` };
    const child = execFile('bash', ['-c', script], { env: environment });
    const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
    return { stdout: stdout.trim(), stderr };
  };

  test('comes whole to a reader that takes its time', async () => {
    const program = await start(['--port', '0', '--fixture', 'empty']);
    const evidence = `$FAXSIM evidence --json --url ${program.baseUrl}`;
    const ended = await shell(`${evidence} | wc -c; ${evidence} | (sleep 1; wc -c)`);
    await program.stop();
    const [atOnce = 0, late = 0] = ended.stdout.split('\n').map(Number);
    expect(atOnce).toBeGreaterThan(2 ** 16);
    expect(late).toBe(atOnce);
  });

  test('ends it without a word when the reader leaves, as other programs end', async () => {
    const program = await start(['--port', '0', '--fixture', 'empty']);
    const ended = await shell(`$FAXSIM evidence --json --url ${program.baseUrl} | head -1; echo "\${PIPESTATUS[0]}"`);
    await program.stop();
    expect(ended).toEqual({ stdout: '{\n141', stderr: '' });
  });

  test('is missed with one line where there is no room for it', async () => {
    expect(await shell('$FAXSIM --help > /dev/full; echo $?')).toEqual({
      stdout: '2',
      stderr: 'faxsim: cannot write what is to be printed: ENOSPC\n',
    });
    expect(await shell('$FAXSIM --port 0 > /dev/full 2> /dev/full; echo $?')).toEqual({ stdout: '2', stderr: '' });
  });
});

describe('the health check', () => {
  test('finds the running program, also by its port file and when it listens on all addresses', async () => {
    const settings = { FAXSIM_PORT: '0', FAXSIM_HOST: '0.0.0.0', FAXSIM_PORT_FILE: join(directory, 'port') };
    const program = await start([], settings);
    const ended = await run(['healthcheck'], settings);
    await program.stop();
    expect(ended).toEqual({ code: 0, stdout: `faxsim: ${program.baseUrl}/_faxsim/livez is alive\n`, stderr: '' });
  });

  test('fails with one line when nothing listens', async () => {
    const program = await start(['--port', '0']);
    await program.stop();
    const ended = await run(['healthcheck', '--port', new URL(program.baseUrl).port]);
    const line = `faxsim: no answer from ${program.baseUrl}/_faxsim/livez: ECONNREFUSED; is faxsim running? Start it with faxsim start, or say where it is with --url, --port or FAXSIM_PORT\n`;
    expect(ended).toEqual({ code: 1, stdout: '', stderr: line });
  });
});

async function answerTo(url: string, method = 'GET'): Promise<IncomingMessage> {
  const sent = request(url, { method, agent: false, headers: { authorization } }).end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  return answer!;
}

/** A request whose head the program has read, and whose body it waits for. */
async function requestInFlight(url: string) {
  const headers = { expect: '100-continue', 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(url, { method: 'POST', agent: false, headers });
  sent.flushHeaders();
  await once(sent, 'continue');
  return sent;
}
