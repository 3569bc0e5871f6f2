import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { expect, test } from '@jest/globals';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { explainFailure, startWith } from '../../src/cli/start.ts';
import { startSimulator } from '../../src/index.ts';
import { portOf } from '../support/port.ts';

/** The message of a start at a port that is in use. */
async function messageOf(flag: string, port: number): Promise<string> {
  const ports = flag === '--port' ? [flag, String(port)] : ['--port', '0', '--https', 'localhost', flag, String(port)];
  const invocation = readCommandLine(['start', '--fixture', 'empty', '--log-level', 'silent', ...ports], {});
  const error = await startWith(invocation).then(
    () => undefined,
    (thrown: unknown) => explainFailure(thrown, invocation),
  );
  return (error as Error).message;
}

test.each(['--port', '--https-port'])('a port of %s that faxsim has leads to its console', async (flag) => {
  const running = await startSimulator({ fixture: 'empty', https: ['localhost'], httpsPort: 0 });
  const base = flag === '--port' ? running.baseUrl : (running.https?.baseUrl ?? '');
  const message = await messageOf(flag, Number(new URL(base).port));
  await running.close();
  expect(message).toBe(
    `${flag}: ${new URL(base).port} on 127.0.0.1 is in use by faxsim, with its console at ${base}/_faxsim/ui/; ` +
      'use that one, or take another port, or a free one with 0',
  );
});

test.each(['--port', '--https-port'])('a start at the %s of a simulator leaves nothing in its worlds', async (flag) => {
  const running = await startSimulator({ fixture: 'empty', https: ['localhost'], httpsPort: 0 });
  const base = flag === '--port' ? running.baseUrl : (running.https?.baseUrl ?? '');
  await messageOf(flag, Number(new URL(base).port));
  const { total } = await running.requests.list();
  const { entries } = await running.activity.list();
  await running.close();
  expect({ total, entries }).toEqual({ total: 0, entries: [] });
});

test.each<[string, string, () => Server]>([
  ['that answers', ' by another program', () => createHttpServer((_req, res) => res.end('hello'))],
  ['that says nothing of HTTP', '', () => createServer((socket) => socket.end())],
])('a port of a program %s is in use%s', async (_which, by, make) => {
  const other = make();
  const port = await portOf(other);
  const message = await messageOf('--port', port);
  other.close();
  expect(message).toBe(`--port: ${port} on 127.0.0.1 is in use${by}; take another port, or a free one with 0`);
});
