import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadBundle } from '../../src/lab/bundles/bundle-file.ts';
import { project } from '../support/installed-package.ts';
import { launch } from '../support/program.ts';
import type { Ended } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const root = new URL('../../', import.meta.url).pathname;
const newDirectory = temporaryDirectories();
const node = process.execPath;
const tool = (path: string): string => join(root, 'node_modules', path);
const isThere = (program: string, ...words: string[]): boolean => spawnSync(program, words).status === 0;

interface Runner {
  readonly name: string;
  readonly command: readonly string[];
  /** The second test, which fails where BAD is set. */
  readonly file: string;
  readonly isThere?: boolean;
}

const runners: readonly Runner[] = [
  { name: 'jest', command: [node, tool('jest/bin/jest.js'), '--ci'], file: 'fax.test.js' },
  { name: 'vitest', command: [node, tool('vitest/vitest.mjs'), 'run'], file: 'fax.test.mjs' },
  { name: 'node', command: [node, '--test'], file: 'fax.test.mjs' },
  {
    name: 'pytest',
    command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
    file: 'test_fax.py',
    isThere: isThere('python3', '-c', 'import pytest, requests'),
  },
  { name: 'rspec', command: ['rspec'], file: 'spec/fax_spec.rb', isThere: isThere('rspec', '--version') },
];

const [expectOne, equalOne] = ['expect(process.env.BAD).toBe(undefined)', 'assert.equal(process.env.BAD, undefined)'];
const jsTest = (claim: string): string => `
test('another fax is listed', async () => {
  const { call } = await openWorld();
  await call('/v2.1/faxes');
  ${claim};
});
`;

const secondTests: Readonly<Record<string, string>> = {
  jest: jsTest(expectOne),
  vitest: jsTest(expectOne),
  node: jsTest(equalOne),
  pytest: `

def test_another_fax_is_listed(faxsim):
    import os
    faxsim.call("GET", "/v2.1/faxes")
    assert os.environ.get("BAD") is None
`,
  rspec: `
RSpec.describe 'another fax' do
  include_context 'faxsim'
  it 'is listed' do
    address = URI("#{faxsim['base_url']}/v2.1/faxes")
    request = Net::HTTP::Get.new(address)
    request.basic_auth(*faxsim['credentials']['live'].values_at('key', 'secret'))
    Net::HTTP.start(address.host, address.port) { |http| http.request(request) }
    expect(ENV['BAD']).to be_nil
  end
end
`,
};

/** A project with the files that init writes, and a second test. */
async function projectOf({ name, file }: Runner, suffix = ''): Promise<string> {
  const folder = join(project, `runner-${name}${suffix}`);
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await cp(join(root, 'docs/examples/init', name), folder, { recursive: true });
  if (name === 'jest') await writeFile(join(folder, 'package.json'), '{}');
  if (name === 'vitest') await symlink(tool('vitest'), join(folder, 'node_modules/vitest'));
  await appendFile(join(folder, file), secondTests[name] ?? '');
  return folder;
}

