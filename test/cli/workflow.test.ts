import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { gitlabKit } from '../../src/cli/gitlab-job.ts';
import { githubKit } from '../../src/cli/workflow.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

type Files = Readonly<Record<string, string>>;

async function projectWith(files: Files): Promise<string> {
  const folder = await newDirectory();
  for (const [name, text] of Object.entries({ '.git/HEAD': '', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const template = readFileSync(
  new URL('../../docs/examples/init/github/.github/workflows/faxsim.yml', import.meta.url),
  'utf8',
);

const gitlabTemplate = readFileSync(new URL('../../docs/examples/init/gitlab/.gitlab-ci.yml', import.meta.url), 'utf8');

/** All that is left to the user, in order. */
const stepsOf = ({ before, next }: ReturnType<typeof githubKit>): string[] => [...before, next];

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

/** The commands of the workflow of a project, and the actions that it uses beside those of every one. */
async function workflowOf(files: Files): Promise<{ readonly actions: string[]; readonly commands: string[] }> {
  const { edit } = githubKit(await projectWith(files));
  const { jobs } = parse(edit(template)) as { jobs: { test: { steps: Step[] } } };
  const always = /^actions\/(?:checkout|setup-node|upload-artifact)@/;
  const { steps } = jobs.test;
  return {
    actions: steps.flatMap(({ uses }) => (uses === undefined || always.test(uses) ? [] : [uses])),
    commands: steps.flatMap(({ run }) => (run === undefined ? [] : [run.trim()])),
  };
}

const manifest = (others: object = {}): string =>
  JSON.stringify({ scripts: { test: 'jest' }, devDependencies: { faxsim: 'file:vendor/faxsim-0.1.0.tgz' }, ...others });
const options = 'exec --fixture empty --bundle-on-failure faxsim.json.gz --';
const byTarballIn = (folder: string) => `npx --yes --package ./${folder}/faxsim-0.1.0.tgz faxsim`;
/** Composer, Bundler and Go have a use of their own for `vendor`. */
const takesVendor = ['composer.json', 'Gemfile', 'go.mod'];

const yarn4 = '__metadata:\n  version: 8\n  cacheKey: 10\n';
const byPnpm = (install: string) => [`npm install --global ${install}`, 'pnpm install --frozen-lockfile'];
const byYarn = (install: string) => [`npm install --global ${install}`, 'yarn install --immutable'];

describe('the workflow of a JavaScript project installs and tests as its lockfile says', () => {
  test.each<[Files, string[], string, string]>([
    [{ 'package-lock.json': '{}' }, ['npm ci'], 'npx faxsim', 'npm test'],
    [{}, ['npm install'], 'npx faxsim', 'npm test'],
    [{ 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }, byPnpm('pnpm@10'), 'pnpm exec faxsim', 'pnpm test'],
    [{ 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" }, byPnpm('pnpm@8'), 'pnpm exec faxsim', 'pnpm test'],
    [{ 'pnpm-lock.yaml': 'lockfileVersion: 5.4\n' }, byPnpm('pnpm@7'), 'pnpm exec faxsim', 'pnpm test'],
    [{ 'yarn.lock': '# yarn lockfile v1\n' }, ['yarn install --frozen-lockfile'], 'npx faxsim', 'yarn test'],
    [{ 'yarn.lock': yarn4 }, byYarn('@yarnpkg/cli-dist@4'), 'yarn faxsim', 'yarn test'],
    [{ 'yarn.lock': '__metadata:\n  version: 6\n' }, byYarn('@yarnpkg/cli-dist@3'), 'yarn faxsim', 'yarn test'],
    [
      { 'bun.lock': '{}' },
      ['npm install --global bun@latest', 'bun install --frozen-lockfile'],
      'bunx faxsim',
      'bun run test',
    ],
    // One of npm comes by mistake.
    [{ 'pnpm-lock.yaml': '', 'package-lock.json': '{}' }, byPnpm('pnpm@10'), 'pnpm exec faxsim', 'pnpm test'],
  ])('with %j', async (files, install, faxsim, tests) => {
    const { actions, commands } = await workflowOf({ 'package.json': manifest(), ...files });
    expect(actions).toEqual([]);
    expect(commands).toEqual([...install, `${faxsim} ${options} ${tests}`]);
  });

  test.each([
    ['pnpm@9.15.0+sha512.abc', { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }, byPnpm('pnpm@9.15.0')],
    ['yarn@4.9.1', { 'yarn.lock': yarn4 }, byYarn('@yarnpkg/cli-dist@4.9.1')],
    ['yarn@1.22.22', { 'yarn.lock': '# yarn lockfile v1\n' }, ['yarn install --frozen-lockfile']],
    ['pnpm@10.1.0', { 'package-lock.json': '{}' }, ['npm install --global pnpm@10.1.0', 'pnpm install']],
  ])('with the version that package.json names: %s', async (packageManager, files, install) => {
    const { commands } = await workflowOf({ 'package.json': manifest({ packageManager }), ...files });
    expect(commands.slice(0, -1)).toEqual(install);
  });

  test('which lies above the folder, in the root of the repository', async () => {
    const folder = await projectWith({ 'pnpm-lock.yaml': '', 'packages/app/package.json': manifest() });
    const app = join(folder, 'packages/app');
    const kit = githubKit(app);
    expect(stepsOf(kit)).toEqual(['commit the workflow and ./vendor/faxsim-0.1.0.tgz']);
    expect(kit.edit(template)).toContain('- run: pnpm install --frozen-lockfile\n');
  });
});

describe('the workflow of a project of another language has no command of npm but the one that starts faxsim', () => {
  const phpunit = '{"require-dev": {"phpunit/phpunit": "^9"}}';
  test.each<[Files, string[], string[], string]>([
    [{ 'composer.json': phpunit }, [], ['composer install --no-interaction'], 'vendor/bin/phpunit'],
    // Laravel has a package.json for its styles.
    [
      { 'composer.json': phpunit, 'package.json': '{"devDependencies": {"vite": "7"}}', 'package-lock.json': '{}' },
      [],
      ['composer install --no-interaction'],
      'vendor/bin/phpunit',
    ],
    [
      { 'composer.json': '{"scripts": {"test": "phpunit --colors"}}' },
      [],
      ['composer install --no-interaction'],
      'composer test',
    ],
    [{ 'requirements.txt': 'pytest\n' }, ['actions/setup-python@v5'], ['pip install -r requirements.txt'], 'pytest'],
    [
      { 'requirements.txt': '' },
      ['actions/setup-python@v5'],
      ['pip install -r requirements.txt'],
      'python -m unittest',
    ],
    [
      { 'poetry.lock': '', 'pyproject.toml': 'pytest' },
      ['actions/setup-python@v5'],
      ['pip install poetry', 'poetry install'],
      'poetry run pytest',
    ],
    [
      { 'uv.lock': '', 'pyproject.toml': 'pytest' },
      ['actions/setup-python@v5'],
      ['pip install uv', 'uv sync'],
      'uv run pytest',
    ],
    [{ 'pytest.ini': '' }, ['actions/setup-python@v5'], ['pip install pytest'], 'pytest'],
    [{ Gemfile: "gem 'rspec'\n" }, ['ruby/setup-ruby@v1'], [], 'bundle exec rspec'],
    [{ Gemfile: "gem 'minitest'\n" }, ['ruby/setup-ruby@v1'], [], 'bundle exec rake test'],
    [{ 'pom.xml': '' }, ['actions/setup-java@v4'], [], 'mvn --batch-mode test'],
    [{ 'build.gradle.kts': '', gradlew: '' }, ['actions/setup-java@v4'], [], './gradlew test'],
    [{ 'Fax.Tests.csproj': '' }, ['actions/setup-dotnet@v4'], ['dotnet restore'], 'dotnet test'],
    [{ 'go.mod': '' }, [], [], './your-tests'],
  ])('with %j', async (files, actions, install, tests) => {
    const start = byTarballIn(takesVendor.some((name) => name in files) ? '.faxsim' : 'vendor');
    expect(await workflowOf(files)).toEqual({ actions, commands: [...install, `${start} ${options} ${tests}`] });
  });

  test.each([
    ['minitest', `ruby -Itest -e 'Dir["./test/*_test.rb"].each { require _1 }'`],
    ['rspec', 'rspec'],
    ['phpunit', 'vendor/bin/phpunit tests'],
    ['junit', 'mvn --batch-mode test'],
    ['nunit', 'dotnet test'],
    ['unittest', 'python -m unittest'],
    ['pytest', 'pytest'],
  ])('which has nothing but the files of faxsim init %s', async (kit, tests) => {
    const folder = await projectWith({});
    await cp(new URL(`../../docs/examples/init/${kit}`, import.meta.url), folder, { recursive: true });
    expect(stepsOf(githubKit(folder))).toEqual(['commit the workflow and ./vendor/faxsim-0.1.0.tgz']);
    const { edit, before } = gitlabKit(folder);
    const job = parse(edit(gitlabTemplate)) as { test: { script: string[] } };
    expect(job.test.script.at(-1)).toBe(`${byTarballIn('vendor')} ${options} ${tests}`);
    expect(before).toEqual(kit === 'nunit' ? ['put an image with dotnet and Node 20.19 in place of node:24'] : []);
  });

  test('which the user puts into the place of a name, where the kind of the project is unknown', async () => {
    expect(stepsOf(githubKit(await projectWith({ 'go.mod': '' })))).toEqual([
      'put the command of your tests in place of ./your-tests',
      'commit the workflow and ./.faxsim/faxsim-0.1.0.tgz',
    ]);
  });
});

describe('init github says', () => {
  const lack = 'package.json has no script "test", which the workflow runs: ';
  test.each([
    ['{"devDependencies": {"faxsim": "1", "jest": "30"}}', [`${lack}pnpm pkg set scripts.test=jest`]],
    ['{"devDependencies": {"faxsim": "1"}}', [`${lack}add one`]],
    [
      '{"scripts": {"test": "ava"}}',
      ['install faxsim, which the workflow runs: pnpm add --save-dev ./vendor/faxsim-0.1.0.tgz'],
    ],
  ])('before a workflow for %j', async (text, steps) => {
    const folder = await projectWith({ 'package.json': text, 'pnpm-lock.yaml': '' });
    expect(githubKit(folder).before).toEqual(steps);
  });

  test.each([
    ['the tarball that package.json names', { 'package.json': manifest(), 'composer.json': '{}' }, './vendor/'],
    [
      'its own folder beside Composer',
      { 'package.json': '{"scripts": {"test": "jest"}}', 'composer.json': '{}' },
      './.faxsim/',
    ],
    ['its own folder below Bundler', { Gemfile: '', 'app/pytest.ini': '' }, './.faxsim/', 'app'],
    ['the tarball above the folder', { 'package.json': manifest(), 'app/index.js': '' }, '../vendor/', 'app'],
  ])('to commit %s', async (_which, files: Files, path, folder = '') => {
    const { next } = githubKit(join(await projectWith(files), folder));
    expect(next).toBe(`commit the workflow and ${path}faxsim-0.1.0.tgz`);
  });

  test('to move a tarball out of the folder of Composer', async () => {
    const project = await projectWith({ 'composer.json': '{}', 'vendor/faxsim-0.1.0.tgz': '' });
    expect(githubKit(project).before).toEqual(['move ./vendor/faxsim-0.1.0.tgz into ./.faxsim']);
  });

  test.each([
    ['vendor/', { 'composer.json': '{}' }, []],
    ['*.tgz', { 'composer.json': '{}' }, ['./.faxsim']],
    ['vendor/', { 'pytest.ini': '' }, ['./vendor']],
    ['vendor/', { 'package.json': manifest(), 'package-lock.json': '{}' }, ['./vendor']],
  ])(
    'by which command git takes a tarball where it ignores %s in a project with %j',
    async (ignored, files, folders) => {
      const project = await newDirectory();
      spawnSync('git', ['init', '--quiet'], { cwd: project });
      for (const [name, text] of Object.entries({ '.gitignore': ignored, ...files }))
        await writeFile(join(project, name), text);
      expect(githubKit(project).before).toEqual(
        folders.map((folder) => `add the tarball, which git ignores: git add --force ${folder}/faxsim-0.1.0.tgz`),
      );
    },
  );
});
