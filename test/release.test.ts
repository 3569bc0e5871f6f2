import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { installedMain } from './support/installed-package.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly runner: readonly string[] } };
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

const root = new URL('../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const newDirectory = temporaryDirectories();
const manifest = JSON.parse(read('package.json')) as { version: string };
const { version } = manifest;

describe('the workflow of a release', () => {
  const text = read('.github/workflows/release.yml');
  const workflow = parse(text) as { on: unknown; permissions: unknown; jobs: Record<string, Job> };
  const { gate, package: packing, image, binary, publish } = workflow.jobs;
  const runsOf = (job: Job | undefined): readonly (string | undefined)[] => job?.steps.map(({ run }) => run) ?? [];

  test('begins with a tag alone, and publishes only after the gate, the package, both images and the executables', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
    expect([packing?.needs, image?.needs, binary?.needs]).toEqual(['gate', 'gate', 'gate']);
    expect(publish?.needs).toEqual(['package', 'image', 'binary']);
    expect(binary?.strategy?.matrix.runner).toEqual(['ubuntu-24.04', 'macos-15', 'windows-2025']);
    expect(runsOf(gate)).toEqual(expect.arrayContaining(['.ci/run']));
    expect(image?.strategy?.matrix.runner).toEqual(['ubuntu-24.04', 'ubuntu-24.04-arm']);
  });

  test('needs no secret: its identity is the permission to publish', () => {
    expect(text).not.toContain('secrets.');
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const granted = Object.entries(workflow.jobs).flatMap(([name, { permissions }]) => (permissions ? [name] : []));
    expect(granted).toEqual(['publish']);
    expect(publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' });
  });

  test('runs installations and scripts of this repository, and nothing else', () => {
    const runs = Object.values(workflow.jobs).flatMap((job) => runsOf(job).filter((run) => run !== undefined));
    for (const run of runs.filter((command) => command !== 'npm ci')) {
      const [, program = ''] = /^(?:node )?(\S+)/.exec(run) ?? [];
      expect(existsSync(join(root, program))).toBe(true);
      if (!run.startsWith('node ')) accessSync(join(root, program), constants.X_OK);
    }
  });
});

describe('a tag', () => {
  const files = {
    'package.json': '{ "version": "1.2.3", "type": "module" }',
    'package-lock.json': '{ "version": "1.2.3" }',
    Dockerfile: 'ARG VERSION=1.2.3\n',
    'CHANGELOG.md': '# Changes\n\n## 1.2.3, 2027-01-31\n\n- New.\n\n## 1.2.2, 2027-01-01\n\n- Old.\n',
  };

  /** The notes of a tag in a project with these files. */
  async function notesOf(tag: string, changed: Readonly<Record<string, string>>) {
    const folder = await newDirectory();
    for (const script of ['release-notes.js', 'root.js', 'release'])
      await cp(join(root, 'scripts', script), join(folder, 'scripts', script), { recursive: true });
    for (const [name, text] of Object.entries({ ...files, ...changed })) await writeFile(join(folder, name), text);
    const args = [join(folder, 'scripts/release-notes.js'), tag];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  test.each([
    ['the first version', { 'CHANGELOG.md': '# Changes\n\n## 1.2.3, 2027-01-31\n\n- All.\n' }, '- All.\n'],
    ['a later version', {}, '- New.\n'],
  ])('of %s gets its notes from the newest part of the changelog', async (_which, changed, stdout) => {
    expect(await notesOf('v1.2.3', changed)).toEqual({ status: 0, stdout, stderr: '' });
  });

  test.each([
    ['1.2.3', {}, 'the tag must be v1.2.3, as package.json says, got 1.2.3'],
    ['v1.2.3', { 'package-lock.json': '{ "version": "1" }' }, 'package-lock.json must have the version 1.2.3, got 1'],
    ['v1.2.3', { Dockerfile: 'ARG VERSION=1\n' }, 'the Dockerfile must have ARG VERSION=1.2.3, got 1'],
    [
      'v1.2.3',
      { 'CHANGELOG.md': '## 1.2.3, not yet released\n' },
      'CHANGELOG.md must begin with "## 1.2.3, DATE", got "## 1.2.3, not yet released"',
    ],
  ])('%s is refused with %j', async (tag, changed, fault) => {
    expect(await notesOf(tag, changed)).toEqual({ status: 1, stdout: '', stderr: `${fault}\n` });
  });
});

/** Runs a script of a release with programs that write their arguments into a file, and do what a script says besides. */
async function runRelease(script: string, args: readonly string[], programs: Readonly<Record<string, string>>) {
  const folder = await newDirectory();
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'calls'), '');
  for (const [name, body] of Object.entries(programs)) {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\necho "${name} $*" >> ${folder}/calls\n${body}\n`);
    await chmod(join(folder, 'bin', name), 0o755);
  }
  const env = { ...process.env, PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`, GITHUB_REPOSITORY: 'owner/faxsim' };
  const { status, stderr } = spawnSync(join(root, 'scripts/release', script), args, { env, encoding: 'utf8' });
  return { status, stderr, calls: (await readFile(join(folder, 'calls'), 'utf8')).trimEnd().split('\n') };
}

