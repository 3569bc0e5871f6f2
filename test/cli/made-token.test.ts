import { expect, test } from '@jest/globals';
import { start } from '../support/program.ts';
import type { StartedProgram } from '../support/program.ts';

const consoleUrl = ({ output }: StartedProgram): URL => new URL(/console +(\S+)/.exec(output.stdout)?.[1] ?? '');

/** A control call that counts as one from another machine. */
async function callFromElsewhere({ baseUrl }: StartedProgram, token: string): Promise<number> {
  const headers = { 'X-Forwarded-For': '192.0.2.7', Authorization: `Bearer ${token}` };
  const { port } = new URL(baseUrl);
  return (await fetch(`http://127.0.0.1:${port}/_faxsim/world`, { headers })).status;
}

test('a program that listens beyond loopback makes a token, and prints it with the console alone', async () => {
  const program = await start(['--host', '0.0.0.0', '--port', '0', '--fixture', 'empty']);
  const token = new URLSearchParams(consoleUrl(program).hash.slice(1)).get('token') ?? '';
  const statuses = [await callFromElsewhere(program, token), await callFromElsewhere(program, 'other')];
  const { stdout } = await program.stop();
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(statuses).toEqual([200, 401]);
  expect(stdout.split(token)).toHaveLength(2);
});

test.each([
  ['on loopback', ['--port', '0']],
  ['with a token of its own', ['--host', '0.0.0.0', '--port', '0', '--control-token', 'open-sesame']],
])('a program %s prints no token', async (_, args) => {
  const program = await start([...args, '--fixture', 'empty']);
  const { hash } = consoleUrl(program);
  const { stdout } = await program.stop();
  expect(hash).toBe('');
  expect(stdout).not.toMatch(/token|sesame/);
});
