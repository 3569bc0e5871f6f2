import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { healthcheck } from '../../src/cli/wait.ts';
import { portOf } from '../support/port.ts';

async function checkAgainst(listener: RequestListener): Promise<unknown> {
  const server = createServer(listener);
  const port = await portOf(server);
  const failure = await healthcheck(readCommandLine(['--port', String(port)], {})).catch((error: unknown) => error);
  server.close();
  server.closeAllConnections();
  return failure;
}

test('a status other than 200 is not alive', async () => {
  const failure = await checkAgainst((_request, response) => response.writeHead(503).end());
  expect(failure).toMatchObject({ exitCode: 1, message: expect.stringMatching(/livez answers with status 503$/) });
});

test('a program that closes the connection is not alive', async () => {
  const failure = await checkAgainst((request) => request.socket.destroy());
  expect(failure).toMatchObject({ exitCode: 1, message: expect.stringMatching(/livez: ECONNRESET$/) });
});

test('port 0 names no simulator', async () => {
  const { message } = (await healthcheck(readCommandLine(['--port', '0'], {})).catch(
    (error: unknown) => error as Error,
  )) as Error;
  expect(message).toBe('--port: 0 does not say which port to ask, unless with --port-file');
});
