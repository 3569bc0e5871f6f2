import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assignments } from '../../src/cli/client-variables.ts';
import { startSimulator } from '../../src/package/embedded.ts';
import type { RunningSimulator } from '../../src/package/embedded.ts';
import { freePort, portOf } from '../support/port.ts';
import { launch, run, start } from '../support/program.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty' });
});
afterAll(() => simulator.close());

const shell = async (script: string): Promise<string> => (await promisify(execFile)('bash', ['-c', script])).stdout;

/** A server that is no simulator, while work goes on. */
async function besideAnother<T>(work: (port: number) => Promise<T>): Promise<T> {
  const other = createServer((_request, response) => response.end('hello'));
  const done = await work(await portOf(other));
  other.close();
  other.closeAllConnections();
  return done;
}

describe('env', () => {
  test('prints what a client of a world needs', async () => {
    const { id, baseUrl, credentials, close } = await simulator.world({ fixture: 'empty' });
    const { stdout } = await run(['env', '--url', simulator.baseUrl, '--world', id]);
    const said = await shell(`${stdout}\necho "$FAXSIM_URL $PHAXIO_BASE_URL $PHAXIO_API_KEY $FAXSIM_TEST_API_SECRET"`);
    expect(said).toBe(`${baseUrl} ${baseUrl} ${credentials.live.key} ${credentials.test.secret}\n`);
    const { stdout: json } = await run(['env', '--url', baseUrl, '--json']);
    expect(JSON.parse(json)).toMatchObject({ FAXSIM_URL: baseUrl, PHAXIO_API_SECRET: credentials.live.secret });
    await close();
  });

  test.each([
    ['sh', `export A='it'\\''s $B'\n`],
    ['fish', `set -gx A 'it\\'s $B'\n`],
    ['powershell', `$env:A = 'it''s $B'\n`],
    ['dotenv', `A="it's $B"\n`],
  ] as const)('quotes for %s', async (name, line) => {
    expect(assignments({ A: "it's $B" }, name)).toBe(line);
    if (name === 'sh') expect(await shell(`${line}\nprintf %s "$A"`)).toBe("it's $B");
  });
});

describe('wait', () => {
  test('waits until the simulator is there', async () => {
    const port = await freePort();
    const waiting = run(['wait', '--port', String(port)]);
    const program = await start(['--port', String(port), '--fixture', 'empty']);
    expect(await waiting).toMatchObject({ code: 0, stdout: `faxsim: ${program.baseUrl}/_faxsim/readyz is ready\n` });
    await program.stop();
  });

  test('gives up in time, with the reason', async () => {
    const port = await freePort();
    const { code, stderr } = await run(['wait', '--port', String(port), '--timeout', '60ms']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `faxsim: no answer from http://127.0.0.1:${port}/_faxsim/readyz: ECONNREFUSED; is faxsim running? Start it with faxsim start, or say where it is with --url, --port or FAXSIM_PORT\n`,
    });
  });
});

