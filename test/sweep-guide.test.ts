import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCommandLine } from '../src/cli/command-line.ts';
import { launch } from './support/program.ts';
import { makeDirectoryInPackage } from './support/temporary-directory.ts';
import { readAccepted, readInvariants } from '../src/lab/sweep/user-files.ts';

const root = new URL('../', import.meta.url).pathname;
let guide = '';
let folder = '';

beforeAll(async () => {
  guide = await readFile(join(root, 'docs/sweep.md'), 'utf8');
  folder = await makeDirectoryInPackage();
  const files = [...guide.matchAll(/^```(?:js|yaml)\n(?:\/\/|#) (\S+)\n(.*?)^```$/gms)];
  await Promise.all(files.map(([, name = '', text = '']) => writeFile(join(folder, name), text)));
});
afterAll(() => rm(folder, { recursive: true }));

test('the guide’s example for a test passes', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', 'sweep.test.mjs'], { cwd: folder });
  expect(stdout).toMatch(/pass 1\n/);
});

test('the guide’s lists are read', async () => {
  expect(await readAccepted(join(folder, 'accepted.yaml'))).toHaveLength(1);
  expect(await readInvariants(join(folder, 'invariants.yaml'))).toHaveLength(2);
});

test('the guide’s commands have options that exist', () => {
  const commands = [...guide.matchAll(/^npx faxsim (sweep .*?) -- (.*)$/gm)];
  expect(commands).toHaveLength(7);
  for (const [, words = '', program = ''] of commands) {
    const args = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const line = readCommandLine([...args, '--', ...program.split(' ')], {});
    expect(line).toMatchObject({ command: 'sweep', words: program.split(' ') });
  }
});

test('the guide’s story of a second fault is what a sweep shows', async () => {
  const [, story = '', shown = ''] =
    /^npx faxsim (sweep [^\n]* -- node letters\.mjs)\n```\n\n```text\n(.*?)^```$/ms.exec(guide) ?? [];
  const { code, stdout } = await launch(story.split(' '), {}, { cwd: folder }).ended;
  expect(code).toBe(3);
  for (const line of shown.split('\n')) expect(stdout.split('\n')).toContain(line);
});
