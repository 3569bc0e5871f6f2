import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { installedMain, project, tarball } from './support/installed-package.ts';

const root = new URL('../', import.meta.url).pathname;
const run = promisify(execFile);
const MB = 1e6;

describe('the package', () => {
  test('is not taken for a part of the source when npm pack writes it there', async () => {
    const { stdout } = await run('git', ['check-ignore', 'faxsim-0.1.0.tgz'], { cwd: root });
    expect(stdout).toBe('faxsim-0.1.0.tgz\n');
  });

  test('has what it needs, and nothing else', async () => {
    const { stdout } = await run('tar', ['-tzf', tarball]);
    const paths = stdout.trimEnd().split('\n');
    const folders = /^package\/(?:dist\/|docs\/(?:evidence|examples|openapi)\/|docs\/[\w-]+\.md$|scenarios\/)/;
    expect(paths.filter((path) => !folders.test(path)).toSorted()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/SECURITY.md',
      'package/action.yml',
      'package/docs/bundle.schema.json',
      'package/docs/fixture.schema.json',
      'package/docs/llms.txt',
      'package/docs/scenario.schema.json',
      'package/package.json',
    ]);
    expect(paths.filter((path) => /^package\/dist\/[^/]+$/.test(path)).toSorted()).toEqual(
      [
        ...['client.cjs', 'client.d.cts', 'control-error.cjs', 'documents-worker.cjs', 'documents.cjs', 'entry.cjs'],
        ...[
          'early-signals.cjs',
          'index.cjs',
          'index.d.cts',
          'jest.cjs',
          'jest.d.cts',
          'jest-setup.cjs',
          'jest-setup.d.cts',
          'jest-types.cjs',
          'jest-types.d.cts',
          'load.cjs',
          'main.cjs',
          'simulator.cjs',
        ],
        ...[
          're2js.cjs',
          'sweep.cjs',
          'sweep.d.cts',
          'suite-program.cjs',
          'suite-simulator.cjs',
          'testcontainers.cjs',
          'testcontainers.d.cts',
          'THIRD-PARTY-NOTICES.txt',
          'vitest-setup.d.mts',
          'vitest-setup.mjs',
          'vitest-types.d.mts',
          'vitest-types.mjs',
          'x509.cjs',
        ],
      ]
        .map((name) => `package/dist/${name}`)
        .toSorted(),
    );
    expect(paths).toEqual(
      expect.arrayContaining([
        'package/dist/console/index.html.gz',
        'package/scenarios/outage.yaml',
        'package/docs/openapi/v2.1.json',
        'package/docs/webhooks.md',
      ]),
    );
    expect(paths).not.toContain('package/docs/coverage.md');
  });

  test('is small, and so is what npm installs with it', async () => {
    expect((await stat(tarball)).size).toBeLessThan(5.5 * MB);
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(['sharp']);
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
    };
    const installed = Object.values(packages).filter(({ dev, optional }) => dev !== true && optional !== true);
    expect(installed.length).toBeLessThan(10);
  });
});

test('all that its pages link to is in the package, but for pictures and the pages of the project', async () => {
  const folder = join(project, 'node_modules/faxsim');
  const files = await readdir(folder, { recursive: true });
  const pages = files.filter((file) => /^(?:docs\/)?[\w-]+\.md$/.test(file));
  const links = await Promise.all(pages.map(async (page) => linksOf(page, await readFile(join(folder, page), 'utf8'))));
  const missing = new Set(links.flat().filter((target) => !existsSync(join(folder, target))));
  expect([...missing].filter((target) => !/^docs\/(?:screenshots|decisions)(?:\/|$)/.test(target)).toSorted()).toEqual([
    ...['CONTRIBUTING.md', 'docs/architecture.md', 'docs/assumptions.md', 'docs/coverage.md', 'examples'],
  ]);
  expect(links.flat()).toEqual(expect.arrayContaining(['docs/examples/compose.yaml', 'CHANGELOG.md', 'action.yml']));
});

/** The files that a page links to, from the folder of the package. */
function linksOf(page: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^\w+:/.test(target)).map((target) => join(dirname(page), target));
}

test('has no script of which npm warns those who install the tarball', async () => {
  const { scripts } = JSON.parse(await readFile(join(project, 'node_modules/faxsim/package.json'), 'utf8'));
  const warned = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(warned.filter((name) => name in scripts)).toEqual([]);
});

test('the notices name the packages whose code or files the package contains', async () => {
  const notices = await readFile(join(project, 'node_modules/faxsim/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of [
    'express',
    'lowdb',
    '@faker-js/faker',
    '@hyzyla/pdfium',
    'dejavu-fonts-ttf',
    'preact',
    'zxing-wasm',
  ]) {
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  expect(notices).toContain('Bitstream Vera');
  expect(notices).not.toMatch(/^jest /m);
});

/** The output of a project that has the package. */
async function printed(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, args, { cwd: project });
  expect(stderr).toBe('');
  return stdout;
}

const use = `
    const simulator = await startSimulator();
    const { faxes } = await connect({ baseUrl: simulator.baseUrl }).worlds.show();
    const fault = await simulator.faxes.show({ id: 1 }).catch((error) => error);
    await simulator.close();
    console.log(faxes, fault instanceof ControlError, Object.keys(matchers).join());`;

describe('in a project that has installed it', () => {
  test.each([
    [
      'import',
      'module',
      `import { startSimulator } from 'faxsim';
      import { ControlError, connect } from 'faxsim/client';
      import { matchers } from 'faxsim/jest';
      ${use}`,
    ],
    [
      'require',
      'commonjs',
      `const { startSimulator } = require('faxsim');
      const { ControlError, connect } = require('faxsim/client');
      const { matchers } = require('faxsim/jest');
      void (async () => { ${use} })();`,
    ],
  ])('%s finds all that it exports', async (_name, type, script) => {
    expect(await printed([`--input-type=${type}`, '-e', script])).toBe(
      '250 true toHaveReceived,toHaveDelivered,toHaveFax,toHaveFailedWith\n',
    );
  });

  test('the program has the library of scenarios', async () => {
    expect(await printed([installedMain, 'scenarios', 'show', 'outage'])).toContain('name: outage');
  });
});
