import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { isScript } from '../../src/cli/package-manager.ts';
import { installedMain } from '../support/installed-package.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

test.each([
  ['node dist/main.cjs', true],
  ['faxsim', true],
  ['faxsim --port 0 2>&1', true],
  ['faxsim &> log', true],
  ['npm run build && faxsim', true],
  ["concurrently 'faxsim' 'vite'", true],
  ['faxsim & vite', false],
  ['nohup faxsim', false],
  ['setsid faxsim', false],
  ['./start-all.sh', false],
  ['vite', false],
])('a program of the script %j ends with its package manager: %s', (script, expected) => {
  const env = { npm_lifecycle_event: 'start', npm_lifecycle_script: script };
  expect(isScript({ env, argv: ['/usr/bin/node', '/home/me/dist/main.cjs'] })).toBe(expected);
});

test('a program that no package manager started ends with none', () => {
  expect(isScript({ env: {}, argv: ['/usr/bin/node', '/bin/faxsim'] })).toBe(false);
});

/** Pids of servers that a failing test would leave behind. */
const left: number[] = [];
afterEach(() => {
  for (const pid of left.splice(0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, as it is to.
    }
  }
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A package whose script `start` runs faxsim; its port file appears in the folder when it listens. */
async function packageWith(script: string): Promise<string> {
  const folder = await newDirectory();
  const bin = join(folder, 'node_modules/.bin');
  await mkdir(bin, { recursive: true });
  const faxsim = `#!/bin/sh\necho $$ > pid\nexec ${process.execPath} ${installedMain} --port 0 --port-file port --fixture empty\n`;
  await writeFile(join(bin, 'faxsim'), faxsim);
  await chmod(join(bin, 'faxsim'), 0o755);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', scripts: { start: script } }));
  return folder;
}

async function startedBy(command: string, args: string[], cwd: string): Promise<ChildProcess> {
  const npm = spawn(command, args, { cwd, stdio: 'ignore' });
  const read = (name: string) => readFile(join(cwd, name), 'utf8').catch(() => '');
  await until(async () => (await read('port')) !== '');
  left.push(Number(await read('pid')));
  return npm;
}

test.each([
  ['npm start', 'SIGTERM', ['start']],
  ['npm start', 'SIGKILL', ['start']],
  ['npx', 'SIGTERM', ['exec', '--offline', 'faxsim']],
  ['npx', 'SIGKILL', ['exec', '--offline', 'faxsim']],
] as const)('a server that %s runs ends when that is ended by %s', async (_name, signal, args) => {
  const folder = await packageWith('faxsim');
  const npm = await startedBy('npm', [...args], folder);
  npm.kill(signal);
  await once(npm, 'exit');
  await until(() => !existsSync(join(folder, 'port'))); // as at every orderly end
});