describe('doctor', () => {
  test('finds a simulator, and an application that takes webhooks', async () => {
    const { hostname, port } = new URL(simulator.baseUrl);
    const ended = await besideAnother((other) =>
      run(['doctor', '--host', hostname, '--port', port, `http://localhost:${other}/fax`]),
    );
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(new RegExp(`^ok {2}simulator: faxsim answers at ${simulator.baseUrl}\n`));
    expect(ended.stdout).toMatch(/ok {2}webhook: localhost takes connections on port \d+\n$/);
  });

  const findingsOf = async (...args: string[]) => {
    const { code, stdout } = await run(['doctor', '--json', ...args]);
    return { code, findings: JSON.parse(stdout) as { about: string; found: string; advice?: string }[] };
  };

  test('prints the authority to trust, of a simulator with its own certificate', async () => {
    const secure = await startSimulator({ fixture: 'empty', https: ['localhost', '127.0.0.1'] });
    const { code, findings } = await findingsOf('--url', secure.https!.baseUrl);
    await secure.close();
    expect(code).toBe(1);
    expect(findings[0]).toMatchObject({
      found: expect.stringMatching(/UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN/),
      advice: expect.stringMatching(/_faxsim\/ca\.pem.*NODE_EXTRA_CA_CERTS/),
    });
  });

  test('says that no TLS is spoken where https is asked for', async () => {
    const wrong = simulator.baseUrl.replace('http:', 'https:');
    const { code, findings } = await findingsOf('--url', wrong, `${wrong}/fax`);
    expect(code).toBe(1);
    expect(findings[0]?.advice).toMatch(/^No TLS is spoken there/);
    expect(findings.at(-1)).toMatchObject({
      about: 'webhook',
      isWell: false,
      found: expect.stringContaining('no TLS'),
    });
  });

  test('says how to start a simulator where none runs', async () => {
    const port = await freePort();
    const { findings } = await findingsOf('--port', String(port));
    expect(findings[0]?.advice).toMatch(/^Start it with faxsim start/);
  });

  test('gives the control token, and notices that calls are refused', async () => {
    const guarded = createServer((request, response) => {
      const isOpen = request.url === '/_faxsim/livez' || request.headers.authorization === 'Bearer sesame';
      response.statusCode = isOpen ? 200 : 401;
      response.end(JSON.stringify(isOpen ? { status: 'ok', data: { version: '1' } } : { message: 'no token' }));
    });
    const url = `http://127.0.0.1:${await portOf(guarded)}`;
    const [refused, taken] = await Promise.all([
      findingsOf('--url', url),
      findingsOf('--url', url, '--control-token', 'sesame'),
    ]);
    guarded.close();
    guarded.closeAllConnections();
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.findings[1]).toMatchObject({
      about: 'control',
      isWell: false,
      found: 'calls are refused: no token',
    });
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.findings[1]).toMatchObject({ about: 'control', isWell: true });
  });

  test('finds the world that a URL names, or misses it', async () => {
    const world = await simulator.world({ fixture: 'empty', id: 'mine' });
    const { code, findings } = await findingsOf('--url', `${simulator.baseUrl}/w/mine/`);
    expect({ code, findings: findings.slice(0, 3) }).toEqual({
      code: 0,
      findings: [
        { about: 'simulator', isWell: true, found: `faxsim answers at ${simulator.baseUrl}` },
        { about: 'control', isWell: true, found: expect.stringMatching(/^calls are taken by faxsim/) },
        { about: 'world', isWell: true, found: 'mine is there' },
      ],
    });
    await world.close();
    const missed = await findingsOf('--url', `${simulator.baseUrl}/w/mine`);
    expect(missed.code).toBe(1);
    expect(missed.findings[2]).toMatchObject({
      about: 'world',
      isWell: false,
      found: expect.stringContaining('mine'),
      advice: 'faxsim worlds list shows those that are there.',
    });
    expect(JSON.stringify(missed)).not.toContain('token');
  });

  test('calls a simulator by a name below localhost', async () => {
    const { port } = new URL(simulator.baseUrl);
    const { code, findings } = await findingsOf('--url', `http://fax.localhost:${port}`);
    expect({ code, findings: findings.slice(0, 2) }).toMatchObject({
      code: 0,
      findings: [
        { about: 'simulator', isWell: true },
        { about: 'control', isWell: true },
      ],
    });
  });

  test('says who has the port that a simulator would take', async () => {
    const ended = await besideAnother((port) => run(['doctor', '--port', String(port), '--json']));
    const findings = JSON.parse(ended.stdout) as { about: string; isWell: boolean; found: string }[];
    expect(ended.code).toBe(1);
    expect(findings.slice(0, 2)).toMatchObject([
      { about: 'simulator', isWell: false, found: expect.stringMatching(/^what answers at .* is not faxsim$/) },
      { about: 'port', isWell: false, found: expect.stringContaining('is in use') },
    ]);
    if (process.platform === 'linux') expect(findings[1]?.found).toContain(`(pid ${process.pid})`);
  });

  test.each(['ftp://here', 'nope', 'http://'])('refuses %s as a webhook URL', async (url) => {
    const { code, stderr } = await run(['doctor', url]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `faxsim: doctor: WEBHOOK-URL must be an http or https URL, got "${url}"\n`,
    });
  });

  test.each([
    ['https://hooks.example.com/fax', 'hooks.example.com is a public name'],
    ['http://8.8.8.8/fax', '8.8.8.8 is 8.8.8.8, no private address'],
    ['http://no-such-name.test/', 'no-such-name.test is not known here'],
    ['http://127.0.0.1:1/', 'no connection to 127.0.0.1, port 1: ECONNREFUSED'],
  ])('says what is wrong with the webhook URL %s, and what to do', async (url, found) => {
    const { code, stdout } = await run(['doctor', '--url', simulator.baseUrl, '--json', url]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).at(-1)).toEqual({
      ...{ about: 'webhook', isWell: false, found },
      advice: expect.stringMatching(/.{20}/),
    });
  });
});

test('a command that is asked for help shows its own options alone', async () => {
  const { code, stdout } = await launch(['wait', '--help']).ended;
  const flags = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
  expect({ code, flags }).toEqual({
    code: 0,
    flags: ['--url', '--host', '--port', '--port-file', '--url-file', '--timeout', '--help'],
  });
});
