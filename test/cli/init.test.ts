import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, jest as jestMock, test } from '@jest/globals';
import { parse } from 'yaml';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { init as initCommand } from '../../src/cli/init.ts';
import { CliError } from '../../src/model/shared/errors.ts';
import { installedMain, project } from '../support/installed-package.ts';
import { launch } from '../support/program.ts';
import type { Ended } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const root = new URL('../../', import.meta.url).pathname;
const tool = (path: string): string => join(root, 'node_modules', path);
const newDirectory = temporaryDirectories();

type Files = Readonly<Record<string, string>>;

/** A new folder in the project that has faxsim, so that a repeated test finds nothing of its first run. */
const newProject = (name: string): Promise<string> => mkdtemp(join(project, `${name}-`));

async function fill(folder: string, files: Files, ...links: string[]): Promise<string> {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  for (const link of links) await symlink(tool(link), join(folder, 'node_modules', link));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** As npx starts it. */
const npx = { npm_config_user_agent: 'npm/11.0.0 node/v24.0.0 linux x64' };
const init = (cwd: string, ...words: string[]): Promise<Ended> => launch(['init', ...words], npx, { cwd }).ended;

/** Runs the command in this process, for tables of projects: a start takes the processor ten times as long. */
async function initHere(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv = npx): Promise<Ended> {
  const former = { cwd: process.cwd(), env: process.env };
  const write = jestMock.spyOn(process.stdout, 'write').mockReturnValue(true);
  process.chdir(cwd);
  process.env = { PATH: former.env['PATH'], ...env };
  try {
    const code = await initCommand(readCommandLine(['init', ...words], process.env));
    return { code, stdout: write.mock.calls.map(([text]) => String(text)).join(''), stderr: '' };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { code: error.exitCode, stdout: '', stderr: `faxsim: ${error.message}\n` };
  } finally {
    write.mockRestore();
    process.chdir(former.cwd);
    process.env = former.env;
  }
}

const run = (cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NO_COLOR: '1', ...env },
  });
  return { code: status, output: stdout + stderr };
};

/** In place of 5 s, which a busy machine needs to start the simulator. */
const patient = '--testTimeout=60000';
const jest = (cwd: string, env?: NodeJS.ProcessEnv) =>
  run(cwd, process.execPath, [tool('jest/bin/jest.js'), patient], env);
const vitest = (cwd: string) => run(cwd, process.execPath, [tool('vitest/vitest.mjs'), 'run', patient]);

const withFaxsim = JSON.stringify({ scripts: { test: 'jest' }, devDependencies: { jest: '30', faxsim: '1' } });
const withJest = JSON.stringify({ scripts: { test: 'jest' }, devDependencies: { jest: '30' } });
const compilerOptions = { module: 'commonjs', target: 'es2022', strict: true, ignoreDeprecations: '6.0' };
const moduleOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, skipLibCheck: true };

