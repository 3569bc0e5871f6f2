import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from '../src/control/client/connect.ts';
import { start } from './support/program.ts';
import type { StartedProgram } from './support/program.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

/** Without it, the build would ask a registry. `npm --prefix tools ci` installs it, which .ci/run does. */
const isThere = existsSync(join(root, 'tools/node_modules/postject'));

(isThere ? describe : describe.skip)('the executable, where no Node is installed', () => {
  let folder = '';
  let cwd = '';
  let environment: Record<string, string> = {};

  beforeAll(async () => {
    folder = await newDirectory();
    cwd = await newDirectory(); // a sweep copies it
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/binary.js'), folder]);
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
    const programs = join(folder, 'programs');
    spawnSync('mkdir', [programs]);
    for (const name of ['sh', 'curl']) {
      const [file = ''] = (process.env['PATH'] ?? '')
        .split(':')
        .map((path) => join(path, name))
        .filter(existsSync);
      await symlink(file, join(programs, name));
    }
    environment = { PATH: programs, XDG_CACHE_HOME: join(folder, 'cache') };
  });

  const run = (...args: string[]) => {
    const options = { cwd, env: environment, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(join(folder, 'faxsim'), args, options);
    return { status, stdout, stderr };
  };

  describe('that is started', () => {
    let program: StartedProgram;

    beforeAll(async () => {
      const settings = { ...environment, FAXSIM_FIXTURE: 'empty' };
      program = await start(['0'], settings, { node: join(folder, 'faxsim'), main: '--port' });
    });
    afterAll(async () => {
      expect(await program.stop()).toMatchObject({ stderr: '' });
    });

    test('receives a fax with its picture, and serves the console', async () => {
      const world = connect({ baseUrl: program.baseUrl });
      const file = join(root, 'LICENSE');
      environment = { ...environment, FAXSIM_URL: program.baseUrl };
      const { stdout } = run('receive', file, 'from=+12025550199', 'to=+12025550123');
      const [, id] = /^fax (\d+) .*, 1 page$/m.exec(stdout) ?? [];
      await world.clock.advance('1h');
      const page = await fetch(`${program.baseUrl}/_faxsim/faxes/${id}/pages/1`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect((await fetch(`${program.baseUrl}/_faxsim/ui/`)).status).toBe(200);
    });
  });

  const send =
    'curl -sf -u $PHAXIO_API_KEY:$PHAXIO_API_SECRET -F to=+12025550123 -F file=@page.txt $PHAXIO_BASE_URL/v2.1/faxes';

  test('runs a program beside a simulator, and unpacks itself once', async () => {
    expect(run('exec', '--fixture', 'empty', '--', 'sh', '-c', 'command -v node; echo $FAXSIM_URL')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^http:\S+\n$/),
      stderr: '',
    });
    expect(await readdir(join(folder, 'cache/faxsim'))).toHaveLength(1);
  });

  test('sweeps a program', () => {
    const program = `printf hello > page.txt; ${send}`;
    const { status, stdout } = run(
      'sweep',
      '--copy',
      '--fixture',
      'empty',
      '--only',
      'send-fax-error',
      '--',
      'sh',
      '-c',
      program,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^0 wrong, 0 broken.* 1 run in /m) });
  });

  test('names itself in the next step of init', () => {
    expect(run('init', 'pytest', '--dir', join(folder, 'tests')).stdout).toContain('/faxsim exec -- pytest ');
  });

  test('says where it cannot unpack itself', () => {
    environment = { ...environment, XDG_CACHE_HOME: '/dev/null' };
    expect(run('--version')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^faxsim: cannot unpack itself into \/dev\/null\/faxsim\/\w+: ENOTDIR; XDG_CACHE_HOME/,
      ),
    });
  });
});
