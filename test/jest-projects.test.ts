import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';

const root = new URL('../', import.meta.url).pathname;
const tool = (path: string): string => join(root, 'node_modules', path);
const run = promisify(execFile);

const required = `
  const { startSimulator } = require('faxsim');
  const { ControlError, connect } = require('faxsim/client');
  const { matchers } = require('faxsim/jest');`;
const imported = `
  import { startSimulator } from 'faxsim';
  import { ControlError, connect } from 'faxsim/client';
  import { matchers } from 'faxsim/jest';`;
const started = "startSimulator({ fixture: 'empty', clock: 'manual', startTime: new Date('2026-01-01T00:00:00Z') })";

/** A test that sends a document, in whatever language has these names. */
const sends = `
  expect.extend(matchers);
  let simulator;
  afterEach(() => simulator.close());
  test('a fax is sent', async () => {
    simulator = await ${started};
    const { key, secret } = simulator.credentials.live;
    const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
    const body = new FormData();
    body.append('to', '+12025550123');
    body.append('file', new Blob(['<p>text</p>'], { type: 'text/html' }), 'page.html');
    const sent = await fetch(simulator.baseUrl + '/v2.1/faxes', { method: 'POST', headers, body });
    const { data } = await sent.json();
    await simulator.clock.advance('1h');
    expect(await connect({ baseUrl: simulator.baseUrl }).faxes.show({ id: data.id })).toMatchObject({ status: 'success', pages: 1 });
    await expect(simulator).toHaveReceived('sendFax', { times: 1 });
    await expect(simulator.faxes.show({ id: 1 })).rejects.toThrow(ControlError);
  });`;

/** A folder of the project, with the packages of faxsim's own tests that it names. */
async function folderOf(name: string, files: Readonly<Record<string, string>>, ...links: string[]): Promise<string> {
  const folder = join(project, name);
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await Promise.all(links.map((link) => symlink(tool(link), join(folder, 'node_modules', link))));
  await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(folder, file), text)));
  return folder;
}

/** A project of ts-jest, with the package beside the others, as an installation has it: its types are declared in one of them. */
async function folderOfTypes(): Promise<string> {
  const typed = sends.replace('let simulator', 'let simulator: Awaited<ReturnType<typeof startSimulator>>');
  const test = `import { afterEach, expect, test } from '@jest/globals'; import 'faxsim/jest-types';${imported}${typed}`;
  const compilerOptions = { module: 'commonjs', target: 'es2022', strict: true, types: [], ignoreDeprecations: '6.0' };
  const files = {
    'fax.test.ts': test,
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'jest.config.json': JSON.stringify({ transform: { '\\.ts$': tool('ts-jest') } }),
  };
  const folder = await folderOf('ts-jest', files, '@jest', 'expect');
  await cp(join(project, 'node_modules/faxsim'), join(folder, 'node_modules/faxsim'), { recursive: true });
  return folder;
}

describe('without flags, and without options for faxsim,', () => {
  let output = '';

  // One run for all projects: Jest takes longer to start than they do.
  beforeAll(async () => {
    const plugins = [tool('@babel/plugin-transform-modules-commonjs')];
    const transform = { '\\.js$': [tool('babel-jest'), { plugins }] };
    const folders = [
      await folderOf('plain', { 'fax.test.js': required + sends, 'jest.config.json': '{}' }),
      await folderOf('babel', {
        'fax.test.js': imported + sends,
        'jest.config.json': JSON.stringify({ transform }),
      }),
      await folderOfTypes(),
    ];
    // A busy machine needs Jest's 5 s to start the simulator.
    const args = [tool('jest/bin/jest.js'), '--testTimeout=60000', '--projects', ...folders];
    const ended = await run(process.execPath, args, { cwd: project }).catch(
      (error: unknown) => error as { stderr: string },
    );
    output = ended.stderr;
  });

  test.each([
    ['plain Jest runs a test with faxsim', 'plain/fax.test.js'],
    ['Jest with Babel runs a test with faxsim', 'babel/fax.test.js'],
    ['ts-jest runs a test with faxsim, and knows its types', 'ts-jest/fax.test.ts'],
  ])('%s', (_title, file) => {
    expect(output).toContain(`PASS ${file}`);
    expect(output).toMatch(/Tests: +3 passed, 3 total/);
  });
});

describe('the types stand alone, without those of node and of browsers,', () => {
  const use = `${imported}
    import type { AnswerOf, InputOf } from 'faxsim';
    import type { FaxsimMatchers } from 'faxsim/jest';
    import { sweep } from 'faxsim/sweep';
    export const swept = () => sweep(async (world) => {
      const { id } = await world.faxes.create({ status: 'queued' });
      // @ts-expect-error
      await world.faxes.show({ fax: id });
    });
    export type Matchers = FaxsimMatchers<void>;
    export const order: InputOf<'worlds', 'create'> = { fixture: 'empty' };
    export async function shown(): Promise<AnswerOf<'worlds', 'show'>> {
      const simulator = await startSimulator({ clock: 'manual', worldIdle: '1h', seed: 7 });
      // @ts-expect-error
      await simulator.clock.advance('45 minutes');
      // @ts-expect-error
      await simulator.world({ pace: 'unknown' });
      return connect({ baseUrl: simulator.baseUrl }).worlds.show();
    }
    export const others = { ControlError, matchers };`;

  test.each([
    ['node16', ['--module', 'node16']],
    ['nodenext', ['--module', 'nodenext']],
    ['bundler', ['--module', 'preserve']],
    ['node10', ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0']],
  ])('for the module resolution %s', async (name, options) => {
    const modules = name === 'node10' ? ['use.ts'] : ['use.mts', 'use.cts'];
    const folder = await folderOf(`types-${name}`, Object.fromEntries(modules.map((file) => [file, use])));
    const strict = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022'];
    const args = [tool('typescript/bin/tsc'), ...strict, ...options, ...modules];
    const { stdout } = await run(process.execPath, args, { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });
});
