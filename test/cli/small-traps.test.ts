import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { systemFailure } from '../../src/cli/system-failure.ts';
import { startSimulator } from '../../dist/index.cjs';
import { receivedText } from '../../src/cli/receive.ts';
import { CliError } from '../../src/model/shared/errors.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const root = new URL('../../', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

const ended = (file: string, args: readonly string[], options: object) =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(file, args, options, (error, _stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stderr });
    });
  });

test.each([
  ['EMFILE', 'open', 'this process has too many files open'],
  ['ENFILE', 'open', 'the machine has too many files open'],
  ['ENOENT', 'uv_cwd', 'the working directory was deleted'],
])('%s of %s gives one line that helps', (code, syscall, line) => {
  const failure = systemFailure(Object.assign(new Error('it failed'), { code, syscall }));
  expect(failure).toMatchObject({ exitCode: 2, message: expect.stringContaining(line) });
  expect(failure).toBeInstanceOf(CliError);
});

test('other errors stay as they are', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
  expect(systemFailure(missing)).toBe(missing);
  expect(systemFailure('text')).toBe('text');
});

test('a start in a directory that was deleted says so in one line', async () => {
  const directory = await newDirectory();
  const script = `mkdir gone && cd gone && rmdir ../gone && exec ${process.execPath} ${root}dist/main.cjs --port 0`;
  expect(await ended('sh', ['-c', script], { cwd: directory })).toEqual({
    code: 2,
    stderr: 'faxsim: the working directory was deleted: change to one that is there, and start again\n',
  });
});

test('an output that has no room in its file is refused, not cut', async () => {
  const file = join(await newDirectory(), 'control.json');
  const script = `ulimit -f 8 && exec ${process.execPath} ${root}dist/main.cjs openapi control >${file}`;
  expect(await ended('sh', ['-c', script], {})).toMatchObject({
    code: 2,
    stderr: 'faxsim: cannot write what is to be printed: EFBIG\n',
  });
});

test('a start that may open too few files says so in one line', async () => {
  const ends: { code: unknown; stderr: string }[] = [];
  for (let most = 16; ends.at(-1)?.code !== 0; most++) {
    const script = `ulimit -n ${most} && exec ${process.execPath} ${root}dist/main.cjs exec --fixture empty -- true`;
    ends.push(await ended('sh', ['-c', script], {}));
  }
  expect(ends).toContainEqual({
    code: 2,
    stderr:
      'faxsim: this process has too many files open: raise its limit, as with ulimit -n 4096, and start again (EMFILE)\n',
  });
});

test('a package that is missing is not taken for too many open files', () => {
  const missing = Object.assign(new Error(`Cannot find package '${root}none/index.js' imported from here`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const broken = Object.assign(new Error(`Cannot find package '${root}index.js' imported from here`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  expect([systemFailure(missing), systemFailure(broken)]).toEqual([missing, broken]);
});

test.each([
  [{ npm_config_port: '8080' }, [], '--port for itself: write npm start -- --port 8080'],
  // npm 11 takes a flag that it does not know for one without a value, and leaves the value where it is.
  [{ npm_config_port: 'true' }, ['8080'], '--port for itself: write npm start -- --port 8080'],
  [{ npm_config_port: 'true' }, [], '--port for itself: write npm start -- --port PORT'],
  [
    { npm_config_seed: '3', npm_config_pace: 'real' },
    [],
    '--seed and --pace for itself: write npm start -- --seed 3 --pace real',
  ],
  [
    { npm_config_seed: 'true', npm_config_pace: 'true' },
    ['real', '3'],
    '--seed and --pace for itself: write npm start -- --seed INTEGER --pace NAME',
  ],
  [{ npm_config_strict_auth: 'true' }, [], '--strict-auth for itself: write npm start -- --strict-auth'],
  [
    { npm_config_strict_auth: 'true', npm_config_port: 'true' },
    ['2'],
    '--port and --strict-auth for itself: write npm start -- --port 2 --strict-auth',
  ],
])('npm start without -- says how flags get through npm: %j %j', async (env, args, line) => {
  expect(await ended(process.execPath, [`${root}scripts/start.js`, ...args], { env })).toEqual({
    code: 2,
    stderr: `faxsim: npm has taken ${line}\n`,
  });
});

test('npm start without a build says what to run', async () => {
  const home = await newDirectory();
  await cp(`${root}scripts/start.js`, `${home}/scripts/start.js`);
  await writeFile(`${home}/package.json`, '{ "type": "module" }');
  expect(await ended(process.execPath, [`${home}/scripts/start.js`], {})).toEqual({
    code: 2,
    stderr: 'faxsim: the build is missing: run npm run build\n',
  });
});

test('a request for one world too many names the setting', async () => {
  const simulator = await startSimulator({ fixture: 'empty', clock: 0, maxWorlds: 0 });
  await expect(simulator.world({ fixture: 'empty' })).rejects.toThrow('maxWorlds (--max-worlds, FAXSIM_MAX_WORLDS)');
  await simulator.close();
});

const received = {
  ...{ id: 7, direction: 'received', is_test: false, status: 'success', created_at: '', completed_at: null },
  ...{ pages: 2, cost_cents: 0, file: 'stored', recipients: [], tags: {}, error: null, due: null },
  ...{ from_number: '+12025550199', to_number: '+12025550123' },
} as unknown as NonNullable<Parameters<typeof receivedText>[0]['fax']>;

test('receive says which fax came, and where its webhook goes', () => {
  const came = { fax: received, blocked_by: null };
  const webhook = { url: 'http://localhost:3000/fax', state: 'pending' as const };
  const line = 'fax 7 from +12025550199 to +12025550123, 2 pages';
  const both = [webhook, { url: 'http://localhost:3001/in', state: 'pending' } as const];
  const lines = both.map(({ url }) => `webhook: pending, to ${url}\n`).join('');
  expect(receivedText(came, both)).toBe(`${line}\n${lines}`);
  expect(receivedText(came)).toBe(`${line}\nwebhook: none, since no URL is set\n`);
  const failed = {
    ...received,
    pages: 1,
    from_number: null,
    error: { id: 11, type: 'lineError' as const, message: 'Busy' },
  };
  expect(receivedText({ fax: failed, blocked_by: null })).toContain(
    'fax 7 from an unknown number to +12025550123, 1 page; it failed: Busy (error 11)\n',
  );
  expect(receivedText({ fax: null, blocked_by: 3 })).toBe('no fax: blocking rule 3 refused the call\n');
});