const faxsim = (cwd: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  launch(words, { NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1', ...env }, { cwd }).ended;

describe.each(runners.filter(({ isThere = true }) => isThere))('the tests that init writes for $name', (runner) => {
  let folder = '';

  test('pass beside a simulator, in worlds of their own', async () => {
    folder = await projectOf(runner);
    expect(await faxsim(folder, ['exec', '--', ...runner.command])).toMatchObject({ code: 0 });
  });

  test('leave the bundle of the world of the failed test, which a replay repeats', async () => {
    const words = ['exec', '--bundle-on-failure', 'failure.json.gz', '--', ...runner.command];
    const { code, stderr } = await faxsim(folder, words, { BAD: '1' });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^faxsim: the program failed; see it again with faxsim replay failure\.json\.gz$/m);
    const { steps } = await loadBundle(join(folder, 'failure.json.gz'));
    const requests = steps.flatMap((step) => (step.kind === 'request' ? [step.operation] : []));
    expect(requests).toEqual(['listFaxes']);
    expect(await faxsim(folder, ['replay', 'failure.json.gz'])).toMatchObject({
      code: 0,
      stdout: '1 the same, 0 the same but for headers or times, 0 different.\n',
    });
  });

  test('are swept', async () => {
    const words = ['sweep', '--fixture', 'empty', '--only', 'send-fax-down', '--', ...runner.command];
    const { stdout, stderr } = await faxsim(folder, words);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/ \d+ runs? in /);
    expect(stdout).toContain('sendFax');
  });
});

/** Tests that run at once, the second of which fails. */
const concurrentTests = (head: string): string => `${head}
for (const part of ['one', 'two']) {
  test.concurrent(part, async () => {
    const { world, call } = await openWorld();
    await call('/v2.1/faxes', { method: part === 'one' ? 'GET' : 'POST' });
    console.log('the world of ' + (await world.worlds.show()).name);
    expect(part).toBe('one');
  });
}
`;

test.each([
  ['jest', 'at-once.test.js', "const { openWorld } = require('./faxsim-world');"],
  [
    'vitest',
    'at-once.test.mjs',
    "import { expect, test } from 'vitest';\nimport { openWorld } from './faxsim-world.mjs';",
  ],
])(
  'tests of %s that run at once have worlds with their names, and notes of their own failures',
  async (name, file, head) => {
    const runner = runners.find((one) => one.name === name)!;
    const folder = await projectOf(runner, '-at-once');
    await writeFile(join(folder, file), concurrentTests(head));
    const words = ['exec', '--bundle-on-failure', 'at-once.json', '--', ...runner.command, 'at-once'];
    const { code, stdout, stderr } = await faxsim(folder, words);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/the world of one[^]*the world of two|the world of two[^]*the world of one/);
    const { steps } = await loadBundle(join(folder, 'at-once.json'));
    expect(steps.flatMap((step) => (step.kind === 'request' ? [step.operation] : []))).toEqual(['sendFax']);
  },
);

test('a bundle on failure is a warning where no request came, and its replay no success', async () => {
  const folder = await newDirectory();
  const words = ['exec', '--fixture', 'empty', '--bundle-on-failure', 'failure.json', '--', 'false'];
  expect(await faxsim(folder, words)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'faxsim: failure.json has no steps: no request came to FAXSIM_URL. If the program makes requests, look where they go: a test that calls startSimulator() has a simulator of its own, and openSimulator() uses this one\n',
  });
  expect(await faxsim(folder, ['replay', 'failure.json'])).toEqual({
    code: 1,
    stdout: '0 the same, 0 the same but for headers or times, 0 different.\n',
    stderr: 'faxsim: the bundle has nothing to compare: no request, no webhook and no changed record\n',
  });
});

test('the worlds with requests are bundled where no failure is noted, each in a file of its own', async () => {
  const folder = await newDirectory();
  const script = `
    const { openSimulator } = require(${JSON.stringify(join(project, 'node_modules/faxsim'))});
    (async () => {
      const simulator = await openSimulator();
      for (const name of ['one', 'two', 'idle']) {
        const { baseUrl } = await simulator.world({ name });
        if (name !== 'idle') await fetch(baseUrl + '/v2.1/public/countries');
      }
      process.exitCode = 7;
    })();`;
  const words = ['exec', '--fixture', 'empty', '--bundle-on-failure', 'failure.json.gz', '--', node, '-e', script];
  expect(await faxsim(folder, words)).toEqual({
    code: 7,
    stdout: '',
    stderr:
      'faxsim: the program failed; see its worlds again:\n  faxsim replay failure.json.gz  # "one"\n  faxsim replay failure-2.json.gz  # "two"\n',
  });
  expect((await readdir(folder)).toSorted()).toEqual(['failure-2.json.gz', 'failure.json.gz']);
});
