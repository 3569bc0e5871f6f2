import { spawnSync } from 'node:child_process';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { project } from '../support/installed-package.ts';
import { launch } from '../support/program.ts';
import type { Ended } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const root = new URL('../../', import.meta.url).pathname;
const tool = (path: string): string => join(root, 'node_modules', path);
const newDirectory = temporaryDirectories();

type Files = Readonly<Record<string, string>>;

async function fill(folder: string, files: Files, ...links: string[]): Promise<string> {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  for (const link of links) await symlink(tool(link), join(folder, 'node_modules', link));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const init = (cwd: string, ...words: string[]): Promise<Ended> => launch(['init', ...words], {}, { cwd }).ended;

const run = (cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NO_COLOR: '1', ...env },
  });
  return { code: status, output: stdout + stderr };
};

const jest = (cwd: string, env?: NodeJS.ProcessEnv) => run(cwd, process.execPath, [tool('jest/bin/jest.js')], env);
const vitest = (cwd: string) => run(cwd, process.execPath, [tool('vitest/vitest.mjs'), 'run']);

const withJest = JSON.stringify({ devDependencies: { jest: '30' } });
const compilerOptions = { module: 'commonjs', target: 'es2022', strict: true, ignoreDeprecations: '6.0' };
const moduleOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, skipLibCheck: true };

describe('the first test passes that init writes', () => {
  test('for Jest with CommonJS, where package.json names it', async () => {
    const folder = await fill(join(project, 'init-jest'), { 'package.json': withJest });
    expect(await init(folder)).toEqual({
      code: 0,
      stdout: 'wrote fax.test.js\nwrote faxsim-world.js\nnext: npx jest fax.test\n',
      stderr: '',
    });
    expect(jest(folder)).toEqual({ code: 0, output: expect.stringMatching(/Tests: +1 passed, 1 total/) });
  });

  test('for Jest with ES modules, with the flag that init names', async () => {
    const manifest = JSON.stringify({ type: 'module', scripts: { test: 'jest --ci' } });
    const folder = await fill(join(project, 'init-jest-esm'), { 'package.json': manifest });
    const { stdout } = await init(folder);
    const [, flags] = /^next: NODE_OPTIONS=(\S+) npx jest fax\.test$/m.exec(stdout) ?? [];
    expect(jest(folder, { NODE_OPTIONS: flags })).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed/) });
  });

  test('for Jest with TypeScript, types included', async () => {
    const manifest = { devDependencies: { jest: '30', 'ts-jest': '29' }, jest: { transform: {} } };
    const files = {
      'package.json': JSON.stringify({ ...manifest, jest: { transform: { '\\.ts$': tool('ts-jest') } } }),
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] } }),
    };
    const folder = await fill(join(project, 'init-jest-ts'), files, '@jest', 'expect');
    expect((await init(folder)).stdout).toContain('wrote faxsim-world.ts\n');
    expect(jest(folder)).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed/) });
  });

  test('for Vitest, with and without TypeScript', async () => {
    const plain = await fill(join(project, 'init-vitest'), { 'vitest.config.mjs': 'export default {};' }, 'vitest');
    expect((await init(plain)).stdout).toContain('wrote fax.test.mjs\n');
    expect(vitest(plain)).toMatchObject({ code: 0, output: expect.stringMatching(/Tests +1 passed/) });

    const options = JSON.stringify({ compilerOptions: { ...moduleOptions, types: [] } });
    const files = { 'tsconfig.json': options, 'package.json': JSON.stringify({ type: 'module' }) };
    const typed = await fill(join(project, 'init-vitest-ts'), files, 'vitest');
    expect((await init(typed, 'vitest')).stdout).toContain('next: npx vitest run fax.test\n');
    expect(vitest(typed)).toMatchObject({ code: 0, output: expect.stringMatching(/Tests +1 passed/) });
    expect(run(typed, process.execPath, [tool('typescript/bin/tsc')])).toEqual({ code: 0, output: '' });
  });

  test('for node:test, by the very command that init names', async () => {
    const manifest = JSON.stringify({ scripts: { test: 'node --test' } });
    const folder = await fill(join(project, 'init-node'), { 'package.json': manifest });
    const [, args = ''] = /^next: node (.*)$/m.exec((await init(folder)).stdout) ?? [];
    expect(run(folder, process.execPath, args.split(' '))).toMatchObject({
      code: 0,
      output: expect.stringMatching(/pass 1\n/),
    });
  });

  const hasPytest = spawnSync('python3', ['-c', 'import pytest, requests']).status === 0;
  const hasRspec = spawnSync('rspec', ['--version']).status === 0;

  const others = [
    { name: 'pytest', isThere: hasPytest, file: 'requirements.txt', text: 'requests\npytest>=8\n', passed: /1 passed/ },
    { name: 'rspec', isThere: hasRspec, file: 'Gemfile', text: "gem 'rspec'\n", passed: /1 example, 0 failures/ },
  ];

  for (const { name, isThere, file, text, passed } of others) {
    (isThere ? test : test.skip)(`for ${name}, by the command that init names`, async () => {
      const folder = await fill(await newDirectory(), { [file]: text });
      const { stdout } = await init(folder);
      expect(stdout).not.toContain('npm install');
      const [, command = ''] = /^next: npx faxsim (.*)$/m.exec(stdout) ?? [];
      const words = command.split(' ').flatMap((word) => (word === 'pytest' ? ['python3', '-m', 'pytest'] : [word]));
      const ended = await launch(words, {}, { cwd: folder }).ended;
      expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(passed) });
    });
  }
});

