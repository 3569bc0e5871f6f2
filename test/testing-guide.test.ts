import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defaultCredentials } from '../src/model/domain/account.ts';
import { connect } from '../src/control/client/connect.ts';
import { startSimulator } from '../src/index.ts';
import { matchers } from '../src/package/jest/jest.ts';
import type { FaxsimMatchers } from '../src/package/jest/jest.ts';
import { project } from './support/installed-package.ts';
import { run } from './support/program.ts';
import { makeDirectoryInPackage } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
const tool = (path: string): string => join(root, 'node_modules', path);
let folder = '';

beforeAll(async () => {
  folder = await makeDirectoryInPackage();
  const guide = await readFile(join(root, 'docs/testing.md'), 'utf8');
  const examples = [...guide.matchAll(/^```[jt]s\n\/\/ (\S+)\n(.*?)^```$/gms)];
  await Promise.all(examples.map(([, name = '', code = '']) => writeFile(join(folder, name), code)));
});
afterAll(() => rm(folder, { recursive: true }));

const node = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: folder, env: { NO_COLOR: '1' } });

test('the guide’s examples for node:test pass', async () => {
  const { stdout } = await node(['--test', 'fax.test.mjs', 'delivered.test.mjs', 'settings.test.mjs']);
  expect(stdout).toMatch(/pass 3\n/);
});

test('the guide’s failed matcher has the message that the guide shows', async () => {
  const guide = await readFile(join(root, 'docs/testing.md'), 'utf8');
  const [, json = '', message = ''] =
    /toHaveReceived\('listFaxes', (\{ status.*?\})\);\n```\n\n```text\n(.*?)^```$/ms.exec(guide) ?? [];
  await using simulator = await startSimulator({ fixture: 'empty' });
  const lasting = connect({ baseUrl: simulator.baseUrl });
  const { key, secret } = defaultCredentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  for (const path of ['account', 'countries', 'faxes']) await fetch(`${simulator.baseUrl}/v2.1/${path}`, { headers });
  const expected: unknown = JSON.parse(json.replaceAll(/(\w+):/g, '"$1":'));
  expect.extend(matchers);
  const extended = expect(lasting) as unknown as FaxsimMatchers<void>; // by the line before
  const error: unknown = await extended
    .toHaveReceived('listFaxes', Object(expected))
    .catch((thrown: unknown) => thrown);
  const shown = stripVTControlCharacters(error instanceof Error ? error.message : '');
  expect(`${shown.replace(simulator.baseUrl, 'http://127.0.0.1:8329')}\n`).toBe(message);
});

test.each([
  ['as it stands', 'account.test.js', (code: string) => code],
  [
    'as an ES module',
    'account.test.mjs',
    (code: string) => code.replaceAll(/const (.*) = require\('(.*)'\);/g, "import $1 from '$2.mjs';"),
  ],
])('the guide’s example for Jest is found by its name, and passes %s', async (_how, name, change) => {
  const guide = await readFile(join(root, 'docs/testing.md'), 'utf8');
  const [, example = ''] = /^```js\n\/\/ account\.test\.js\n(.*?)^```$/ms.exec(guide) ?? [];
  const rootDir = join(project, `guide-${name}`);
  await mkdir(rootDir);
  await writeFile(join(rootDir, name), change(example));
  const [kit, ending] = name.endsWith('.mjs') ? ['jest-esm', 'mjs'] : ['jest', 'js'];
  await cp(join(root, `docs/examples/init/${kit}/faxsim-world.js`), join(rootDir, `faxsim-world.${ending}`));
  const config = JSON.stringify({ rootDir, transform: {} });
  const flags = name.endsWith('.mjs') ? ['--experimental-vm-modules'] : [];
  const { stderr } = await node([...flags, tool('jest/bin/jest.js'), '--config', config]);
  expect(stderr).toMatch(/Tests: +1 passed, 1 total/);
});

test('the guide’s example for Vitest passes', async () => {
  const { stdout } = await node([tool('vitest/vitest.mjs'), 'run', '--root', folder, 'resend.test']);
  expect(stdout).toMatch(/Tests +2 passed \(2\)/);
});

// Installed by `npm --prefix tools ci`, which .ci/run does.
const globalTypes = join(root, 'tools/node_modules/@types');

const compilations: [string, string, string, string[]][] = [
  ['Jest, imported', 'jest-types', "import { expect } from '@jest/globals';", []],
  ['Vitest', 'vitest-types', "import { expect } from 'vitest';", []],
];
if (existsSync(globalTypes))
  compilations.push(['Jest, as globals', 'jest-types', '', ['--types', 'jest', '--typeRoots', globalTypes]]);

test.each(compilations)('with one import, %s knows the types of the matchers', async (name, types, imported, flags) => {
  const file = join(folder, `${name.replace(/\W+/g, '-')}.mts`);
  const use = `import 'faxsim/${types}';
    ${imported}
    await expect({}).toHaveReceived('resendFax', { times: 1 });
    await expect({}).toHaveDelivered({ event: 'fax_completed', fax: 7, times: 1 });
    expect({}).toHaveFailedWith(17);
    // @ts-expect-error
    await expect({}).toHaveDelivered({ event: 'fax_complete' });
    // @ts-expect-error
    expect({}).toHaveFailedWith({});`;
  await writeFile(file, use);
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', ...flags];
  expect(await node([tool('typescript/bin/tsc'), ...options, file])).toEqual({ stdout: '', stderr: '' });
});

test('the guide’s example for a simulator elsewhere passes beside one that the program starts', async () => {
  const file = join(folder, 'elsewhere.test.mjs');
  const ended = await run(['exec', '--fixture', 'empty', '--', process.execPath, '--test', file]);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/pass 1\n/) });
});

const hasPytest = spawnSync('python3', ['-c', 'import pytest, requests']).status === 0;

(hasPytest ? test : test.skip)(
  'the guide’s fixture gives each test of pytest a world, in which its test passes',
  async () => {
    const guide = await readFile(join(root, 'docs/testing.md'), 'utf8');
    for (const [, name = '', text = ''] of guide.matchAll(/^```python\n# (\w+\.py)\n(.*?)^```$/gms))
      await writeFile(join(folder, name), text);
    const own = 'def test_own(faxsim):\n    assert faxsim.control("GET", "faxes")["faxes"] == []\n';
    await writeFile(join(folder, 'test_world.py'), own);
    const { code, stdout } = await run([
      'exec',
      '--',
      'python3',
      '-m',
      'pytest',
      '-q',
      '-p',
      'no:cacheprovider',
      folder,
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('2 passed') });
  },
);

