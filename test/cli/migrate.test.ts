import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { run, start } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const node = process.execPath;
const newDirectory = temporaryDirectories();

/** Sends a fax, and asks for it. With an argument, the program sends it again, and ends with that exit code. */
const script = `
  const { PHAXIO_BASE_URL: base, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
  const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
  const call = async (method, path, fields) => {
    const body = fields && new URLSearchParams(fields);
    return (await fetch(base + '/v2.1' + path, { method, headers, body })).json();
  };
  const { data } = await call('POST', '/faxes', { to: '2025550123', content_url: 'https://example.com' });
  await call('GET', '/faxes/' + data.id);
  console.log('sent');
  const [code] = process.argv.slice(2);
  if (code !== undefined) await call('POST', '/faxes/' + data.id + '/resend');
  process.exit(Number(code ?? 0));`;

let file = '';
beforeAll(async () => {
  file = join(await newDirectory(), 'program.mjs');
  await writeFile(file, script);
});

describe('of a program that it runs', () => {
  test('prints the report after the output of the program', async () => {
    const ended = await run(['migrate', '--fixture', 'empty', '--', node, file]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(
      /^sent\n2 shown traps, \d possible traps\. 2 requests by 2 operations; every operation and parameter has a counterpart in v3; \d+ fields do not\n/,
    );
    expect(ended.stdout).toContain('getFax, 1 request: by GET /faxes/{id}');
  });

  test('prints JSON alone with --json, and writes the page with --html', async () => {
    const page = join(await newDirectory(), 'report.html');
    const ended = await run(['migrate', '--fixture', 'empty', '--json', '--html', page, '--', node, file]);
    expect(ended.stderr).toBe('sent\n');
    expect(JSON.parse(ended.stdout)).toMatchObject({ format: 'faxsim migrate', version: 1, requests: 2, gaps: [] });
    expect(await readFile(page, 'utf8')).toContain('<title>faxsim migrate: ');
    expect(JSON.parse(await readFile(page.replace('.html', '.json'), 'utf8'))).toEqual(JSON.parse(ended.stdout));
    const { stdout } = await run(['migrate', '--fixture', 'empty', '--html', page, '--', node, file]);
    expect(stdout).toMatch(/\nReports: \S+report\.html, \S+report\.json\n$/);
  });

  test('refuses a page that cannot be written before the program runs', async () => {
    const ended = await run(['migrate', '--fixture', 'empty', '--html', '/no/such/report.html', '--', node, file]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('--html must be a file that can be written, got "/no/such/report.html"');
  });

  test('keeps a file under the name of the page that is no report, and runs nothing', async () => {
    const program = join(await newDirectory(), 'old.mjs');
    const own = "console.log('ran');";
    await writeFile(program, own);
    const ended = await run(['migrate', '--fixture', 'empty', '--html', program, '--', node, program]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('old.mjs": it is no report of faxsim migrate, and would be lost');
    expect(await readFile(program, 'utf8')).toBe(own);
  });

  test('keeps a file beside the page that is no report, and replaces an earlier report', async () => {
    const page = join(await newDirectory(), 'report.html');
    const data = page.replace('.html', '.json');
    const words = ['migrate', '--fixture', 'empty', '--html', page, '--', node, file];
    for (const own of ['{"mine": true}', 'not JSON']) {
      await writeFile(data, own);
      const ended = await run(words);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toContain('report.json" is no earlier report of faxsim migrate, and would be lost');
      expect(await readFile(data, 'utf8')).toBe(own);
    }
    await writeFile(data, '{"format": "faxsim migrate"}');
    expect(await run(words)).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(data, 'utf8'))).toMatchObject({ requests: 2 });
  });

  test('keeps an earlier report if the program makes no request', async () => {
    const page = join(await newDirectory(), 'report.html');
    const words = ['migrate', '--fixture', 'empty', '--html', page, '--', node];
    await run([...words, file]);
    const reports = () => Promise.all([page, page.replace('.html', '.json')].map((path) => readFile(path, 'utf8')));
    const former = await reports();
    const ended = await run([...words, 'nope.mjs']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(`faxsim: there was no request, so the former ${page} is kept\n`);
    expect(await reports()).toEqual(former);
  });

  test('says where the requests must go if the program sends none', async () => {
    const ended = await run(['migrate', '--fixture', 'empty', '--', node, '-e', '']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(
      'the program sends no request to the simulator; it must use the base URL in FAXSIM_URL',
    );
  });

  test.each([
    [['--strict'], [], 3],
    [['--strict'], ['0'], 3],
    [[], ['0'], 0],
    [['--strict'], ['7'], 7],
  ])('with %j and the arguments %j of the program ends with %i', async (flags, args, code) => {
    const ended = await run(['migrate', '--fixture', 'empty', ...flags, '--', node, file, ...args]);
    expect(ended.code).toBe(code);
  });

  test.each([
    ['process.exit(7)', 'ended with exit code 7', { exit_code: 7, signal: null }],
    ["process.kill(process.pid, 'SIGTERM')", 'was stopped by SIGTERM', { exit_code: 143, signal: 'SIGTERM' }],
    // faxsim passes the signal on to the program, which ends as if all were well.
    [
      "process.on('SIGINT', () => process.exit(0)); process.kill(process.ppid, 'SIGINT'); setInterval(() => undefined, 1000)",
      'was stopped by SIGINT (Ctrl-C)',
      { exit_code: 0, signal: 'SIGINT' },
    ],
  ])('says first that the report is incomplete, after %s', async (end, words, ended) => {
    const directory = await newDirectory();
    const [broken, page] = [join(directory, 'broken.mjs'), join(directory, 'report.html')];
    await writeFile(broken, script.replace('process.exit(Number(code ?? 0));', end));
    const command = ['migrate', '--fixture', 'empty', '--html', page];
    const { stdout } = await run([...command, '--', node, broken]);
    const sentence = `The program ${words}, so this report is incomplete.`;
    expect(stdout).toMatch(/^sent\nIncomplete, /);
    expect(stdout.split('\n')[1]).toContain(sentence);
    expect(stdout).not.toContain('every operation and parameter');
    const html = (await readFile(page, 'utf8')).replaceAll(/<\/?span[^>]*>/g, ''); // around words that stay whole
    expect(html).toContain('<title>faxsim migrate: incomplete');
    expect(html).toContain(sentence);
    const { stdout: json } = await run([...command, '--json', '--', node, broken]);
    expect(JSON.parse(json)).toMatchObject({ program: ended });
  });

  test('takes no port and no data of the environment, which are another simulator’s', async () => {
    const another = { FAXSIM_PORT: '8399', FAXSIM_DATA: '/no/such/directory', FAXSIM_URL: 'http://127.0.0.1:8399' };
    expect(await run(['migrate', '--fixture', 'empty', '--', node, file], another)).toMatchObject({ code: 0 });
  });
});

test('reads a running simulator, and a bundle of the same session alike', async () => {
  const directory = await newDirectory();
  const bundle = join(directory, 'session.json.gz');
  const running = await start(['--port', '0', '--fixture', 'empty', '--seed', '7']);
  const url = ['--url', running.baseUrl];
  const { stdout: variables } = await run(['env', ...url, '--json']);
  const env = { ...process.env, ...JSON.parse(variables) };
  await promisify(execFile)(node, [file, '0'], { env });
  await run(['bundle', bundle, ...url]);
  const [live, repeated] = [await run(['migrate', ...url, '--json']), await run(['migrate', bundle, '--json'])];
  await running.stop();
  expect(JSON.parse(live.stdout)).toMatchObject({ requests: 3, gaps: [{ what: 'resendFax' }] });
  const { made, ...report } = JSON.parse(live.stdout);
  expect(made).toMatchObject({ directory: process.cwd(), command: expect.stringContaining(' migrate ') });
  expect(JSON.parse(repeated.stdout)).toMatchObject(report);
});

test('a time without a zone becomes the same one, whatever the zone of the machine', async () => {
  const program = join(await newDirectory(), 'list.mjs');
  await writeFile(
    program,
    `const { PHAXIO_BASE_URL: base, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
    const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
    await fetch(base + '/v2.1/faxes?created_after=2026-01-05T10:00:00&created_before=2026-01-07', { headers });`,
  );
  for (const TZ of ['Pacific/Auckland', 'America/Los_Angeles']) {
    const { stdout } = await run(['migrate', '--fixture', 'empty', '--', node, program], { TZ });
    expect(stdout).toContain('createTime%3E=2026-01-05T16:00:00Z&createTime%3C=2026-01-07T06:00:00Z');
  }
});

test('--strict ends with 3 where a request of v3 has a name of v2.1, or is refused', async () => {
  const program = join(await newDirectory(), 'half.mjs');
  await writeFile(
    program,
    `const { PHAXIO_BASE_URL: base, FAXSIM_PROJECT_ID: project, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
    const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
    await fetch(base + '/v3/projects/' + project + '/faxes?' + process.argv[2], { headers });`,
  );
  const words = ['migrate', '--strict', '--fixture', 'empty', '--', node, program];
  expect(await run([...words, 'created_after=2026-01-05'])).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('with 1 mistake'),
  });
  expect(await run([...words, 'pageSize=5'])).toMatchObject({ code: 0 });
  const refused = await run([...words, 'status=SUCCESS']);
  expect(refused.code).toBe(3);
  expect(refused.stdout).toMatch(
    /^1 request of v3 already, 1 refused, .*Refused requests of v3.*listFaxes: 422, .*status.*request 1/s,
  );
});

test.each([
  [['a.json', 'b.json'], 'migrate takes a bundle, a HAR file or a program'],
  [['a.json', '--', 'node'], 'migrate takes a bundle, a HAR file or a program'],
  [['no-such-file.json'], 'no-such-file.json'],
])('refuses %j', async (words, message) => {
  const ended = await run(['migrate', ...words]);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
