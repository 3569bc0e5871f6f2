import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url);

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}

test('the SBOM names the packages that are installed and bundled, the libraries in sharp, and node, but no tools', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/sbom.js'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const sbom = JSON.parse(stdout) as {
    metadata: { component: { name: string; type: string } };
    components: { name: string; version: string; scope: string; components?: { name: string }[] }[];
    dependencies: { ref: string }[];
  };
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'faxsim', type: 'application' } },
  });
  const notices = read('dist/THIRD-PARTY-NOTICES.txt').matchAll(/^-{80}\n\n(\S+) (\S+): /gm);
  const bundled = [...notices].map(([, name, version]) => `${name}@${version}`);
  const named = sbom.components.map(({ name, version }) => `${name}@${version}`);
  expect(bundled.length).toBeGreaterThan(50);
  expect(named).toEqual(expect.arrayContaining([...bundled, `node@${process.versions.node}`]));
  const names = sbom.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['sharp', 'express', '@hyzyla/pdfium']));
  for (const tool of ['jest', 'typescript', 'esbuild']) expect(names).not.toContain(tool);
  const linked = sbom.components.flatMap(({ components = [] }) => components.map(({ name }) => name));
  expect(linked).toEqual(expect.arrayContaining(['vips', 'webp']));
  expect(new Set(sbom.components.map(({ scope }) => scope))).toEqual(new Set(['required']));
  expect(stdout).not.toContain('"distribution"');
});

test('the notices of the image name sharp, libvips and node, each with its license and where its text is', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/image-notices.js'], { cwd: root });
  expect(stdout).toMatch(/^\n\n-{80}\n\nsharp [\d.]+: Apache-2\.0\n\n/);
  expect(stdout).toMatch(/^detect-libc [\d.]+: Apache-2\.0\n/m);
  expect(stdout).toMatch(/^@img\/sharp-libvips-\S+ [\d.]+: LGPL-3\.0-or-later\n/m);
  expect(stdout).toContain('https://www.gnu.org/licenses/lgpl-3.0.txt');
  const { node } = process.versions;
  expect(stdout).toContain(`\nnode ${node}: MIT\n`);
});

describe('the notices of the image name the packages that run', () => {
  const newDirectory = temporaryDirectories();
  const packageOf = (version: string, needs: object = {}) => ({ version, license: 'ISC', ...needs });
  const needs = { dependencies: { semver: '^7' }, optionalDependencies: { '@img/here': '1', '@img/other': '1' } };

  test.each([
    ['at the top', { 'node_modules/semver': packageOf('7.0.0') }],
    [
      'below the package that needs it, beside another version',
      { 'node_modules/semver': packageOf('6.0.0'), 'node_modules/sharp/node_modules/semver': packageOf('7.0.0') },
    ],
  ])('where npm puts one %s', async (_where, ofSemver) => {
    const folder = await newDirectory();
    await cp(new URL('scripts', root), join(folder, 'scripts'), { recursive: true });
    const packages = {
      '.': { type: 'module', dependencies: { sharp: '1' } },
      'node_modules/sharp': packageOf('1.0.0', needs),
      'node_modules/@img/here': packageOf('1.0.0', { dependencies: { inner: '2' } }),
      'node_modules/@img/here/node_modules/inner': packageOf('2.0.0'),
      'node_modules/@img/unneeded': packageOf('1.0.0'),
      ...ofSemver,
    };
    for (const [path, manifest] of Object.entries(packages)) {
      mkdirSync(join(folder, path), { recursive: true });
      const name = path.replace(/^.*node_modules\//, '');
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ name, ...manifest }));
    }
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'scripts/image-notices.js')]);
    const named = [...stdout.matchAll(/^(\S+ [\d.]+): ISC$/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(['@img/here 1.0.0', 'inner 2.0.0', 'semver 7.0.0', 'sharp 1.0.0']);
  });
});

