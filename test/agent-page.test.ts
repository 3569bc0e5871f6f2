import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readCommandLine } from '../src/cli/command-line.ts';
import { startSimulator } from '../src/index.ts';
import { installedMain } from './support/installed-package.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const page = readFileSync(new URL('../docs/examples/init/agent/SKILL.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
const newDirectory = temporaryDirectories();

/** A program that sends a fax, once by each version. */
const sender = (version: 'v2.1' | 'v3'): string => `
const { FAXSIM_URL: url, FAXSIM_API_KEY: key, FAXSIM_API_SECRET: secret, FAXSIM_PROJECT_ID: project } = process.env;
const authorization = 'Basic ' + btoa(key + ':' + secret);
const fail = () => process.exit(1);
const send = (path, type, body) =>
  fetch(url + path, { method: 'POST', headers: { authorization, 'content-type': type }, body })
    .then(({ ok }) => ok || fail(), fail);
${
  version === 'v2.1'
    ? "send('/v2.1/faxes', 'application/x-www-form-urlencoded', 'to=%2B12025550123&content_url=https://example.com');"
    : 'send(\'/v3/projects/\' + project + \'/faxes\', \'application/json\', \'{"to":"+12025550123","contentUrl":"https://example.com"}\');'
}
`;

/** Runs the scripts of package.json as npm does. npm itself takes longer to start than the programs take to run, some forty times. */
const npm = `#!/bin/sh
[ "$1" = run ] && shift
case "$1" in new) exec node new.js ;; *) exec node old.js ;; esac
`;

interface ShellResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The simulator runs in this process, so the shell may not block it. */
const runShell = (script: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) =>
  new Promise<ShellResult>((resolve) => {
    execFile('bash', ['-c', script], { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr });
    });
  });

test('each command of the page for coding assistants does what the page says', async () => {
  const directory = await newDirectory();
  await using running = await startSimulator({ fixture: 'empty', clock: 'manual' });
  const scripts = { test: 'node old.js', old: 'node old.js', new: 'node new.js' };
  await writeFile(join(directory, 'package.json'), JSON.stringify({ scripts }));
  await writeFile(join(directory, 'old.js'), sender('v2.1'));
  await writeFile(join(directory, 'new.js'), sender('v3'));
  await writeFile(join(directory, 'npm'), npm, { mode: 0o755 });
  const { key, secret } = running.credentials.live;
  const faxsim = `npx() { shift; '${process.execPath}' '${installedMain}' "$@"; }; curl() { command curl -sS --fail-with-body "$@"; }`;
  const PATH = `${directory}:${process.env['PATH']}`;
  const env = { PATH, HOME: directory, FAXSIM_URL: running.baseUrl, FAXSIM_LOG_LEVEL: 'error' };
  let sent = '';
  const codes: Record<string, number> = {};
  for (const command of commands) {
    if (command.startsWith('npx faxsim start')) {
      expect(() => readCommandLine(command.split(' ').slice(2), {})).not.toThrow();
      continue;
    }
    const here = command
      .replace('http://127.0.0.1:8329', running.baseUrl)
      .replace('KEY:SECRET', `${key}:${secret}`)
      .replace(/(?<= |=)ID\b/, sent);
    const { status, ...ended } = await runShell(`${faxsim}\n${here}`, { cwd: directory, env });
    sent = /"data":\{"id":(\d+)/.exec(ended.stdout)?.[1] ?? sent;
    codes[command] = status;
    expect({ command, text: ended.stderr }).toEqual({
      command,
      text: expect.not.stringMatching(/unknown|not known|missing/),
    });
  }
  const notMet = Object.entries(codes).filter(([, code]) => code !== 0);
  // An expectation is not met where the scenario was never touched, where the tests send two faxes, and where sweep finds what the sender lacks.
  expect(notMet.filter(([, code]) => code !== 3)).toEqual([]);
  expect(notMet.map(([command]) => command.split(' ').slice(2, 4).join(' '))).toEqual([
    'scenarios verdict',
    'sweep --fixture',
  ]);
  expect(commands.length).toBeGreaterThan(25);
});

test('the page has at most 120 lines', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(121);
});
