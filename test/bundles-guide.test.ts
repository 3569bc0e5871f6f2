import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installedMain } from './support/installed-package.ts';
import { freePort } from './support/port.ts';
import { makeDirectoryInPackage } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
const run = promisify(execFile);
let guide = '';
let folder = '';

beforeAll(async () => {
  guide = await readFile(join(root, 'docs/bundles.md'), 'utf8');
  folder = await makeDirectoryInPackage();
});
afterAll(() => rm(folder, { recursive: true }));

const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);

test('the commands of the guide work one after the other, and print what it shows', async () => {
  const outputs: string[] = [];
  for (const block of blocks('sh')) {
    const script = `set -e\nnpx() { shift; "${process.execPath}" "${installedMain}" "$@"; }\n${block}`;
    const { stdout } = await run('sh', ['-c', script], { cwd: folder, env: { PATH: process.env['PATH'] } });
    outputs.push(stdout);
  }
  expect(outputs).toEqual([
    blocks('text')[0],
    expect.stringContaining('"grade": "same"'),
    expect.stringMatching(/^request 1, GET .v2.1.public.countries at .*: the program fails from here on/),
    expect.stringContaining('"request":1'),
  ]);
  const faxsim = (...args: string[]) => run(process.execPath, [installedMain, ...args], { cwd: folder });
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  await expect(faxsim('replay', 'failure.json', '--against', nowhere)).rejects.toMatchObject({
    code: 1,
    stderr: `faxsim: no answer from ${nowhere}: ECONNREFUSED\n`,
  });
  await expect(faxsim('diff', 'failure.json', nowhere)).rejects.toMatchObject({
    code: 1,
    stderr: `faxsim: no answer from ${nowhere}: ECONNREFUSED; is faxsim running there?\n`,
  });
});

test('the guide’s example of a rewind works', async () => {
  const [code = ''] = blocks('js');
  await writeFile(join(folder, 'rewind.mjs'), code);
  await run(process.execPath, ['rewind.mjs'], { cwd: folder });
});

test('a bundle of a program that succeeds is not written, and a file that is none is refused', async () => {
  const faxsim = (...args: string[]) => run(process.execPath, [installedMain, ...args], { cwd: folder });
  await faxsim('exec', '--bundle-on-failure', 'none.json', '--', process.execPath, '-e', '0');
  await expect(faxsim('replay', 'none.json')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot read "none.json"'),
  });
  const zipped = gzipSync(JSON.stringify({ format: 'faxsim bundle', steps: Array(100).fill('step') }));
  await writeFile(join(folder, 'cut.json.gz'), zipped.subarray(0, -20));
  await expect(faxsim('replay', 'cut.json.gz')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cut.json.gz: it must be a whole gzip file, but it ends too early'),
  });
  await writeFile(join(folder, 'other.json'), '{}');
  await expect(faxsim('diff', 'other.json', 'other.json')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('other.json: format must be "faxsim bundle"'),
  });
});

test('invariants take the place of a program in a bisect', async () => {
  const faxsim = (...args: string[]) => run(process.execPath, [installedMain, ...args], { cwd: folder });
  const [invariants = ''] = blocks('yaml');
  await writeFile(join(folder, 'one-fax.yaml'), invariants);
  const send =
    'curl -s -u "$FAXSIM_API_KEY:$FAXSIM_API_SECRET" "$FAXSIM_URL/v2.1/faxes" -d to=+12025550123 -d content_url=https://example.com';
  const session = `${send}; curl -s "$FAXSIM_URL/v2.1/public/countries"; ${send}; ${send}; exit 1`;
  const made = faxsim('exec', '--fixture', 'empty', '--bundle-on-failure', 'twice.json', '--', 'sh', '-c', session);
  await expect(made).rejects.toMatchObject({ code: 1 });
  const { stdout } = await faxsim('bisect', 'twice.json', '--invariants', 'one-fax.yaml');
  expect(stdout).toMatch(/^request 3, POST .v2.1.faxes at .*: the check fails from here on/);
  const always = ['--', process.execPath, '-e', '0'];
  const asJson = await faxsim('bisect', 'twice.json', '--invariants', 'one-fax.yaml', '--json', ...always);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ kind: 'request', request: 3, after_request: 2 });
  await writeFile(join(folder, 'compared.yaml'), invariants.replace('at_most: 1', 'at_most: baseline'));
  await expect(faxsim('bisect', 'twice.json', '--invariants', 'compared.yaml')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must have numbers as bounds here, got "baseline"'),
  });
});
