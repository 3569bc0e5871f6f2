import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { installedMain, project } from './support/installed-package.ts';

const root = new URL('../', import.meta.url).pathname;
const folder = join(project, 'containers');
/** With the fake of the peer, as a package that node finds. */
const env = { PATH: process.env['PATH'], NODE_PATH: join(root, 'test/support'), FAXSIM_MAIN: installedMain };

beforeAll(() => mkdir(folder));

const node = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: folder, env, timeout: 60_000 });

/** The output of a program that has a container. */
async function printed(script: string): Promise<string> {
  const { stdout } = await node([
    '-e',
    `const { FaxsimContainer } = require('faxsim/testcontainers');
    void (async () => { ${script} })();`,
  ]);
  return stdout;
}

describe('faxsim/testcontainers', () => {
  test('gives a client a base URL, and the control API with a token', async () => {
    const script = `
      const container = await new FaxsimContainer().withEnvironment({ FAXSIM_FIXTURE: 'empty' }).start();
      const world = await container.world({ id: 'mine', clock: 'manual' });
      console.log((await container.simulator.worlds.list()).map(({ id, faxes }) => id + faxes).join());
      console.log(world.baseUrl === container.baseUrl + '/w/mine');
      console.log((await fetch(container.baseUrl + '/_faxsim/clock')).status);
      await world.close();
      await container.stop();`;
    expect(await printed(script)).toBe('default0,mine0\ntrue\n401\n');
  });

  test('uses the control token that the environment of the container has', async () => {
    const script = `
      const container = await new FaxsimContainer().withEnvironment({ FAXSIM_CONTROL_TOKEN: 'mine' }).start();
      const headers = { authorization: 'Bearer mine' };
      console.log((await fetch(container.baseUrl + '/_faxsim/clock', { headers })).status);
      console.log((await container.simulator.worlds.show()).id);
      await container.stop();`;
    expect(await printed(script)).toBe('200\ndefault\n');
  });

  test('passes the guide’s example, with a webhook to this machine', async () => {
    const guide = await readFile(join(root, 'docs/testing.md'), 'utf8');
    const [, example = ''] = /^```js\n\/\/ container\.test\.mjs\n(.*?)^```$/ms.exec(guide) ?? [];
    await writeFile(join(folder, 'container.test.mjs'), example);
    const { stdout } = await node(['--test', 'container.test.mjs']);
    expect(stdout).toMatch(/pass 1\n/);
  });

  test('names the package that is missing where a project has no Testcontainers', async () => {
    const outcome = promisify(execFile)(process.execPath, ['-e', `require('faxsim/testcontainers')`], { cwd: folder });
    await expect(outcome).rejects.toThrow("Cannot find module 'testcontainers'");
  });
});

// Installed by `npm --prefix tools ci`, which .ci/run does.
const peer = join(root, 'tools/node_modules/testcontainers/build/index.d.ts');
const typescript = join(root, 'node_modules/typescript/bin/tsc');

(existsSync(peer) ? test : test.skip)('the types fit those of the package testcontainers', async () => {
  const use = `
    import { GenericContainer } from 'testcontainers';
    import { FaxsimContainer } from 'faxsim/testcontainers';
    export async function used(): Promise<string> {
      const generic: GenericContainer = new FaxsimContainer();
      const container = await new FaxsimContainer('faxsim:1').withReuse().withHostPorts(3000).withName('fax').start();
      // @ts-expect-error
      await container.world({ pace: 'unknown' });
      const { id } = await container.world({ fixture: 'empty' });
      return generic === undefined ? container.getId() : id;
    }`;
  const paths = { testcontainers: [peer] };
  const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [], paths };
  await writeFile(join(folder, 'use.mts'), use);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.mts'] }));
  const { stdout } = await node([typescript]).catch((error: unknown) => error as { stdout: string });
  expect(stdout).toBe('');
});
