import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { gitlabKit } from '../../src/cli/gitlab-job.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const template = readFileSync(new URL('../../docs/examples/init/gitlab/.gitlab-ci.yml', import.meta.url), 'utf8');
const options = 'exec --fixture empty --bundle-on-failure faxsim.json.gz --';

type Files = Readonly<Record<string, string>>;

async function jobOf(files: Files, folder = '') {
  const root = await newDirectory();
  for (const [name, text] of Object.entries({ '.git/HEAD': '', ...files })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const { edit, rename, before, next } = gitlabKit(join(root, folder));
  const jobs = parse(edit(template)) as Record<string, { script: string[]; artifacts: { paths: string[] } }>;
  const [name = ''] = Object.keys(jobs);
  return { name, file: rename?.('.gitlab-ci.yml'), ...jobs[name]!, before, next };
}

const manifest = '{ "scripts": { "test": "jest" }, "devDependencies": { "faxsim": "1" } }';
const start = (folder: string) => `npx --yes --package ./${folder}/faxsim-0.1.0.tgz faxsim`;

test.each<[Files, string[]]>([
  [{ 'package.json': manifest, 'package-lock.json': '{}' }, ['npm ci', `npx faxsim ${options} npm test`]],
  [
    { 'pytest.ini': '', 'poetry.lock': '' },
    [
      'apt-get update',
      'apt-get install --yes --no-install-recommends python3-pip python-is-python3',
      'export PIP_BREAK_SYSTEM_PACKAGES=1',
      'pip install poetry',
      'poetry install',
      `${start('vendor')} ${options} poetry run pytest`,
    ],
  ],
  [
    { 'composer.json': '{ "require-dev": { "phpunit/phpunit": "^11" } }' },
    [
      'apt-get update',
      'apt-get install --yes --no-install-recommends composer php-cli php-curl php-mbstring php-xml',
      'composer install --no-interaction',
      `${start('.faxsim')} ${options} vendor/bin/phpunit`,
    ],
  ],
])('the job of a project with %j installs and tests as its files say', async (files, script) => {
  expect(await jobOf(files)).toMatchObject({ name: 'test', file: '.gitlab-ci.yml', script });
});

test('a repository that has jobs gets a file to include', async () => {
  const job = await jobOf({ 'package.json': manifest, '.gitlab-ci.yml': 'lint: { script: [npm run lint] }\n' });
  expect(job).toMatchObject({ name: 'faxsim', file: '.gitlab/faxsim.yml' });
  expect(job.before).toContain('add to .gitlab-ci.yml: include: [{ local: .gitlab/faxsim.yml }]');
  expect(job.next).toBe('commit .gitlab/faxsim.yml and ./vendor/faxsim-0.1.0.tgz');
});

test('a project in a folder of the repository is tested there', async () => {
  const job = await jobOf({ 'api/package.json': manifest, 'api/package-lock.json': '{}' }, 'api');
  expect(job.script.slice(0, 2)).toEqual(['cd api', 'npm ci']);
  expect(job.artifacts.paths).toEqual(['api/faxsim*.json.gz']);
});

test('a language that Debian has not needs an image of the user', async () => {
  const job = await jobOf({ 'letters.csproj': '' });
  expect(job.before).toContain('put an image with dotnet and Node 20.19 in place of node:24');
  expect(job.script).toEqual(['dotnet restore', `${start('vendor')} ${options} dotnet test`]);
});