describe('the first test passes that init writes', () => {
  test('for Jest with CommonJS, where package.json names it', async () => {
    const folder = await fill(await newProject('init-jest'), { 'package.json': withJest });
    expect(await init(folder)).toEqual({
      code: 0,
      stdout: 'wrote fax.test.js\nwrote faxsim-world.js\nwrote jest.config.js\nnext: npx jest fax.test\n',
      stderr: '',
    });
    expect(jest(folder)).toEqual({ code: 0, output: expect.stringMatching(/Tests: +1 passed, 1 total/) });
  });

  test('for Jest with ES modules, with the flag that init names', async () => {
    const manifest = JSON.stringify({ type: 'module', scripts: { test: 'jest --ci' } });
    const folder = await fill(await newProject('init-jest-esm'), { 'package.json': manifest });
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
    const folder = await fill(await newProject('init-jest-ts'), files, '@jest', 'expect');
    expect((await init(folder)).stdout).toContain('wrote faxsim-world.ts\n');
    expect(jest(folder)).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed/) });
  });

  test('for Jest in JavaScript, where ts-jest is there but no configuration names it', async () => {
    const manifest = JSON.stringify({ devDependencies: { jest: '30', 'ts-jest': '29' } });
    const folder = await fill(await newProject('init-jest-unnamed'), { 'package.json': manifest });
    expect((await init(folder)).stdout).toContain('wrote fax.test.js\n');
    expect(jest(folder)).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed/) });
  });

  test('for Vitest, with and without TypeScript', async () => {
    const plain = await fill(await newProject('init-vitest'), { 'vitest.config.mjs': 'export default {};' }, 'vitest');
    expect((await init(plain)).stdout).toContain('wrote fax.test.mjs\n');
    expect(vitest(plain)).toMatchObject({ code: 0, output: expect.stringMatching(/Tests +1 passed/) });

    const options = JSON.stringify({ compilerOptions: { ...moduleOptions, types: [] } });
    const files = { 'tsconfig.json': options, 'package.json': JSON.stringify({ type: 'module' }) };
    const typed = await fill(await newProject('init-vitest-ts'), files, 'vitest');
    expect((await init(typed, 'vitest')).stdout).toContain('next: npx vitest run fax.test\n');
    expect(vitest(typed)).toMatchObject({ code: 0, output: expect.stringMatching(/Tests +1 passed/) });
    expect(run(typed, process.execPath, [tool('typescript/bin/tsc')])).toEqual({ code: 0, output: '' });
  });

  test('for node:test, by the very command that init names', async () => {
    const manifest = JSON.stringify({ scripts: { test: 'node --test' } });
    const folder = await fill(await newProject('init-node'), { 'package.json': manifest });
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

test('the workflow that init writes runs the tests of the project with exec, and needs no fork', async () => {
  const files: readonly Files[] = [{ 'package.json': withFaxsim }, { 'pytest.ini': '' }, { '.rspec': '' }];
  const workflow = '.github/workflows/faxsim.yml';
  const commands: unknown[] = [];
  for (const named of files) {
    const folder = await fill(await newDirectory(), named);
    expect((await init(folder, 'github')).stdout).toBe(
      `wrote ${workflow}\nnext: commit the workflow and ./vendor/faxsim-0.1.0.tgz\n`,
    );
    const { jobs } = parse(await readFile(join(folder, workflow), 'utf8'));
    const steps = jobs.test.steps.map(({ run: command }: { run?: string }) => command?.trim());
    expect(JSON.stringify(jobs)).not.toContain('your-name');
    commands.push(steps.find((command: string | undefined) => command?.includes('exec')));
  }
  const start = 'npx --yes --package ./vendor/faxsim-0.1.0.tgz faxsim';
  const options = 'exec --fixture empty --bundle-on-failure faxsim.json.gz --';
  expect(commands).toEqual([
    `npx faxsim ${options} npm test`,
    `${start} ${options} pytest`,
    `${start} ${options} bundle exec rspec`,
  ]);
});

test('init github names the runners and the package that the workflow does not have', async () => {
  const devDependencies = { jest: '30', faxsim: 'file:../faxsim/faxsim-0.1.0.tgz' };
  const manifest = JSON.stringify({ scripts: { test: 'jest' }, devDependencies });
  const folder = await fill(await newDirectory(), { 'package.json': manifest, 'pytest.ini': '' });
  expect((await init(folder, 'github')).stdout).toContain(
    'next: add a step for pytest, install faxsim from ./vendor, since CI has no ../faxsim/faxsim-0.1.0.tgz, commit the workflow',
  );
});

test('init writes for several runners at once, or for none where two need the same file', async () => {
  const folder = await fill(await newDirectory(), { 'package.json': withJest, 'pytest.ini': '' });
  const { code, stdout } = await init(folder, 'jest', 'pytest');
  expect(code).toBe(0);
  expect(stdout.match(/^(?:wrote|next:).*$/gm)).toEqual([
    ...['wrote fax.test.js', 'wrote faxsim-world.js', 'wrote jest.config.js', 'wrote conftest.py', 'wrote test_fax.py'],
    ...['next: npx jest fax.test', 'next: npx faxsim exec -- pytest test_fax.py'],
  ]);
  const other = await newDirectory();
  expect(await init(other, 'vitest', 'node')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      "faxsim: vitest and node take each other's tests: give each a folder that the other leaves, as in faxsim init node --dir test/node\n",
  });
  expect(await readdir(other)).toEqual([]);
});

test('the workflow of a project in a folder of its repository lies in the root, and runs its steps in the folder', async () => {
  const top = await fill(await newDirectory(), { '.git/HEAD': '', 'packages/app/package.json': withJest });
  const { stdout } = await init(join(top, 'packages/app'), 'github');
  expect(stdout).toContain('wrote ../../.github/workflows/faxsim.yml\n');
  const { jobs } = parse(await readFile(join(top, '.github/workflows/faxsim.yml'), 'utf8'));
  expect(jobs.test).toMatchObject({
    defaults: { run: { 'working-directory': 'packages/app' } },
    steps: expect.arrayContaining([
      expect.objectContaining({ with: { name: 'faxsim', path: 'packages/app/faxsim*.json.gz' } }),
    ]),
  });
});

test.each([
  ['jest', '{}', 'scripts.test=jest'],
  ['vitest', '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}', "'scripts.test=vitest run'"],
])('init %s names the tests in %s, so that npm test runs them', async (runner, manifest, setting) => {
  const folder = await fill(await newDirectory(), { 'package.json': manifest });
  expect((await initHere(folder, [runner])).stdout).toContain(`next: npm pkg set ${setting}\n`);
});

describe('the files of init lie', () => {
  test.each([
    ['jest', { 'package.json': '{"jest": {"roots": ["<rootDir>/src", "<rootDir>/test"]}}' }, 'test/fax.test.js'],
    ['jest', { 'jest.config.js': "module.exports = { roots: ['./spec/unit'] };" }, 'spec/unit/fax.test.js'],
    [
      'jest',
      { 'jest.config.ts': "export default { testMatch: ['<rootDir>/tests/**/*.test.js'] };" },
      'tests/fax.test.js',
    ],
    ['jest', { 'jest.config.js': "module.exports = { roots: ['<rootDir>'] };" }, 'fax.test.js'],
    ['jest', { 'jest.config.js': "module.exports = { roots: ['../elsewhere'] };" }, 'fax.test.js'],
    ['vitest', { 'vitest.config.mjs': "export default { test: { dir: './test' } };" }, 'test/fax.test.mjs'],
    [
      'vitest',
      { 'vite.config.js': "export default { test: { globals: true, include: ['test/**/*.test.mjs'] } };" },
      'test/fax.test.mjs',
    ],
    ['jest', { 'jest.config.js': "module.exports = { testMatch: ['**/*.spec.js'] };" }, 'fax.spec.js'],
    ['jest', { 'jest.config.js': "module.exports = { testMatch: ['**/?(*.)+(spec|test).js'] };" }, 'fax.test.js'],
    [
      'vitest',
      { 'vite.config.js': "export default { test: { dir: 'tests', include: ['**/*.spec.mjs'] } };" },
      'tests/fax.spec.mjs',
    ],
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n' }, 'tests/test_fax.py'],
    ['pytest', { 'pytest.ini': '[pytest]\ntestpaths = tests other\n' }, 'tests/test_fax.py'],
  ])('where %s looks for tests by %j', async (runner, files, path) => {
    const folder = await fill(await newDirectory(), files);
    const { stdout } = await initHere(folder, [runner]);
    expect(stdout).toContain(`wrote ${path}\n`);
    const test = path.replace(/\.m?js$/, '');
    expect(stdout).toMatch(new RegExp(`^next: .* ${test}$`, 'm'));
  });

  test.each([
    ['jest', 'fax.test.js', 'npx jest some/where/fax.test'],
    ['node', 'fax.test.mjs', 'node --test some/where/fax.test.mjs'],
    ['pytest', 'test_fax.py', 'npx faxsim exec -- pytest some/where/test_fax.py'],
    ['rspec', 'fax_spec.rb', 'npx faxsim exec -- rspec some/where/fax_spec.rb'],
  ])('in the folder of --dir, for %s', async (runner, file, next) => {
    const folder = await newDirectory();
    const { stdout } = await initHere(folder, [runner, '--dir', 'some/where']);
    expect(stdout).toContain(`wrote some/where/${file}\n`);
    expect(stdout).toContain(`next: ${next}\n`);
  });

  test('beside the tests of Jest that its roots name, so that Jest finds them', async () => {
    const manifest = JSON.stringify({ devDependencies: { jest: '30' }, jest: { roots: ['<rootDir>/test'] } });
    const folder = await fill(await newProject('init-roots'), { 'package.json': manifest });
    await init(folder);
    expect(jest(folder)).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed/) });
  });
});

