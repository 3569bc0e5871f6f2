import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';

const root = new URL('../', import.meta.url).pathname;

const runners = [
  {
    ...{ name: 'Jest', program: ['jest/bin/jest.js'], ending: 'test.js' },
    imported: "const { openSimulator } = require('faxsim');",
    config: ['jest.config.js', "module.exports = { globalSetup: 'faxsim/jest-setup' };"],
  },
  {
    ...{ name: 'Vitest', program: ['vitest/vitest.mjs', 'run'], ending: 'test.mjs' },
    imported: "import { openSimulator } from 'faxsim';",
    config: ['vitest.config.mjs', "export default { test: { globals: true, globalSetup: 'faxsim/vitest-setup' } };"],
  },
] as const;

const tests = `
  let simulator;
  beforeAll(async () => { simulator = await openSimulator(); });
  afterAll(() => simulator.close());
  test('a', async () => {
    const world = await simulator.world({ name: simulator.baseUrl, fixture: 'empty' });
    const found = await world.worlds.list();
    console.log('at ' + simulator.baseUrl + ', world ' + (found.length - 1));
  });`;

test.each(runners)('the files of a run of $name share a simulator, which ends with the run', async (runner) => {
  const folder = join(project, `suite-${runner.name}`);
  await mkdir(folder, { recursive: true }); // a second attempt finds it
  await writeFile(join(folder, runner.config[0]), runner.config[1]);
  for (const name of ['a', 'b']) await writeFile(join(folder, `${name}.${runner.ending}`), runner.imported + tests);
  const [program = '', ...args] = runner.program;
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
  const command = [join(root, 'node_modules', program), ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd: folder, env });
  const lines = [...(stdout + stderr).matchAll(/at (http:\S+), world (\d)/g)];
  expect(lines.map(([, , world]) => world).toSorted()).toEqual(['1', '2']);
  const [url, other] = lines.map(([, at]) => at);
  expect(other).toBe(url);
  await expect(fetch(`${url}/_faxsim/livez`)).rejects.toThrow('fetch failed');
});

/** Runs a script with the module of the set-up, as the main process of Jest does. */
async function setUp(script: string, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const code = `const setUp = require('faxsim/jest-setup'); (async () => { ${script} })();`;
  const options = { cwd: project, env: { PATH: process.env['PATH'], ...env } };
  return JSON.parse((await promisify(execFile)(process.execPath, ['-e', code], options)).stdout);
}

test('a further run of a watch mode keeps the simulator', async () => {
  const script = `await setUp(); const { FAXSIM_URL: url } = process.env; await setUp();
    const answer = await fetch(url + '/_faxsim/livez');
    console.log(JSON.stringify([answer.status, process.env.FAXSIM_URL === url]));`;
  expect(await setUp(script)).toEqual([200, true]);
});

test('a simulator that FAXSIM_URL names already is used', async () => {
  const script = 'await setUp(); console.log(JSON.stringify(process.env.FAXSIM_URL));';
  expect(await setUp(script, { FAXSIM_URL: 'http://127.0.0.1:9' })).toBe('http://127.0.0.1:9');
});

test('a simulator that cannot start fails the run', async () => {
  const script = 'await setUp().catch(({ message }) => console.log(JSON.stringify(message)));';
  expect(await setUp(script, { FAXSIM_FIXTURE: '/missing.yaml' })).toBe(
    'the simulator of the run ended with exit code 2 before it listened',
  );
});
