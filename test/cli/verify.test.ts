import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../support/port.ts';
import { run, start } from '../support/program.ts';
import type { StartedProgram } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();

let simulator: StartedProgram;
beforeAll(async () => {
  simulator = await start(['--port', '0', '--clock', 'manual', '--start-time', '2026-01-31T09:00:00Z']);
});
afterAll(() => simulator.stop());

const { key, secret } = { key: 'a key of my own', secret: 'a secret of my own' };
const verify = (...args: string[]) => run(['verify', ...args]);

describe('faxsim verify', () => {
  test('finds the simulator as expected, with its documents', async () => {
    const { code, stdout, stderr } = await verify('--against', simulator.baseUrl);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^All as expected\. http:\/\/127\.0\.0\.1:\d+: \d+ requests, 0 not looked at\.\n/);
  });

  test('ends with 3 where something is otherwise, and tells it as JSON too', async () => {
    const scenario = join(await freshDirectory(), 'drift.yaml');
    const patch = '{ data: { balance: "93" } }';
    await writeFile(
      scenario,
      `name: drift\ndescription: Money as text.\nrules:\n  - { id: cost, on: getAccountStatus, where: { version: v2 }, do: { patch: ${patch} } }\n`,
    );
    const drifting = await start(['--port', '0', '--fixture', 'empty', '--scenarios', scenario]);
    const { code, stdout } = await verify('v2', '--json', '--against', drifting.baseUrl);
    const text = await verify('v2', '--against', drifting.baseUrl);
    await drifting.stop();
    const { drifts } = JSON.parse(stdout) as { drifts: object[] };
    expect(code).toBe(3);
    expect(drifts).toMatchObject([{ version: 'v2', operation: 'getAccountStatus', field: 'data.balance' }]);
    expect(text.code).toBe(3);
    expect(text.stdout).toContain('v2 getAccountStatus data.balance\n   expected: integer\n   seen:     "93"\n');
  });

  test('takes the keys from the environment, and says when they are not taken, without showing them', async () => {
    const environment = { FAXSIM_API_KEY: key.replaceAll(' ', '-'), FAXSIM_API_SECRET: secret.replaceAll(' ', '-') };
    const ended = await run(['verify', '--against', simulator.baseUrl], environment);
    expect(ended).toEqual({
      code: 2,
      stdout: '',
      stderr: 'faxsim: --key, --secret: the server does not take this API key and API secret\n',
    });
  });

  test('ends with 1 when no server answers', async () => {
    const port = await freePort();
    const ended = await verify('--against', `http://127.0.0.1:${port}`);
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `faxsim: no answer from http://127.0.0.1:${port} to v2.1 getAccountStatus: ECONNREFUSED\n`,
    });
  });

  test.each([
    [[], '--against: the URL of the server is missing'],
    [['v3', '--against', 'http://127.0.0.1:9'], 'there is no version "v3": v1, v2 or v2.1'],
    [
      ['--against', 'fax'],
      '--against must be an http or https URL, without a version such as /v2.1 at its end, got "fax"',
    ],
    [['--secret', '', '--against', 'http://127.0.0.1:9'], '--secret must be visible ASCII characters, got nothing'],
  ])('says what is wrong with %j', async (args, line) => {
    expect(await verify(...args)).toEqual({ code: 2, stdout: '', stderr: `faxsim: ${line}\n` });
  });
});