describe('the notices of the image have for node', () => {
  const newDirectory = temporaryDirectories();
  const license = 'Node.js is licensed for use as follows:\n\nPermission is hereby granted';

  /** The notices where node is in a folder with these files beside its `bin`. */
  async function ofNodeWith(files: Readonly<Record<string, string>>): Promise<string> {
    const home = await newDirectory();
    const program = join(home, 'bin/node');
    await cp(process.execPath, program);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
    const { stdout } = await promisify(execFile)(program, ['scripts/image-notices.js'], { cwd: root });
    return stdout.slice(stdout.indexOf(`\nnode ${process.versions.node}: MIT\n`));
  }

  test('the text that its release has, with the licenses of the libraries in it', async () => {
    expect(await ofNodeWith({ LICENSE: `${license}\n` })).toContain(`: MIT\n\n${license}\n`);
  });

  test('the address of the text, where the file is missing or another one', async () => {
    const address = `https://github.com/nodejs/node/blob/v${process.versions.node}/LICENSE\n`;
    expect(await ofNodeWith({})).toContain(address);
    expect(await ofNodeWith({ LICENSE: 'Another license' })).toContain(address);
  });
});

describe('the digests of the base images', () => {
  const newDirectory = temporaryDirectories();
  const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

  /** A copy of the scripts and the Dockerfile, with a `docker` that pulls these digests by tag. */
  async function project(dockerfile: string, digests: Readonly<Record<string, string>>): Promise<string> {
    const folder = await newDirectory();
    await cp(new URL('scripts', root), join(folder, 'scripts'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'Dockerfile'), dockerfile);
    const cases = Object.entries(digests).map(([tag, pulled]) => `"pull ${tag}") echo "Digest: ${pulled}" ;;`);
    const docker = `#!/bin/sh\ncase "$*" in ${cases.join(' ')} *) echo "no $*"; esac\n`;
    writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 });
    return folder;
  }

  async function pin(folder: string, ...args: string[]): Promise<{ code: number | null; stderr: string }> {
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const child = spawn(process.execPath, [join(folder, 'scripts/pin-images.js'), ...args], { env });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { code, stderr };
  }

  const digests = { 'node:24-alpine3.22': digest('a'), 'alpine:3.22': digest('b') };
  const unpinned = 'ARG NODE_IMAGE=node:24-alpine3.22\nARG ALPINE_IMAGE=alpine:3.22\nFROM ${NODE_IMAGE}\n';
  const pinned = unpinned.replace('ine3.22', `ine3.22@${digest('a')}`).replace('e:3.22', `e:3.22@${digest('b')}`);

  test.each([
    ['are written', unpinned],
    ['replace earlier ones', pinned.replaceAll(digest('a'), digest('c'))],
  ])('%s beside the tags, as the registry has them', async (_what, before) => {
    const folder = await project(before, digests);
    expect(await pin(folder)).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe(pinned);
    expect(await pin(folder, '--check')).toEqual({ code: 0, stderr: '' });
  });

  test('are missed by a check', async () => {
    expect(await pin(await project(unpinned, {}), '--check')).toEqual({
      code: 1,
      stderr:
        'The base image node:24-alpine3.22 must have a digest; run npm run image:pin.\n' +
        'The base image alpine:3.22 must have a digest; run npm run image:pin.\n',
    });
  });

  test('stay as they are where the engine prints none', async () => {
    const folder = await project(unpinned, {});
    const { code, stderr } = await pin(folder);
    expect(code).toBe(1);
    expect(stderr).toContain('docker pull node:24-alpine3.22 must print a digest, got "no pull node:24-alpine3.22');
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe(unpinned);
  });

  test('can be added to the arguments of the project itself', async () => {
    const folder = await project(read('Dockerfile'), digests);
    expect(await pin(folder)).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8').match(/^ARG \w+_IMAGE=\S+@sha256:\w{64}$/gm)).toHaveLength(
      2,
    );
  });
});