const listing = (tarball: string): string[] =>
  spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).stdout.trimEnd().split('\n').toSorted();

test('the package of a release is that of npm pack, and names its repository', async () => {
  const out = await newDirectory();
  const { status } = await runRelease('package', [out], {});
  expect(status).toBe(0);
  expect(await readdir(out)).toEqual([`faxsim-${version}.tgz`]);
  const tarball = join(out, `faxsim-${version}.tgz`);
  expect(listing(tarball)).toEqual(listing(join(installedMain, `../../../../faxsim-${version}.tgz`)));
  const { stdout } = spawnSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({
    ...manifest,
    repository: { type: 'git', url: 'git+https://github.com/owner/faxsim.git' },
  });
});

test('the image of a release has its version and revision, is tested, and is saved with its SBOM', async () => {
  const out = await newDirectory();
  const docker = 'case "$1" in version) echo arm64 ;; save) echo image ;; run) echo "{}" ;; esac';
  const { status, calls } = await runRelease('image', [out], { docker, npm: '' });
  expect(status).toBe(0);
  const build = `docker build -t faxsim:${version} --build-arg VERSION=${version} --build-arg REVISION=`;
  expect(calls).toEqual([
    'docker version --format {{.Server.Arch}}',
    expect.stringContaining(build),
    'npm run test:containers',
    `docker save faxsim:${version}`,
    `docker run --rm --entrypoint cat faxsim:${version} sbom.cdx.json`,
  ]);
  const name = `faxsim-${version}-image-arm64`;
  expect((await readdir(out)).toSorted()).toEqual([`${name}-sbom.cdx.json`, `${name}.tar.gz`]);
});

describe('publishing', () => {
  const notes = `case "$1" in scripts/release-notes.js) echo Notes ;; esac`;

  async function publish(programs: Readonly<Record<string, string>>) {
    const out = await newDirectory();
    await writeFile(join(out, `faxsim-${version}.tgz`), 'package');
    const { status, calls } = await runRelease('publish', [`v${version}`, out], { node: notes, ...programs });
    const sums = await readFile(join(out, 'SHA256SUMS'), 'utf8');
    return { status, sums, calls: calls.map((call) => call.replaceAll(out, 'OUT')) };
  }

  test('makes a release with all files and their sums, and publishes the package with provenance', async () => {
    const { status, calls, sums } = await publish({ gh: '[ "$2" != view ]', npm: '[ "$1" != view ]' });
    expect(status).toBe(0);
    expect(sums).toMatch(new RegExp(`^[0-9a-f]{64} {2}faxsim-${version}\\.tgz\n$`));
    expect(calls).toEqual([
      `node scripts/release-notes.js v${version}`,
      `gh release view v${version}`,
      `gh release create v${version} --verify-tag --title faxsim ${version} --notes Notes`,
      `gh release upload v${version} --clobber OUT/SHA256SUMS OUT/faxsim-${version}.tgz`,
      `npm view faxsim@${version} version`,
      `npm publish --provenance --access public OUT/faxsim-${version}.tgz`,
    ]);
  });

  test('can be done again: it makes no second release, and publishes no version twice', async () => {
    const { status, calls } = await publish({ gh: '', npm: `echo ${version}` });
    expect(status).toBe(0);
    expect(calls.filter((call) => /create|npm publish/.test(call))).toEqual([]);
  });

  test('does nothing for a tag that cannot become a release', async () => {
    const refuses = 'exit 1';
    const { status, stderr, calls } = await runRelease('publish', ['v0.0.0', root], { node: refuses, gh: '', npm: '' });
    expect({ status, stderr, calls }).toEqual({
      status: 1,
      stderr: '',
      calls: ['node scripts/release-notes.js v0.0.0'],
    });
  });
});

describe('a form for issues', () => {
  test.each(['fault.yml', 'difference.yml'])('%s requires a bundle, and says which command writes one', (name) => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
      body: { id?: string; attributes: { description?: string }; validations?: { required: boolean } }[];
    };
    const bundle = form.body.find(({ id }) => id === 'bundle');
    expect(bundle?.validations?.required).toBe(true);
    expect(bundle?.attributes.description).toContain('npx faxsim bundle bundle.json.gz');
  });
});

test('SECURITY.md links to pages that exist, and names commands and options that faxsim has', () => {
  const page = read('SECURITY.md');
  const links = [...page.matchAll(/\]\((docs\/[^)#]+)\)/g)].map(([, target = '']) => target);
  expect(links.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  const options = [...page.matchAll(/`(--[\w-]+)`/g)].map(([, option = '']) => option);
  expect(options.filter((option) => !read('docs/options.md').includes(`\`${option}`))).toEqual([]);
});