const hasRspec = spawnSync('rspec', ['--version']).status === 0;

(hasRspec ? test : test.skip)('the guide’s context gives each example of RSpec a world, and deletes it', async () => {
  const guide = await readFile(join(root, 'docs/testing.md'), 'utf8');
  const [, context = ''] = /^```ruby\n# spec\/faxsim_context\.rb\n(.*?)^```$/ms.exec(guide) ?? [];
  await writeFile(join(folder, 'faxsim_context.rb'), context);
  const spec = `require_relative 'faxsim_context'
    RSpec.describe 'a fax' do
      include_context 'faxsim'
      2.times { it('is alone') { puts faxsim.values_at('base_url', 'faxes').join(' ') } }
      after(:all) { puts Net::HTTP.get(URI(ENV['PHAXIO_BASE_URL'] + '/_faxsim/worlds')).scan(/"id":/).size }
    end`;
  await writeFile(join(folder, 'fax_spec.rb'), spec);
  const { code, stdout } = await run(['exec', '--', 'rspec', join(folder, 'fax_spec.rb')]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('2 examples, 0 failures') });
  const worlds = [...stdout.matchAll(/\/w\/(\S+) 0$/gm)].map(([, id]) => id);
  expect(new Set(worlds).size).toBe(2);
  expect(stdout).toMatch(/^\.?1$/m);
});
