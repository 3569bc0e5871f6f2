import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';

const root = new URL('../', import.meta.url).pathname;

const runners = [
  ['Jest 30', join(root, 'node_modules/jest/bin/jest.js')],
  // Installed by `npm --prefix tools ci`, which .ci/run does.
  ['Jest 29', join(root, 'tools/node_modules/jest-29/bin/jest.js')],
].filter(([, path = '']) => existsSync(path)) as [string, string][];

const imported = "const { startSimulator } = require('faxsim');\n";

/** Test files that are over within a turn of the event loop or two. */
const quick = {
  'one-line.test.js': "test('a', async () => { const simulator = await startSimulator(); await simulator.close(); });",
  'around-all.test.js': `let simulator;
    beforeAll(async () => { simulator = await startSimulator(); });
    afterAll(() => simulator.close());
    test('a', () => {});`,
  'around-each.test.js': `let simulator;
    beforeEach(async () => { simulator = await startSimulator(); });
    afterEach(() => simulator.close());
    test.each([1, 2, 3])('%d', () => {});`,
  'not-awaited.test.js':
    "test('a', async () => { const simulator = await startSimulator(); void simulator.close(); });",
};

/** Test files that leave a simulator open: at rest, with work on documents and webhooks, and before it listens. */
const unclosed = {
  'at-rest.test.js': "test('a', async () => { await startSimulator(); await startSimulator(); });",
  'at-work.test.js': `test('a', async () => {
    const simulator = await startSimulator({ fixture: 'empty', pace: 'fast' });
    const { key, secret } = simulator.credentials.live;
    const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
    const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com', callback_url: simulator.baseUrl });
    for (let count = 0; count < 5; count++) await fetch(simulator.baseUrl + '/v2.1/faxes', { method: 'POST', headers, body });
    void simulator.simulate.receive();
  });`,
  'fake-timers.test.js': "test('a', async () => { jest.useFakeTimers(); await startSimulator(); });",
  'starting.test.js': "test('a', () => { void startSimulator(); });",
};

/**
 * The options of Jest, with the complaints that it must not make. On a busy machine Jest says of workers with empty tests too
 * that they failed to exit, since it gives them half a second. A handle that stays open shows in one process.
 */
const places = [
  ['in one process', '--runInBand', /torn down|missing|did not exit/],
  ['in several workers', '--maxWorkers=2', /torn down|missing/],
] as const;

describe.each(runners)('%s, with CommonJS and without options,', (version, runner) => {
  async function run(files: Readonly<Record<string, string>>, option: string) {
    const folder = join(project, `${version}${option}`.replace(' ', '-'));
    await mkdir(folder, { recursive: true }); // a second attempt finds it
    await Promise.all(Object.entries(files).map(([name, code]) => writeFile(join(folder, name), imported + code)));
    const args = [runner, option, '--testTimeout=60000', '--rootDir', folder];
    return promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'] } });
  }

  // One run for both kinds of files: a runner takes longer to start than they do.
  test.each(places)(
    'ends well, and names the test files that leave simulators open once, %s',
    async (_place, option, complaint) => {
      const { stderr } = await run({ ...quick, ...unclosed }, option);
      expect(stderr).toMatch(/Tests: +10 passed, 10 total/);
      expect(stderr).not.toMatch(complaint);
      const end = 'open, which faxsim has closed. Close each yourself: afterAll(() => simulator.close())';
      expect([...stderr.matchAll(/^.*faxsim:.*$/gm)].map(([line]) => line).toSorted()).toEqual([
        `faxsim: at-rest.test.js ended with 2 simulators ${end}`,
        `faxsim: at-work.test.js ended with a simulator ${end}`,
        `faxsim: fake-timers.test.js ended with a simulator ${end}`,
        `faxsim: starting.test.js ended with a simulator ${end}`,
      ]);
    },
  );
});