describe('the next step repeats the command that started init', () => {
  test.each([
    ['npx', npx, 'npx faxsim'],
    [
      'npx with a tarball',
      { ...npx, npm_config_package: './vendor/faxsim-0.1.0.tgz' },
      'npx --yes --package ./vendor/faxsim-0.1.0.tgz faxsim',
    ],
    ['pnpm', { npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v24.0.0' }, 'pnpm exec faxsim'],
    ['yarn', { npm_config_user_agent: 'yarn/4.0.0 npm/? node/v24.0.0' }, 'yarn faxsim'],
    // `yarn faxsim` of Yarn 1 drops the first `--`, and the options before that.
    ['yarn 1', { npm_config_user_agent: 'yarn/1.22.22 npm/? node/v24.0.0' }, 'npx faxsim'],
    ['node', {}, `node ${installedMain}`],
  ])('of %s', async (_way, env, command) => {
    const { stdout } = await launch(['init', 'pytest'], env, { cwd: await newDirectory() }).ended;
    expect(stdout).toContain(`next: ${command} exec -- pytest test_fax.py\n`);
  });

  test('of npx with a tarball, whose installation it names too', async () => {
    const env = { ...npx, npm_config_package: './vendor/faxsim-0.1.0.tgz' };
    const { stdout } = await launch(['init', 'jest'], env, { cwd: await newDirectory() }).ended;
    expect(stdout).toContain(
      'faxsim is no package of this project: npm install --save-dev ./vendor/faxsim-0.1.0.tgz\nnext: npx jest fax.test\n',
    );
  });
});

test('a project above the folder counts, up to the root of its repository', async () => {
  const folder = await fill(await newDirectory(), { 'package.json': withJest, 'test/unit/.keep': '' });
  expect((await init(join(folder, 'test/unit'))).stdout).toContain('wrote faxsim-world.js\n');
  const own = await fill(join(folder, 'other'), { '.git/HEAD': '' });
  expect(await init(own)).toMatchObject({ code: 2, stdout: '' });
});

test('init says how to install faxsim in a project that has no such package', async () => {
  const folder = await newDirectory();
  const advice =
    'faxsim is no package of this project: copy the tarball into ./vendor, then npm install --save-dev ./vendor/faxsim-0.1.0.tgz';
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
    'no test runner is found here: name one of jest, vitest, node, mocha, playwright, pytest, unittest, rspec, minitest, phpunit, junit, nunit, github, gitlab, agent, as in faxsim init jest',
  ],
  [['jset'], {}, 'there is no runner "jset"; the nearest is jest'],
  [
    ['tap'],
    {},
    'there is no runner "tap"; known are jest, vitest, node, mocha, playwright, pytest, unittest, rspec, minitest, phpunit, junit, nunit, github, gitlab, agent',
  ],
  [['constructor'], {}, 'there is no runner "constructor"; known are jest'],
  [['jest', 'jets'], {}, 'there is no runner "jets"; the nearest is jest'],
  [['--force'], {}, 'unknown flag "--force"'],
  [['github', '--dir', 'ci'], {}, 'GitHub reads the workflows of the root of a repository alone: leave --dir out'],
  [
    [],
    { 'package.json': withJest, 'pytest.ini': '' },
    'has jest and pytest: name one or more, as in faxsim init jest, or faxsim init jest pytest',
  ],
])('init %j in a folder with %j says what to write, and writes nothing', async (words, files, message) => {
  const folder = await fill(await newDirectory(), files);
  const { code, stdout, stderr } = await initHere(folder, words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(await readdir(folder)).toHaveLength(Object.keys(files).length + 1);
});

test.each([
  [
    ['jest', 'jest.config.js', "module.exports = { globalSetup: './own.js' };"],
    "await require('faxsim/jest-setup')() to the globalSetup of jest.config.js",
  ],
  [
    ['jest', 'package.json', '{ "jest": { "globalSetup": "./own.js" } }'],
    `await require('faxsim/jest-setup')() to the globalSetup of "jest" in package.json`,
  ],
  [
    ['jest', 'package.json', '{ "type": "module", "jest": { "globalSetup": "./own.js" } }'],
    `await (await import('faxsim/jest-setup')).default() to the globalSetup of "jest" in package.json`,
  ],
  [
    ['vitest', 'vite.config.ts', "export default { test: { globalSetup: ['./own.ts'] } };"],
    "'faxsim/vitest-setup' to the list globalSetup in vite.config.ts",
  ],
] as const)('init %j leads into the set-up that the project has', async ([runner, config, text], line) => {
  const folder = await fill(await newDirectory(), { 'package.json': '{}', [config]: text });
  const { stdout } = await initHere(folder, [runner]);
  expect(stdout).toContain(`next: add ${line}: one simulator then serves the whole run\n`);
});

test.each([
  ['jest', 'jest.config.js', "module.exports = { globalSetup: 'faxsim/jest-setup' };"],
  ['vitest', 'vitest.config.mjs', "export default { test: { globalSetup: ['faxsim/vitest-setup', './own.mjs'] } };"],
])('init %s names no line for %s that has it: %s', async (runner, config, text) => {
  const folder = await fill(await newDirectory(), { 'package.json': '{}', [config]: text });
  expect((await initHere(folder, [runner])).stdout).not.toContain('next: add');
});

test.each([
  ['jest', 'jest.config.cjs', "globalSetup: 'faxsim/jest-setup'"],
  ['vitest', 'vite.config.ts', "test: { globalSetup: 'faxsim/vitest-setup' }"],
])('init %s names the line for %s, which it does not change', async (runner, config, line) => {
  const folder = await fill(await newDirectory(), { 'package.json': '{}', [config]: '' });
  const { stdout } = await initHere(folder, [runner]);
  expect(stdout).toContain(`next: add ${line} to ${config}: one simulator then serves the whole run\n`);
  expect(stdout).not.toContain(`wrote ${runner}.config`);
});

describe('the steps that init leaves to the user are those of the package manager', () => {
  const yarnLock = '__metadata:\n  version: 8\n';
  const addTest = 'add "test": "jest" to "scripts" in package.json';
  test.each<[string, string, string, string[]]>([
    ['package-lock.json', '{}', 'jest', ['npm pkg set scripts.test=jest', 'npx jest fax.test']],
    ['pnpm-lock.yaml', '', 'jest', ['pnpm pkg set scripts.test=jest', 'pnpm exec jest fax.test']],
    ['yarn.lock', yarnLock, 'jest', [addTest, 'yarn jest fax.test']],
    ['yarn.lock', yarnLock, 'node', [addTest.replace('jest', 'node --test'), 'yarn node --test fax.test.mjs']],
    ['yarn.lock', '', 'vitest', [addTest.replace('jest', 'vitest run'), 'yarn vitest run fax.test']],
  ])('with %s of %j for %s', async (lockfile, text, runner, steps) => {
    const folder = await fill(await newDirectory(), { 'package.json': '{}', [lockfile]: text });
    const { stdout } = await initHere(folder, [runner], {});
    expect([...stdout.matchAll(/^next: (.*)$/gm)].map(([, step]) => step)).toEqual(steps);
  });
});
