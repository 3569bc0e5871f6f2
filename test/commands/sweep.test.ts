import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { launch, run } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

/** Sends a fax, and again when no answer comes. `HOLD` is a request that takes for ever. */
const program = `
  const { PHAXIO_BASE_URL: base, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
  const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
  const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
  const send = () => fetch(base + '/v2.1/faxes', { method: 'POST', headers, body });
  const answer = await send().catch(send);
  process.exitCode = answer.ok ? 0 : 1;`;

let folder: string;
let script: string;
let out: string;
beforeAll(async () => {
  folder = await newDirectory();
  script = join(folder, 'send.mjs');
  await writeFile(script, program);
  out = join(folder, 'out');
});

const options = (...more: string[]): string[] => ['sweep', '--fixture', 'empty', '--out', out, ...more];
const node = (): string[] => ['--', process.execPath, script];
const report = async () => JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));

describe('a find', () => {
  test('makes the exit code 3, and has a scenario, a bundle, and a command that shows it again', async () => {
    const { code, stdout, stderr } = await run([...options('--only', 'lost-answer'), ...node()]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(stdout).toMatch(/→ 1 run, about \d/);
    expect(stdout).toContain('2 faxes to +12025550123 in place of 1');
    const [find] = (await report()).finds;
    expect(await readdir(out)).toEqual(
      expect.arrayContaining(['junit.xml', 'report.html', 'sweep-001-send-fax-lost-answer.json.gz']),
    );
    const shown = await run([...find.again.split(' -- ')[0].split(' ').slice(2), ...node()]);
    expect(shown).toMatchObject({ code: 3, stdout: expect.stringContaining('2 faxes to +12025550123 in place of 1') });
    const replayed = await run(['replay', find.bundle]); // in which times may differ by some ms
    expect(replayed.stdout).toMatch(/^\d+ the same/m);
  });

  test('that is accepted leaves the exit code 0, and one that is gone is named', async () => {
    const accept = join(folder, 'accepted.yaml');
    await writeFile(accept, 'accepted: [{ at: sendFax, fault: lost-answer, because: The customer expects it. }]');
    const { code, stdout } = await run([...options('--only', 'lost-answer', '--accept', accept), ...node()]);
    expect(code).toBe(0);
    expect(stdout).toContain('wrong, accepted: The customer expects it.');
  });
});

describe('a sweep with --only', () => {
  const sweeps = (cwd: string, ...more: string[]) =>
    launch(['sweep', '--fixture', 'empty', '--jobs', '4', ...more, ...node()], {}, { cwd }).ended;

  test('leaves the report of the whole sweep alone', async () => {
    const cwd = await newDirectory();
    await mkdir(join(cwd, 'faxsim-sweep'));
    await writeFile(join(cwd, 'faxsim-sweep/report.json'), 'the whole sweep');
    const { stdout } = await sweeps(cwd, '--only', 'lost-answer');
    expect(await readFile(join(cwd, 'faxsim-sweep/report.json'), 'utf8')).toBe('the whole sweep');
    expect(await readdir(join(cwd, 'faxsim-sweep/again'))).toContain('report.json');
    expect(stdout).toContain('Reports: faxsim-sweep/again/report.html');
  });

  test('has a directory within that of --out in the command that shows a find again', async () => {
    const cwd = await newDirectory();
    const { stdout } = await sweeps(cwd, '--out', 'reports', '--only', 'send-fax', '--limit', '2s', '--json');
    const { finds } = JSON.parse(stdout);
    expect(finds).not.toEqual([]);
    for (const { again } of finds) expect(again).toContain(' --out reports/again --only ');
  });
});

test('a run that breaks an invariant is wrong', async () => {
  const invariants = join(folder, 'invariants.yaml');
  await writeFile(invariants, 'invariants: [{ name: a fax is sent, count: faxes, at_least: 1 }]');
  const { code, stdout } = await run([
    ...options('--only', 'send-fax-down', '--invariants', invariants, '--json'),
    ...node(),
  ]);
  expect(code).toBe(3);
  expect(JSON.parse(stdout).results[0].because).toEqual([
    'the invariant "a fax is sent" does not hold: 0 faxes, expected at least 1',
  ]);
  const { again } = (await report()).finds[0];
  expect(again).toContain(`--invariants ${invariants} --out ${out} --only send-fax-down -- `);
  expect(again).not.toContain('--json');
});

test('a budget that is used up leaves the rest of the runs undone, and says so', async () => {
  const { stdout } = await run([...options('--budget', '1ms'), ...node()]);
  expect(stdout).toMatch(/Not done, since the budget is used up: \d+ runs\./);
  expect((await report()).stopped_by).toBe('budget');
});

test.each([[[]], [['--json']]])('a budget that allows no run makes the exit code 1, with %j too', async (json) => {
  const { code, stderr } = await run([...options('--budget', '1ms', ...json), ...node()]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^faxsim: --budget must be longer than the runs without a fault, which took .* s, got 1ms$/m);
});

test('Ctrl-C ends the program that runs, and leaves a report', async () => {
  const flag = join(folder, 'third');
  // The third run, which is the first with a fault, does not end by itself.
  const before = `echo . >> ${flag}; test $(wc -l < ${flag}) -lt 3 || (echo ready >&2; sleep 1000)`;
  const sweeping = launch([...options('--before', before), ...node()]);
  sweeping.process.stdout.on('data', (text: string) => {
    if (text.includes('→')) sweeping.process.kill('SIGINT');
  });
  const { code, stdout } = await sweeping.ended;
  expect(code).toBe(130);
  expect(stdout).toMatch(/Not done, since the sweep was stopped: \d+ runs\./);
  expect((await report()).stopped_by).toBe('signal');
});

test.each([
  [[], 2, 'PROGRAM is missing: faxsim sweep -- npm test'],
  [['--', '/no/such/program'], 127, 'cannot run "/no/such/program": there is no such program'],
  [['--', 'false'], 1, 'the program must pass without a fault, but it ends with exit code 1'],
  [['--', 'true'], 1, 'the program sends no request to its world; it must use the base URL in FAXSIM_URL'],
  [['--before', 'exit 7', '--', 'true'], 1, 'the command of --before must end with exit code 0, got exit code 7'],
  [['--bogus'], 2, 'unknown flag "--bogus"; faxsim sweep --help names the flags'],
  [['--jobs', '0', '--', 'true'], 2, '--jobs must be an integer from 1 to 64, got "0"'],
])('%j ends with exit code %i', async (words, code, line) => {
  expect(await run([...options(), ...words])).toEqual({ code, stdout: '', stderr: `faxsim: ${line}\n` });
});

test('a part of a name that no scenario has is refused', async () => {
  expect(await run([...options('--only', 'lost-anser'), ...node()])).toMatchObject({
    code: 2,
    stderr: 'faxsim: --only must be a part of the name of a planned scenario, got "lost-anser"\n',
  });
});
