import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../src/index.ts';
import type { RunningSimulator, StartOptions } from '../src/index.ts';
import { portOf } from './support/port.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const running: RunningSimulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
});

async function start(options: StartOptions) {
  const simulator = await startSimulator({ fixture: 'empty', ...options });
  running.push(simulator);
  return simulator;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Calls a simulator as a client would that has a name fixed in its code, and trusts one authority only. */
function call({ https, credentials: { live } }: RunningSimulator, servername: string, path: string): Promise<Answer> {
  const { port } = new URL(https?.baseUrl ?? '');
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, servername, path, ca: https?.ca, headers: { Host: servername } },
        auth: `${live.key}:${live.secret}`,
      },
      (res) => {
        let body = '';
        res.on('data', (chunk: Buffer) => (body += chunk.toString()));
        res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body }));
      },
    );
    asked.on('error', reject).end();
  });
}

describe('HTTPS', () => {
  test('is served for the names that were asked for, to who trusts the authority', async () => {
    const simulator = await start({ https: ['api.phaxio.com'] });
    const { status, headers, body } = await call(simulator, 'api.phaxio.com', '/v2.1/faxes');
    expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({ status: 200, body: { success: true } });
    expect(headers['strict-transport-security']).toBe('max-age=0');
    expect((await call(simulator, 'api.phaxio.com', '/_faxsim/clock')).status).toBe(200);
    await expect(call(simulator, 'api.example.com', '/v2.1/faxes')).rejects.toThrow('altnames');
    expect((await call(simulator, '', '/v2.1/faxes')).status).toBe(200); // at the base URL that it says it has
    const { baseUrl, https } = simulator;
    await expect(call({ ...simulator, https: { ...https!, ca: '' } }, 'api.phaxio.com', '/')).rejects.toThrow(/cert/);
    const authority = await fetch(`${baseUrl}/_faxsim/ca.pem`);
    expect([authority.status, authority.headers.get('content-type')]).toEqual([200, 'application/x-pem-file']);
    expect(await authority.text()).toBe(https?.ca);
  });

  test('never has the recorded Strict-Transport-Security, in whatever way an answer is sent', async () => {
    const simulator = await start({ https: ['api.phaxio.com'] });
    const rules = [{ id: 'drops', on: 'listFaxes', do: { wire: { dribble: { chunks: 2, over: 0 } } } }];
    await simulator.scenarios.switch({ source: JSON.stringify({ name: 'slow', description: 'a test', rules }) });
    for (const path of ['/v2.1/faxes', '/v1/faxStatus?id=1', '/v2.1/faxes/1']) {
      const { headers } = await call(simulator, 'api.phaxio.com', path);
      expect(headers['strict-transport-security']).toBe('max-age=0');
    }
  });

  test('has certificates that OpenSSL takes at its strictest', async () => {
    const { https } = await start({ https: ['localhost', '127.0.0.1'] });
    const ca = join(await newDirectory(), 'ca.pem');
    await writeFile(ca, https?.ca ?? '');
    const { port } = new URL(https?.baseUrl ?? '');
    const args = [
      's_client',
      '-connect',
      `127.0.0.1:${port}`,
      '-CAfile',
      ca,
      '-x509_strict',
      '-verify_hostname',
      'localhost',
    ];
    const asking = promisify(execFile)('openssl', [...args, '-verify_return_error']);
    asking.child.stdin?.end();
    expect((await asking).stdout).toContain('Verify return code: 0 (ok)');
  });

  test('keeps its authority in a folder, so that clients need to be told only once', async () => {
    const httpsCa = join(await newDirectory(), 'authority');
    const first = await start({ https: ['a.test'], httpsCa });
    const second = await start({ https: ['b.test'], httpsCa });
    expect(second.https?.ca).toBe(first.https?.ca);
    expect(await readFile(join(httpsCa, 'ca.pem'), 'utf8')).toBe(first.https?.ca);
    expect((await stat(join(httpsCa, 'ca-key.pem'))).mode & 0o077).toBe(0);
    expect((await call(second, 'b.test', '/v2.1/faxes')).status).toBe(200);
  });

  test('has one authority in the folder, however many begin there at once', async () => {
    const httpsCa = join(await newDirectory(), 'authority');
    const all = await Promise.all(Array.from({ length: 8 }, () => start({ https: ['a.test'], httpsCa })));
    const kept = await readFile(join(httpsCa, 'ca.pem'), 'utf8');
    expect(all.map(({ https }) => https?.ca)).toEqual(all.map(() => kept));
    for (const one of all) expect((await call(one, 'a.test', '/v2.1/faxes')).status).toBe(200);
  });

  test('does not start with an authority that is broken, or a folder that cannot be', async () => {
    const folder = await newDirectory();
    await writeFile(join(folder, 'ca.pem'), 'no certificate');
    const broken = startSimulator({ https: ['a.test'], httpsCa: folder });
    await expect(broken).rejects.toMatchObject({
      setting: 'httpsCa',
      message: expect.stringContaining('belong together'),
    });
    const impossible = startSimulator({ https: ['a.test'], httpsCa: join(folder, 'ca.pem', 'x') });
    await expect(impossible).rejects.toMatchObject({ setting: 'httpsCa', message: expect.stringContaining('written') });
  });

  test('lets go of everything when its port is in use', async () => {
    const other = createServer();
    const httpsPort = await portOf(other);
    await expect(startSimulator({ https: ['a.test'], httpsPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });

  test('is off unless it is asked for', async () => {
    const { baseUrl, https } = await start({});
    expect(https).toBeUndefined();
    expect((await fetch(`${baseUrl}/_faxsim/ca.pem`)).status).toBe(404);
  });
});
