import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from '../src/control/client/connect.ts';
import { defaultCredentials } from '../src/model/domain/account.ts';
import { buildStages, environmentOf, linkFolder } from './support/image/built-image.ts';
import type { BuiltStage } from './support/image/built-image.ts';
import { filesLetThrough } from './support/image/docker-ignore.ts';
import { stagesOf } from './support/image/dockerfile.ts';
import { installedMain } from './support/installed-package.ts';
import { start } from './support/program.ts';
import type { StartedProgram } from './support/program.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const newDirectory = temporaryDirectories();

/** Programs that the base images bring along, or that the image installs from Alpine. */
const node = { 'usr/local/bin/node': `#!/bin/sh\nexec "${process.execPath}" "$@"\n` };
const nothing = '#!/bin/sh\n';
const ofAlpine = {
  'usr/local/bin/apk': nothing,
  'usr/local/bin/adduser': nothing,
  'usr/local/bin/tini': '#!/bin/sh\nshift\nexec "$@"\n',
};

/** Installs the packages of the lockfile, as they lie here: no registry is asked. */
function installPackages(folder: string): void {
  for (const file of ['package.json', 'package-lock.json']) {
    if (!existsSync(join(folder, file))) throw new Error(`npm ci needs ${file}`);
  }
  linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** The image, built by the commands of the Dockerfile out of the files that `.dockerignore` lets through. */
function builtImage(into: string): BuiltStage {
  const context = join(into, 'context');
  for (const file of filesLetThrough(root, read('.dockerignore'))) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    cpSync(join(root, file), join(context, file), { verbatimSymlinks: true });
  }
  return buildStages(stagesOf(read('Dockerfile')), {
    context,
    into,
    bases: { '${NODE_IMAGE}': node, '${ALPINE_IMAGE}': ofAlpine },
    instead: { 'npm ci --ignore-scripts': installPackages },
  });
}

let image: BuiltStage;
const inImage = (path: string): string => join(image.cwd, path);

// One build serves all tests, which change none of its files.
let into = '';
beforeAll(async () => {
  into = await newDirectory();
  image = builtImage(into);
});

describe('a container of the built image', () => {
  let container: StartedProgram;

  beforeAll(async () => {
    const [program = '', main = '', ...args] = image.entrypoint;
    const env = { ...environmentOf(image), FAXSIM_HOST: '127.0.0.1', FAXSIM_PORT: '0', FAXSIM_FIXTURE: 'empty' };
    const options = { node: join(image.root, 'usr/local/bin', program), main, cwd: image.cwd };
    container = await start(args, { ...env, FAXSIM_URL_FILE: join(into, 'url') }, options);
  });
  afterAll(async () => {
    expect(await container.stop()).toMatchObject({ stderr: '' });
  });

  test('sends a document, and shows it as a picture and as a PDF', async () => {
    const { key, secret } = defaultCredentials.live;
    const body = new FormData();
    body.append('to', '+12025550123');
    body.append('file', new Blob(['<h1>Ünïcode</h1>'], { type: 'text/html' }), 'page.html');
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const sent = await fetch(`${container.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
    const { data } = (await sent.json()) as { data: { id: number } };
    await connect({ baseUrl: container.baseUrl }).clock.advance('1h');
    const fetched = async (path: string): Promise<string> => {
      const response = await fetch(container.baseUrl + path, { headers });
      return Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5);
    };
    expect(await fetched(`/v2.1/faxes/${data.id}/file`)).toBe('%PDF-');
    expect(await fetched(`/_faxsim/faxes/${data.id}/pages/1`)).toBe('\x89PNG\r');
  });

  test('serves the page of the console with all that it names, and the guides', async () => {
    const page = await fetch(`${container.baseUrl}/_faxsim/ui/`);
    const named = [...(await page.text()).matchAll(/(?:src|href)="(\/_faxsim\/ui\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(2);
    const guides = ['/_faxsim/docs', '/_faxsim/docs/webhooks', '/_faxsim/openapi/v2.1.json'];
    const statuses = [...named, ...guides].map(async (path) => (await fetch(container.baseUrl + path)).status);
    expect(await Promise.all(statuses)).toEqual([...named, ...guides].map(() => 200));
  });
});

test('the image has the packages for production alone, each with its notice and its line of the SBOM', async () => {
  const modules = inImage('node_modules');
  const names = (await readdir(modules, { recursive: true }))
    .filter((file) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => JSON.parse(readFileSync(join(modules, file), 'utf8')) as { name: string; version: string });
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['sharp', 'semver']));
  expect(names.map(({ name }) => name)).not.toContain('typescript');
  expect(existsSync(join(modules, '.cache'))).toBe(false);
  const notices = await readFile(inImage('dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const sbom = JSON.parse(await readFile(inImage('sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const inSbom = sbom.components.map(({ name, version }) => `${name} ${version}`);
  const packages = names.map(({ name, version }) => `${name} ${version}`);
  expect(packages.filter((each) => !notices.includes(`\n${each}: `))).toEqual([]);
  expect(packages.filter((each) => !inSbom.includes(each))).toEqual([]);
});

test('the image has the code cache of a start and of a first document', () => {
  const cached = readdirSync(inImage('dist/cache')).map((name) => name.split('-')[0]);
  expect(cached).toEqual(expect.arrayContaining(['documents', 'simulator']));
});

test('any user may write to the volumes of the image', () => {
  const modes = ['data', 'authority'].map((folder) => statSync(join(image.root, folder)).mode & 0o777);
  expect(modes).toEqual([0o777, 0o777]);
});

test('the image and the package have each folder of the package that the program reads', async () => {
  const sources = await readdir(join(root, 'src'), { recursive: true });
  const texts = sources.filter((file) => file.endsWith('.ts')).map((file) => read(`src/${file}`));
  const folders = texts
    .flatMap((text) => [...text.matchAll(/new URL\(['`]([^'`$]+)(?:\$.*)?['`], packageRoot\)/g)])
    .map(([, folder = '']) => folder);
  expect(folders).toEqual(expect.arrayContaining(['dist/console/', 'docs/', 'docs/examples/init/', 'scenarios']));
  expect(folders.filter((folder) => !existsSync(inImage(folder)))).toEqual([]);
  const installed = join(dirname(installedMain), '..');
  expect(folders.filter((folder) => !existsSync(join(installed, folder)))).toEqual([]);
});

test('init writes its files out of the image', async () => {
  const cwd = await newDirectory();
  const { status, stderr } = spawnSync(process.execPath, [inImage('dist/main.cjs'), 'init', 'pytest'], { cwd });
  expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
  expect(existsSync(join(cwd, 'conftest.py'))).toBe(true);
});
