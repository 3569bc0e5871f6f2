import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { launch, run } from '../support/program.ts';
import type { Ended } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

/**
 * An imitation of Windows: the name of the platform, and a PATH of one folder with an `npm.cmd`. Its `cmd.exe` writes
 * its arguments into a file, and runs node with the script of the test; its `taskkill` ends the process with the id.
 */
interface Windows {
  readonly env: Readonly<Record<string, string>>;
  /** The lines of arguments with which a program was called. */
  readonly callsOf: (program: 'cmd' | 'taskkill') => Promise<readonly string[]>;
}

async function windowsWith(script: string): Promise<Windows> {
  const folder = await newDirectory();
  const files = {
    'platform.cjs': `if (/main\\.cjs$/.test(process.argv[1] ?? ''))
      Object.defineProperty(process, 'platform', { value: 'win32' });`,
    'npm.cmd': '',
    cmd: `#!/bin/sh\necho "$@" >> ${folder}/cmd.calls\ncase "$*" in *del*) exit "\${DEL:-0}" ;; esac\nexec ${process.execPath} ${folder}/script.cjs\n`,
    taskkill: `#!/bin/sh\necho "$@" >> ${folder}/taskkill.calls\nkill -9 "$2"\n`,
    'script.cjs': script,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
  const env = { PATH: folder, PATHEXT: '.exe;.cmd', comspec: 'cmd' };
  return {
    env: { ...env, NODE_OPTIONS: `--require ${join(folder, 'platform.cjs')}` },
    callsOf: async (program) => (await readFile(join(folder, `${program}.calls`), 'utf8')).trimEnd().split('\n'),
  };
}

/** Without the line about the code of sharp for Windows, which is not installed here. */
async function runOnWindows(args: readonly string[], env: Windows['env']): Promise<Ended> {
  const { stderr, ...ended } = await run(args, env);
  return { ...ended, stderr: stderr.replace(/^faxsim: the package @img\/sharp-win32.*\n/, '') };
}

const asks = `
  const { FAXSIM_URL: url, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
  const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
  void fetch(url + '/v2.1/account/status', { headers }).then(({ ok }) => process.exit(ok ? 0 : 1));`;
const hangs = `console.log('ready'); setInterval(() => undefined, 1000);`;
const tree = /^\/pid \d+ \/T \/F$/;

test('exec finds npm.cmd, and passes arguments through cmd.exe as they are', async () => {
  const { env, callsOf } = await windowsWith('process.exit(7)');
  const ended = await runOnWindows(['exec', '--fixture', 'empty', '--', 'npm', 'run', 'a & "b"'], env);
  expect(ended).toEqual({ code: 7, stdout: '', stderr: '' });
  expect(await callsOf('cmd')).toEqual(['/d /s /c "npm ^"run^" ^"a^ ^&^ \\^"b\\^"^""']);
});

test('exec says that there is no such program, though cmd.exe is there', async () => {
  const { env } = await windowsWith('process.exit(1)');
  const stderr = 'faxsim: cannot run "npn": there is no such program\n';
  expect(await runOnWindows(['exec', '--fixture', 'empty', '--', 'npn', 'test'], env)).toEqual({
    code: 127,
    stdout: '',
    stderr,
  });
});

test('exec ends what npm has started when it is to end itself', async () => {
  const { env, callsOf } = await windowsWith(hangs);
  const program = launch(['exec', '--fixture', 'empty', '--', 'npm', 'test'], env);
  program.process.stdout.once('data', () => program.process.kill('SIGTERM'));
  await program.ended;
  expect(await callsOf('taskkill')).toEqual([expect.stringMatching(tree)]);
});

test('sweep runs npm.cmd after a command of cmd.exe', async () => {
  const { env, callsOf } = await windowsWith(asks);
  const out = join(await newDirectory(), 'sweep');
  const only = ['--fixture', 'empty', '--only', 'get-account-status-error', '--out', out];
  const ended = await runOnWindows(['sweep', ...only, '--before', 'del /q *.db & echo ok', '--', 'npm', 'test'], env);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const calls = await callsOf('cmd');
  expect(new Set(calls)).toEqual(new Set(['/d /s /c "del /q *.db & echo ok"', '/d /s /c "npm ^"test^""']));
});

test('sweep says how the command of --before ended, also with exit code 1', async () => {
  const { env } = await windowsWith(asks);
  const out = join(await newDirectory(), 'sweep');
  const words = ['sweep', '--fixture', 'empty', '--out', out, '--before', 'del a', '--', 'npm', 'test'];
  expect(await runOnWindows(words, { ...env, DEL: '1' })).toMatchObject({
    code: 1,
    stderr: 'faxsim: the command of --before must end with exit code 0, got exit code 1\n',
  });
});

test('sweep ends the tree of a run when it is to end itself', async () => {
  const { env, callsOf } = await windowsWith(`process.kill(process.ppid, 'SIGINT'); ${hangs}`);
  const out = join(await newDirectory(), 'sweep');
  const words = ['sweep', '--fixture', 'empty', '--out', out, '--', 'npm', 'test'];
  expect(await runOnWindows(words, env)).toMatchObject({ code: 130 });
  expect(await callsOf('taskkill')).toEqual([expect.stringMatching(tree)]);
});
