import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

/** Runs `.ci/run` in a folder with a README, where `npm` only writes down its arguments, and node those of `main.cjs`. */
async function runCi(
  readme: string,
  failing = 'none',
): Promise<{ code: number | null; stderr: string; calls: readonly string[] }> {
  const folder = await newDirectory();
  const calls = join(folder, 'calls');
  const programs = {
    npm: `echo "npm $*" >> ${calls}\n[ "npm $*" != "${failing}" ] || exit 1\n[ "$1" != start ] || exec sleep 60`,
    node: `[ "$1" != --version ] || { echo v20.0.0; exit; }
      until grep -q 'npm start' ${calls}; do :; done
      echo "node $*" >> ${calls}`,
    id: 'echo 1000', // so that no package of the system is installed
  };
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, '.ci'));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, 'bin', name), 0o755);
  }
  await copyFile(join(root, '.ci/run'), join(folder, '.ci/run'));
  await writeFile(join(folder, 'README.md'), readme);
  await writeFile(calls, '');
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
  const { status, stderr } = spawnSync('bash', [join(folder, '.ci/run')], { env, encoding: 'utf8' });
  return { code: status, stderr, calls: (await readFile(calls, 'utf8')).trimEnd().split('\n') };
}

describe('.ci/run', () => {
  test('runs both commands of the README, an installation once, and all else beside them or after', async () => {
    const { code, stderr, calls } = await runCi(await readFile(join(root, 'README.md'), 'utf8'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const checks = ['npm run lint', 'npm run format:check', 'npm run unused', 'npm run docs:check'];
    const isBeside = (call: string) => checks.includes(call) || call.startsWith('npm --prefix tools ci ');
    expect(calls.filter((call) => checks.includes(call))).toEqual(checks);
    expect(calls.filter(isBeside)).toHaveLength(5);
    const { others, programs, containers } = {
      others: calls.filter((call) => !isBeside(call)),
      programs: expect.stringContaining('--selectProjects programs browser'),
      containers: 'npm run test:containers',
    };
    const started = ['npm start', 'node dist/main.cjs wait --timeout 60s'];
    expect(others).toEqual(['npm ci', 'npm test', ...started, programs, containers]);
    expect(calls.indexOf('npm ci')).toBeLessThan(calls.indexOf('npm run lint'));
  });

  test('fails where a check of the code fails', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    expect(await runCi(readme, 'npm run docs:check')).toMatchObject({ code: 1 });
  });

  test.each(['test', 'start'])('refuses a README that has lost the command npm ci && npm %s', async (script) => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const { code, stderr, calls } = await runCi(readme.replaceAll(`npm ci && npm ${script}\n`, ''));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `README.md must have the command: npm ci && npm ${script}\n`,
    });
    expect(calls).toEqual(['']);
  });
});
