import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { shellWord } from '../../src/model/shared/words.ts';
import { installedMain } from '../support/installed-package.ts';
import { launch } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

const client = `
  const { FAXSIM_URL: base, FAXSIM_API_KEY: key, FAXSIM_API_SECRET: secret, FAXSIM_PROJECT_ID: project } = process.env;
  const authorization = 'Basic ' + btoa(key + ':' + secret);`;

const old = `${client}
  const body = new FormData();
  for (const to of ['+12025550101', '+12025550102']) body.append('to[]', to);
  body.append('file', new Blob(['Invoice 17']), 'invoice.txt');
  const answer = await fetch(base + '/v2.1/faxes', { method: 'POST', headers: { authorization }, body });
  process.exitCode = answer.ok ? 0 : 1;`;

/** Sends again at each failure if told so, and to the first number alone. */
const successor = `${client}
  const [mistake] = process.argv.slice(2);
  const to = ['+12025550101', '+12025550102'].slice(0, mistake === 'first' ? 1 : 2);
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ to, files: [{ file: btoa('Invoice 17'), fileType: 'TXT' }] });
  const send = () => fetch(base + '/v3/projects/' + project + '/faxes', { method: 'POST', headers, body });
  const answer = await (mistake === 'again' ? send().catch(send) : send());
  process.exitCode = answer.ok ? 0 : 1;`;

let folder: string;
beforeAll(async () => {
  folder = await newDirectory();
  await writeFile(join(folder, 'old.mjs'), old);
  await writeFile(join(folder, 'new.mjs'), successor);
});

const command = (file: string, ...args: string[]): string =>
  [process.execPath, join(folder, file), ...args].map(shellWord).join(' ');

const parity = (cwd: string, newProgram: string, ...more: string[]) =>
  launch(['parity', '--fixture', 'empty', '--old', command('old.mjs'), '--new', newProgram, ...more], {}, { cwd })
    .ended;

/** Runs a command of a report in a shell, with this faxsim. */
function repeat(text: string, cwd: string) {
  const own = [process.execPath, installedMain].map(shellWord).join(' ');
  const { status: code, stdout } = spawnSync('sh', ['-c', text.replace('npx faxsim', own)], { cwd, encoding: 'utf8' });
  return { code, stdout };
}

test('a program that achieves the same ends with exit code 0', async () => {
  const cwd = await newDirectory();
  const { code, stdout, stderr } = await parity(cwd, command('new.mjs'));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^faxes {19}2 +2$/m);
  expect(stdout).toContain('The new program achieves what the old one does.');
  expect(await readdir(join(cwd, 'faxsim-parity'))).toEqual(expect.arrayContaining(['report.html', 'report.json']));
});

test('a program that reaches one number of two ends with exit code 3, and the requests of both sides are shown', async () => {
  const cwd = await newDirectory();
  const { code, stdout } = await parity(cwd, command('new.mjs', 'first'), '--out', 'reports');
  expect(code).toBe(3);
  expect(stdout).toContain(
    '1. lost: the document “Invoice 17” does not go to +12025550102, though it goes to +12025550101',
  );
  expect(stdout).toMatch(/^ {3}old: POST \/v2\.1\/faxes to=/m);
  expect(stdout).toMatch(/^ {3}new: POST \/v3\/projects\/\S+\/faxes to=/m);
  const report = JSON.parse(await readFile(join(cwd, 'reports/report.json'), 'utf8'));
  const { code: again, stdout: shown } = repeat(report.again, cwd);
  expect({ again, shown }).toEqual({ again: 3, shown: expect.stringContaining(`\nagain: ${report.again}\n`) });
  expect(report.again).toMatch(/ --out reports\/again$/);
  expect(report).toMatchObject({ made: { directory: cwd, command: expect.stringContaining(' --out reports') } });
  expect(report).toMatchObject({ format: 'faxsim parity', runs: { old: 4, new: 3 }, findings: [{ kind: 'lost' }] });
  expect(await readFile(join(cwd, 'reports/report.html'), 'utf8')).toContain('does not go to +12025550102');
});

test('with --sweep a fault is worse if the new program sends twice at it, and the old one does not', async () => {
  const options = ['--sweep', '--only', 'lost-answer', '--json'];
  const cwd = await newDirectory();
  const { code, stdout } = await parity(cwd, command('new.mjs', 'again'), ...options);
  const { findings, faults, again: whole } = JSON.parse(stdout);
  expect(whole).toMatch(/ --sweep --out faxsim-parity\/again$/);
  expect({ code, findings }).toEqual({ code: 3, findings: [] });
  const worse = { name: 'send-fax-lost-answer', fault: 'lost-answer', verdict: 'wrong', old: 'degraded' };
  expect(faults.worse).toEqual([expect.objectContaining(worse)]);
  const { code: again, stdout: shown } = repeat(faults.worse[0].again, cwd);
  expect({ again, shown }).toEqual({ again: 3, shown: expect.stringMatching(/^1 wrong, .*\n*1 run in /m) });
});

test('with --only for a fault that fits neither program it says so', async () => {
  const { code, stderr } = await parity(await newDirectory(), command('new.mjs'), '--sweep', '--only', 'forged');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--only must be a part of the name') });
});

test('the guide shows what its commands print', async () => {
  const cwd = await newDirectory();
  await writeFile(join(cwd, 'old.mjs'), old);
  await writeFile(join(cwd, 'new.mjs'), successor.replace('process.argv.slice(2)', "['first']"));
  const guide = await readFile(new URL('../../docs/parity.md', import.meta.url), 'utf8');
  const [compared = '', swept = ''] = [...guide.matchAll(/^npx faxsim (parity .*)$/gm)].map(([, words = '']) => words);
  const run = (words: string) => launch(wordsOf(words), {}, { cwd }).ended;
  const { code, stdout } = await run(compared);
  expect({ code, shown: guide }).toEqual({
    code: 3,
    shown: expect.stringContaining(stdout.replace(/[\d.]+ s\./, '2.1 s.')),
  });
  expect((await run(`${swept} --only garbage`)).stdout).toContain(
    'Faults in both programs\n1 run of the old program, 1 of the new one.',
  );
});

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

test.each([
  ['without a command', ['parity', '--old', 'true'], 2, '--old and --new are needed'],
  ['with --only alone', ['parity', '--old', 'exit 7', '--new', 'true', '--only', 'busy'], 2, 'so it needs --sweep'],
  [
    ...([
      'with an unknown --only',
      ['parity', '--old', 'exit 7', '--new', 'true', '--sweep', '--only', 'bussy'],
    ] as const),
    ...([2, 'the nearest is busy'] as const),
  ],
  [
    ...(['with a program that is not there', ['parity', '--old', 'no-such-program', '--new', 'true']] as const),
    ...([127, /cannot run the old program: .*no-such-program.*not found\n$/] as const),
  ],
  ['with an old program that fails', ['parity', '--old', 'exit 7', '--new', 'true'], 1, 'the old program must pass'],
])('%s it says what is wrong', async (_name, words, code, message) => {
  const ended = await launch(words, {}, { cwd: await newDirectory() }).ended;
  expect(ended).toMatchObject({ code, stderr: expect.stringMatching(message) });
});