test('the workflow that init writes installs as the runner of the project does', async () => {
  const [npm, python, ruby] = [await newDirectory(), await newDirectory(), await newDirectory()];
  await fill(python, { 'pytest.ini': '' });
  await fill(ruby, { '.rspec': '' });
  const workflow = '.github/workflows/faxsim.yml';
  const runs: unknown[] = [];
  for (const folder of [npm, python, ruby]) {
    expect((await init(folder, 'github')).stdout).toContain(`wrote ${workflow}\nnext: write your fork of faxsim`);
    const { jobs } = parse(await readFile(join(folder, workflow), 'utf8'));
    runs.push(jobs.test.steps.at(-1).with.run);
  }
  expect(runs).toEqual(['npm test', 'pytest', 'bundle exec rspec']);
});

test('a project above the folder counts, up to the root of its repository', async () => {
  const folder = await fill(await newDirectory(), { 'package.json': withJest, 'test/unit/.keep': '' });
  expect((await init(join(folder, 'test/unit'))).stdout).toContain('wrote faxsim-world.js\n');
  const own = await fill(join(folder, 'other'), { '.git/HEAD': '' });
  expect(await init(own)).toMatchObject({ code: 2, stdout: '' });
});

test('init says how to install faxsim in a project that has no such package', async () => {
  const folder = await newDirectory();
  const advice = 'faxsim is no package of this project: npm install --save-dev PATH/TO/faxsim-0.1.0.tgz';
  expect((await init(folder, 'node')).stdout).toContain(`${advice}\nnext: node --test fax.test.mjs\n`);
});

test('no file is overwritten, and none is written where one is there already', async () => {
  const folder = await fill(await newDirectory(), { 'test_fax.py': 'mine' });
  expect(await init(folder, 'pytest')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'faxsim: test_fax.py is there already; nothing is written\n',
  });
  expect((await readdir(folder)).toSorted()).toEqual(['node_modules', 'test_fax.py']);
  expect(await readFile(join(folder, 'test_fax.py'), 'utf8')).toBe('mine');
  await symlink('nowhere', join(folder, 'conftest.py'));
  expect((await init(folder, 'pytest')).stderr).toContain('conftest.py and test_fax.py are there already');
});

test('a file that cannot be written is named in one line', async () => {
  const folder = await fill(await newDirectory(), { spec: 'a file' });
  expect(await init(folder, 'rspec')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^faxsim: cannot write spec\/fax_spec\.rb: \w+\n$/),
  });
});

test.each([
  [
    [],
    {},
    'no test runner is found here: name one of jest, vitest, node, pytest, rspec, github, as in faxsim init jest',
  ],
  [['jset'], {}, 'there is no runner "jset"; the nearest is jest'],
  [['mocha'], {}, 'there is no runner "mocha"; known are jest, vitest, node, pytest, rspec, github'],
  [['constructor'], {}, 'there is no runner "constructor"; known are jest'],
  [['jest', 'vitest'], {}, 'unexpected argument "vitest" after init'],
  [['--force'], {}, 'unknown flag "--force"'],
  [[], { 'package.json': withJest, 'pytest.ini': '' }, 'has jest and pytest: name one, as in faxsim init jest'],
])('init %j in a folder with %j says what to write, and writes nothing', async (words, files, message) => {
  const folder = await fill(await newDirectory(), files);
  const { code, stdout, stderr } = await init(folder, ...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(await readdir(folder)).toHaveLength(Object.keys(files).length + 1);
});
