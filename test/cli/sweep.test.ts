import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { processStartOf } from '../../src/store/disk/lock.ts';
import { installedMain } from '../support/installed-package.ts';
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

describe('a finding', () => {
  test('makes the exit code 3, and has a scenario, a bundle, and a command that shows it again', async () => {
    const { code, stdout, stderr } = await run([...options('--only', 'lost-answer'), ...node()]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(stdout).toMatch(/→ 1 run\.\n(?:.*\n)?The sweep takes about \d/);
    expect(stdout).toContain('2 faxes to +12025550123 in place of 1');
    const [finding] = (await report()).findings;
    expect(await readdir(out)).toEqual(
      expect.arrayContaining(['junit.xml', 'report.html', 'sweep-001-send-fax-lost-answer.json.gz']),
    );
    const shown = await run([...finding.again.split(' -- ')[0].split(' ').slice(2), ...node()]);
    expect(shown).toMatchObject({ code: 3, stdout: expect.stringContaining('2 faxes to +12025550123 in place of 1') });
    const replayed = await run(['replay', finding.bundle]); // in which times may differ by some ms
    expect(replayed.stdout).toMatch(/^\d+ the same/m);
  });

  test('that is accepted leaves the exit code 0, and one that is gone is named', async () => {
    const accept = join(folder, 'accepted.yaml');
    await writeFile(accept, 'accepted: [{ at: sendFax, fault: lost-answer, because: The customer expects it. }]');
    const { code, stdout } = await run([...options('--only', 'lost-answer', '--accept', accept), ...node()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1\. wrong, accepted: [^]*^ {3}accepted: The customer expects it\.$/m);
  });
});

test('the report can be read while the sweep runs', async () => {
  const own = await newDirectory();
  const seen = join(own, 'seen.json');
  const before = `cp ${own}/report.json ${seen} || true`;
  await run(['sweep', '--fixture', 'empty', '--out', own, '--only', 'send-fax-l', '--before', before, ...node()]);
  const report = JSON.parse(await readFile(seen, 'utf8'));
  expect(report).toMatchObject({ is_running: true, planned: 2, stopped_by: null });
  expect([...report.results, ...report.undone]).toHaveLength(2);
  expect(JSON.parse(await readFile(join(own, 'report.json'), 'utf8'))).toMatchObject({ is_running: false, undone: [] });
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

  test('has a directory within that of --out in the command that shows a finding again', async () => {
    const cwd = await newDirectory();
    const { stdout } = await sweeps(cwd, '--out', 'reports', '--only', 'send-fax', '--limit', '2s', '--json');
    const { findings } = JSON.parse(stdout);
    expect(findings).not.toEqual([]);
    for (const { again } of findings) expect(again).toContain(' --out reports/again --only ');
  });
});

/** Fails where another run has left its file, or listens on its port. */
const jealous = `
  import { access, writeFile } from 'node:fs/promises';
  import { createServer } from 'node:http';
  import { once } from 'node:events';
  await access('state').then(() => process.exit(7), () => writeFile('state', ''));
  await once(createServer().listen(Number(process.argv[2]), '127.0.0.1'), 'listening');
  const { PHAXIO_BASE_URL: base, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
  const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
  const { ok } = await fetch(base + '/v2.1/faxes', { headers });
  process.exit(ok ? 0 : 1);`;

test('with --copy each run has its own directory and port, and runs go on at the same time', async () => {
  const cwd = await newDirectory();
  await writeFile(join(cwd, 'jealous.mjs'), jealous);
  const words = ['--only', 'error', '--', process.execPath, 'jealous.mjs', '{port}'];
  const { code, stdout, stderr } = await launch(['sweep', '--fixture', 'empty', '--copy', ...words], {}, { cwd }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('1 run in ');
  expect(await readdir(cwd)).toEqual(['faxsim-sweep', 'jealous.mjs']);
});

/** Refuses a webhook without a signature, polls, and waits for the genuine webhook. */
const receiver = `
  import { createServer } from 'node:http';
  const { PHAXIO_BASE_URL: base, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
  const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
  const server = createServer((request, response) => {
    const isSigned = request.headers['x-phaxio-signature'] !== undefined;
    response.writeHead(isSigned ? 200 : 401).end();
    if (isSigned) process.exit(0);
  }).listen(0, '127.0.0.1', async () => {
    const callback_url = 'http://127.0.0.1:' + server.address().port;
    const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com', callback_url });
    await fetch(base + '/v2.1/faxes', { method: 'POST', headers, body });
    setInterval(() => fetch(base + '/v2.1/faxes', { headers }).catch(() => {}), 50);
  });`;

describe('an application that refuses an unsigned webhook and waits for the genuine one', () => {
  const sweeps = async (...more: string[]) => {
    const path = join(folder, 'receiver.mjs');
    await writeFile(path, receiver);
    const signed = ['--webhook-token', 'a-token-of-some-length', '--only', 'unsigned', '--limit', '4s'];
    return run([...options(...signed, ...more), '--', process.execPath, path]);
  };

  test('gets it at once, although it is due in five minutes of the world', async () => {
    expect(await sweeps()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 unaffected') });
  });

  test('does not end where the clock is left alone, and the report says why', async () => {
    const { code, stdout } = await sweeps('--skip-waits=off');
    expect(code).toBe(3);
    expect(stdout).toContain('The application answers the webhook fax_completed with 401. The retry of the webhook');
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
  const { again } = (await report()).findings[0];
  expect(again).toContain(`--invariants ${invariants} --out ${out} --only send-fax-down -- `);
  expect(again).not.toContain('--json');
});

test('a budget that is used up leaves the rest of the runs undone, and says so', async () => {
  const { stdout } = await run([...options('--budget', '1ms'), ...node()]);
  expect(stdout).toMatch(
    /Not done, since the budget is used up: \d+ runs, about [\d.]+ s\n {2}never tried: lost-answer at sendFax\n/,
  );
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
  expect(stdout).toMatch(/Not done, since the sweep was stopped: \d+ runs,/);
  expect((await report()).stopped_by).toBe('signal');
});

test('a directory that another sweep uses is refused', async () => {
  const own = await newDirectory();
  const refusal = join(own, 'refusal');
  const inner = ['sweep', '--out', own, '--', 'true'].map((word) => `'${word}'`).join(' ');
  const before = `'${process.execPath}' '${installedMain}' ${inner} 2> '${refusal}'`;
  const { code } = await run(['sweep', '--out', own, '--before', before, ...node()]);
  expect(code).toBe(1);
  expect(await readFile(refusal, 'utf8')).toMatch(
    /^faxsim: --out must be a directory that nothing else uses, got ".*": .* says that the directory is in use by process \d+\. /,
  );
  expect(await readdir(own)).toEqual(['refusal']);
});

test('a process that left the process group of the program ends with it', async () => {
  const own = await newDirectory();
  const path = join(own, 'daemon.mjs');
  const daemon = `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })`;
  const noted = `appendFileSync('${own}/pids', ${daemon}.pid + '\\n');`;
  const imports = `import { spawn } from 'node:child_process'; import { appendFileSync } from 'node:fs';`;
  await writeFile(path, `${imports} ${noted} ${program}\nprocess.exit();`);
  await run(['sweep', '--out', join(own, 'out'), '--only', 'lost-answer', '--', process.execPath, path]);
  const pids = (await readFile(join(own, 'pids'), 'utf8')).trim().split('\n');
  expect(pids.length).toBeGreaterThanOrEqual(3); // a finding of a busy machine is tried again
  for (const pid of pids) expect([undefined, 'defunct']).toContain(await processStartOf(Number(pid)));
});

test.each([
  [[], 2, 'PROGRAM is missing: faxsim sweep -- npm test'],
  [['--', '/no/such/program'], 127, 'cannot run "/no/such/program": there is no such program'],
  [['--', 'false'], 1, 'the program must pass without a fault, but it ends with exit code 1'],
  [
    ['--', 'true'],
    1,
    'the program sends no request to its world; it must use the base URL in FAXSIM_URL, and start no simulator and make no world of its own: tests call openSimulator() of faxsim in place of startSimulator()',
  ],
  [['--before', 'exit 7', '--', 'true'], 1, 'the command of --before must end with exit code 0, got exit code 7'],
  [['--bogus'], 2, 'unknown flag "--bogus"; faxsim sweep --help names the flags'],
  [['--jobs', '0', '--', 'true'], 2, '--jobs must be an integer from 1 to 64, or auto, got "0"'],
])('%j ends with exit code %i', async (words, code, line) => {
  expect(await run([...options(), ...words])).toEqual({ code, stdout: '', stderr: `faxsim: ${line}\n` });
});

test('a part of a name that no planned scenario has is refused, and the nearest planned one is named', async () => {
  expect(await run([...options('--only', 'send-faxes-lost-answer'), ...node()])).toMatchObject({ code: 2, stdout: '' });
  expect(await run([...options('--only', 'get-fax-down'), ...node()])).toMatchObject({
    code: 2,
    stderr:
      'faxsim: --only must be a part of the name of a planned scenario, got "get-fax-down"; the nearest is send-fax-down\n',
  });
});

test('a part of a name that no scenario can have is refused before the program runs', async () => {
  const words = options('--only', 'lost-anser', '--', process.execPath, '-e', 'process.exit(7)');
  expect(await run(words)).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'faxsim: --only must be a part of the name of a scenario, such as lost-answer or send-fax-busy, got "lost-anser"; the nearest is lost-answer\n',
  });
});
