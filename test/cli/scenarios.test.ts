import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { operationIds } from '../../src/model/domain/operation.ts';
import { run, start } from '../support/program.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faxsim-scenarios-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the guide’s file has no fault; a wrong file gets a line per fault, and exit code 2', async () => {
  const guide = await readFile('docs/scenarios.md', 'utf8');
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(guide) ?? [];
  const good = join(folder, 'good.yaml');
  await writeFile(good, example);
  expect(await run(['scenarios', 'lint', good])).toMatchObject({
    code: 0,
    stdout: 'mine: 2 rules, nothing wrong\n',
  });
  const bad = join(folder, 'bad.yaml');
  await writeFile(bad, example.replace('times: 2', 'tiems: 2').replace('error: 17', 'error: 999'));
  const { code, stderr } = await run(['scenarios', 'lint', bad]);
  expect(code).toBe(2);
  expect(stderr.trim().split('\n')).toEqual([
    `faxsim: ${bad}:6: rule outage: tiems is not known here; the nearest is times`,
    expect.stringContaining('rule busy: do.course.1.error must be the id of an error of the service'),
  ]);
});

test('a file with the name of a library scenario is a fault of lint, as it is refused by on', async () => {
  const taken = join(folder, 'busy.yaml');
  await writeFile(
    taken,
    'name: busy-line\ndescription: d\nrules: [{ id: r, on: listFaxes, do: { fail: unavailable } }]',
  );
  const message = 'name must not be that of a library scenario, got busy-line: write my-busy-line';
  expect(await run(['scenarios', 'lint', taken])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(new RegExp(`${taken}:\\d+: ${message}`)),
  });
});

test('the names of operations are printed with their routes, and the guide has all of them', async () => {
  const { stdout } = await run(['scenarios', 'operations']);
  expect(stdout).toMatch(
    /^listFaxes +GET\|POST \/v1\/faxList, GET \/v2\/faxes, GET \/v2\.1\/faxes, GET \/v3\/projects\/:projectId\/faxes$/m,
  );
  const printed = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  expect(printed).toEqual(operationIds);
  const guide = await readFile('docs/api.md', 'utf8');
  expect(operationIds.filter((id) => !guide.includes(`\`${id}\``))).toEqual([]);
});

test('the library is listed and shown', async () => {
  const { stdout } = await run(['scenarios', 'list']);
  expect(stdout).toMatch(/^outage +The service is unavailable for two minutes/m);
  expect(await run(['scenarios', 'show', 'outage'])).toMatchObject({
    code: 0,
    stdout: await readFile('scenarios/outage.yaml', 'utf8'),
  });
  expect(await run(['scenarios', 'show', 'outrage'])).toMatchObject({
    code: 2,
    stderr: 'faxsim: there is no scenario outrage; the nearest is outage\n',
  });
});

test('the list is printed as JSON too', async () => {
  const json = async (...words: string[]) => {
    const { code, stdout } = await run(['scenarios', ...words, '--json']);
    return { code, told: JSON.parse(stdout) };
  };
  const bad = join(folder, 'worse.yaml');
  await writeFile(bad, 'name: worse');
  expect(await json('list')).toEqual({
    code: 0,
    told: expect.arrayContaining([{ name: 'outage', description: expect.stringMatching(/^The service/), on: [] }]),
  });
  expect(await json('show', 'outage')).toEqual({
    code: 0,
    told: { name: 'outage', source: await readFile('scenarios/outage.yaml', 'utf8') },
  });
  expect(await json('lint', 'scenarios/outage.yaml')).toEqual({
    code: 0,
    told: { name: 'outage', rules: 1, faults: [], warnings: [] },
  });
  expect(await json('lint', bad)).toMatchObject({
    code: 2,
    told: { faults: expect.arrayContaining([expect.stringContaining('worse.yaml')]) },
  });
});

test('a file is switched on in a simulator that cannot read it, with the file that it extends', async () => {
  const base =
    'name: base\ndescription: What others extend.\nrules:\n  - { id: down, on: "*", do: { fail: unavailable } }\n';
  await writeFile(join(folder, 'base.yaml'), base);
  const mine = join(folder, 'mine.yaml');
  await writeFile(mine, 'name: mine\ndescription: As the base.\nextends: [./base.yaml]\nrules: []\n');
  const running = await start(['--port', '0', '--fixture', 'empty']);
  const { port } = new URL(running.baseUrl);
  const ended = await run(['scenarios', 'on', mine, '--port', port, '--json']);
  const { stdout: active } = await run(['scenarios', 'active', '--port', port]);
  const missing = await run(['scenarios', 'on', './none.yaml', '--port', port]);
  const verdict = await run(['scenarios', 'verdict', '--port', port, '--json']);
  const off = await run(['scenarios', 'off', mine, '--port', port]);
  await running.stop();
  expect(off).toEqual({ code: 0, stdout: 'switched off: mine\nno scenario is on\n', stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject([{ scenario: 'mine', rule: 'down' }]);
  expect(active).toMatch(/^mine +down/m);
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^faxsim: .*none\.yaml.*there is no such file or directory/),
  });
  expect(verdict.code).toBe(3);
  expect(JSON.parse(verdict.stdout)).toEqual({ verdicts: [], never_fired: ['mine/down'] });
});

test('each set of values of a file is a scenario of its own, with its parameters in its name', async () => {
  const mine = join(folder, 'night.yaml');
  const rule = '{ id: busy, on: fax, where: { to: "${number}" }, do: { course: [{ after: 1s, status: success }] } }';
  await writeFile(mine, `name: night\ndescription: A number.\nparams: { number: '' }\nrules:\n  - ${rule}\n`);
  const running = await start(['--port', '0', '--fixture', 'empty']);
  const { port } = new URL(running.baseUrl);
  for (const number of ['+12025550101', '+12025550102'])
    await run(['scenarios', 'on', `${mine}(number=${number})`, '--port', port]);
  const shown = await run(['scenarios', 'show', 'night(number=+12025550102)', '--port', port]);
  const { stdout } = await run(['scenarios', 'active', '--port', port, '--json']);
  const spaced = 'night(number=+1 202 555 0101)';
  const off = await run(['scenarios', 'off', spaced, '--port', port, '--json']);
  await running.stop();
  expect(JSON.parse(off.stdout)).toMatchObject([{ scenario: 'night(number=+12025550102)' }]);
  const names = (JSON.parse(stdout) as readonly { scenario: string }[]).map(({ scenario }) => scenario);
  expect(names).toEqual(['night(number=+12025550102)', 'night(number=+12025550101)']);
  expect(shown.stdout).toBe(await readFile(mine, 'utf8'));
});

test('the list begins with the scenarios that are on and their parameters, and a long name says how many it leaves out', async () => {
  const source = `name: many\ndescription: Many.\nparams: { ${['a', 'b', 'c', 'd'].map((name) => `${name}: ''`).join(', ')} }\nrules:\n  - { id: down, on: "*", where: { params.to: "\${a}\${b}\${c}\${d}" }, do: { fail: unavailable } }\n`;
  const many = join(folder, 'many.yaml');
  await writeFile(many, source);
  const running = await start(['--port', '0', '--fixture', 'empty']);
  const { port } = new URL(running.baseUrl);
  const values = ['a', 'b', 'c', 'd'].map((name) => `${name}=${name.repeat(20)}`);
  const on = await run([
    'scenarios',
    'on',
    'busy-line(number=+12025550101)',
    `${many}(${values.join(',')})`,
    '--port',
    port,
  ]);
  const { stdout } = await run(['scenarios', 'list', '--port', port]);
  await running.stop();
  expect(on.stdout).toContain(`many(${values.slice(0, 1).join()}, and 3 more)`);
  expect(stdout).toMatch(/^on: many\(a=a+,b=b+,c=c+,d=d+\)\non: busy-line\(number=\+12025550101\)\n\nbusy-line /);
});

test('the list names the scenario that goes before another one, and a warning says that this never fires', async () => {
  const running = await start(['--port', '0', '--fixture', 'empty']);
  const place = ['--port', new URL(running.baseUrl).port];
  await run(['scenarios', 'on', 'no-answer', ...place]);
  const on = await run(['scenarios', 'on', 'busy-line', ...place]);
  const { stdout } = await run(['scenarios', 'list', ...place]);
  await running.stop();
  expect(on.stdout).toContain('warning: no-answer/rings: never fires, since busy-line/busy goes before it\n');
  expect(stdout).toMatch(/^on: busy-line\non, but hidden by busy-line\/busy: no-answer\n\n/);
});

test('names are printed as people write them, and off names all scenarios that it switched off', async () => {
  const running = await start(['--port', '0', '--fixture', 'empty']);
  const place = ['--port', new URL(running.baseUrl).port];
  const call = (...words: string[]) => run(['scenarios', ...words, ...place]);
  const names = ['busy-line(number=+1 (202) 555-0177)', 'busy-line(number=202 555)'];
  const on = [];
  for (const name of names) on.push(await call('on', name));
  const listed = await call('list');
  const explained = await call('explain', 'send-fax');
  const verdict = await call('verdict');
  const unknown = await call('off', 'outage');
  const off = await call('off', 'busy-line');
  const unclosed = await call('on', 'busy-line(number=+12025550177');
  const near = await call('explain', 'sendfaxx');
  await running.stop();
  expect(on[1]?.stdout.match(/^busy-line\(.*?\)(?= {2})/gm)).toEqual(names.toReversed());
  const [later, former] = listed.stdout.split('\n');
  expect(later).toBe('on: busy-line(number=202 555)');
  expect(former).toBe('on, but hidden by busy-line(number=202 555)/busy: busy-line(number=+1 (202) 555-0177)');
  for (const { stdout, stderr } of [...on, listed, explained, verdict, unknown, off]) {
    expect(stdout + stderr).not.toContain('%');
  }
  expect(explained.stdout).toContain('busy-line(number=+1 (202) 555-0177)/busy: does not fire');
  expect(unknown.stderr).toContain(
    'outage is not on; on: busy-line(number=202 555), busy-line(number=+1 (202) 555-0177)',
  );
  expect(off.stdout).toBe(
    'switched off: busy-line(number=202 555), busy-line(number=+1 (202) 555-0177)\nno scenario is on\n',
  );
  expect(unclosed).toMatchObject({ code: 2, stderr: 'faxsim: busy-line(number=+12025550177 lacks the ) at its end\n' });
  expect(near.stderr).toBe('faxsim: there is no scenario or operation sendfaxx; the nearest is sendFax\n');
});

test('a file is shown by its path, and a name may have parameters', async () => {
  const mine = join(folder, 'shown.yaml');
  await writeFile(mine, 'name: shown\n# as it is\n');
  expect(await run(['scenarios', 'show', mine])).toMatchObject({ code: 0, stdout: 'name: shown\n# as it is\n' });
  const { stdout } = await run(['scenarios', 'show', 'busy-line(wait=5s)']);
  expect(stdout).toBe(await readFile('scenarios/busy-line.yaml', 'utf8'));
  expect(await run(['scenarios', 'show', join(folder, 'none.yaml')])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^faxsim: .*none\.yaml.*there is no such file or directory/),
  });
});

test('a rule that may never fire is a warning of lint, with exit code 0', async () => {
  const file = join(folder, 'doubtful.yaml');
  const rule = '{ id: x, on: sendFax, where: { params.too: x }, do: { fail: invalid } }';
  await writeFile(file, `name: doubtful\ndescription: A slip.\nrules:\n  - ${rule}\n`);
  const fault = 'rule x: where.params.too is no parameter of sendFax; the nearest is params.to';
  expect(await run(['scenarios', 'lint', file])).toMatchObject({
    code: 0,
    stdout: `${file}:4: warning: ${fault}\ndoubtful: 1 rule, 1 warning\n`,
  });
  const { stdout } = await run(['scenarios', 'lint', file, '--json']);
  expect(JSON.parse(stdout)).toEqual({ name: 'doubtful', rules: 1, faults: [], warnings: [`${file}:4: ${fault}`] });
});

test('warnings stand beside faults, and beside the rules that are switched on', async () => {
  const file = join(folder, 'beside.yaml');
  const rule = '{ id: x, on: sendFax, where: { params.too: x }, do: { fail: invalid } }';
  const text = `name: beside\ndescription: A slip.\nrules:\n  - ${rule}\n`;
  const warning = 'where.params.too is no parameter of sendFax; the nearest is params.to';
  await writeFile(file, text.replace('fail: invalid', 'fail: nope'));
  const { code, stderr } = await run(['scenarios', 'lint', file]);
  expect([code, stderr.trim().split('\n')]).toEqual([
    2,
    [expect.stringContaining('do.fail must be one of'), `${file}:4: warning: rule x: ${warning}`],
  ]);
  await writeFile(file, text);
  const running = await start(['--port', '0', '--fixture', 'empty']);
  const place = ['--port', new URL(running.baseUrl).port];
  const { stdout } = await run(['scenarios', 'on', file, ...place]);
  expect(stdout).toMatch(/^beside +x +control +0$/m);
  expect(stdout).toContain(`warning: beside/x: ${warning}\n`);
  expect(JSON.parse((await run(['scenarios', 'active', '--json', ...place])).stdout)).toMatchObject([
    { scenario: 'beside', rule: 'x', warnings: [warning] },
  ]);
  await running.stop();
  const started = await start(['--port', '0', '--fixture', 'empty', '--scenarios', file]);
  await run(['scenarios', 'list', '--port', new URL(started.baseUrl).port]);
  expect((await started.stop()).stderr).toContain(`faxsim: warning: beside/x: ${warning}\n`);
});

test('a running simulator explains the scenarios that are on in it', async () => {
  const mine = join(folder, 'sent.yaml');
  await writeFile(
    mine,
    'name: sent\ndescription: One.\nrules:\n  - { id: down, on: getFax, do: { fail: unavailable } }\n',
  );
  const running = await start(['--port', '0', '--fixture', 'empty', '--scenarios', 'outage']);
  const place = ['--port', new URL(running.baseUrl).port];
  await run(['scenarios', 'on', mine, ...place]);
  const explain = (...words: string[]) => run(['scenarios', 'explain', ...words, ...place]);
  const all = await explain('getFax', 'version=v2.1');
  const one = await explain('sent', 'listFaxes');
  const json = await explain('getFax', '--json');
  const counted = await explain('getFax', 'count=2');
  const missing = await explain('outrage', 'getFax');
  await running.stop();
  expect(all).toMatchObject({
    code: 0,
    stdout: [
      `on in ${running.baseUrl}: sent, outage`,
      'sent/down: fires: fail; as sent/down#1',
      'outage/down: does not fire: would fire, but sent/down goes before it\n',
    ].join('\n'),
  });
  expect(one.stdout).toBe(`on in ${running.baseUrl}: sent\nsent/down: does not fire: listens to getFax\n`);
  expect(JSON.parse(json.stdout)).toMatchObject([{ scenario: 'sent', fires: true }, { scenario: 'outage' }]);
  expect(counted).toMatchObject({ code: 2, stderr: expect.stringContaining('count goes with the name of a scenario') });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no scenario outrage') });
  expect(await explain('getFax')).toMatchObject({ code: 1, stderr: expect.stringContaining('no answer from') });
});

test('an unknown scenario stops the start with one line', async () => {
  const { code, stderr } = await run(['--port', '0', '--scenarios', 'outrage']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'faxsim: --scenarios: there is no scenario outrage; the nearest is outage\n',
  });
});

test.each([
  [['list', 'all'], 'unexpected argument "all"'],
  [['show', 'outage', 'now'], 'unexpected argument "now"'],
  [['verdict', 'all'], 'unexpected argument "all"'],
  [['lint'], 'scenarios lint: FILE is missing'],
  [['explain'], 'scenarios explain: NAME or OPERATION is missing'],
  [
    ['check', 'outage'],
    'unknown call "check" of scenarios; known are list, show, operations, lint, explain, verdict, active, on, off',
  ],
  [['show', 'nope'], 'there is no scenario nope; `faxsim scenarios list` lists all'],
  [['explain', 'outage'], 'OPERATION is missing: OPERATION FACT=VALUE … [count=N] [at=DURATION]'],
  [['explain', 'outrage', 'getFax'], 'there is no scenario outrage; the nearest is outage'],
  [['explain', 'outage', 'getFax', 'fax.tgs.a=1'], 'fax.tgs.a is no field of a fax; the nearest is fax.tags'],
])('%j is refused', async (words, message) => {
  expect(await run(['scenarios', ...words])).toMatchObject({ code: 2, stderr: `faxsim: ${message}\n` });
});

describe('the verdicts on clients', () => {
  const retried = async (baseUrl: string, times: number): Promise<void> => {
    const { key, secret } = defaultCredentials.live;
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    for (let call = 0; call < times; call++) await fetch(`${baseUrl}/v2/faxes`, { headers: { authorization } });
  };
  const simulator = (...more: string[]) =>
    start(['--port', '0', '--fixture', 'empty', '--log-level', 'error', ...more]);
  const ask = (baseUrl: string) => run(['scenarios', 'verdict', '--port', new URL(baseUrl).port]);

  test('is asked of a running simulator; exit code 0 when all is as expected, else 3', async () => {
    const running = await simulator('--scenarios', 'outage');
    expect(await ask(running.baseUrl)).toMatchObject({
      code: 3,
      stdout: `pending: outage/down retries: the rule has not hit a request of a program yet; calls of the console do not count; requests: ${running.baseUrl}/_faxsim/ui/w/default/requests?rule=outage%2Fdown\nnever fired: outage/down\n`,
    });
    await retried(running.baseUrl, 1);
    const unmet = await ask(running.baseUrl);
    expect(unmet).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^waiting: .* GET \/v2\/faxes, hit at .* has not come again yet;/),
    });
    await retried(running.baseUrl, 1);
    const met = await ask(running.baseUrl);
    expect(met).toMatchObject({ code: 0, stdout: expect.stringMatching(/^passed: outage\/down retries: /) });
    expect(await running.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(await ask(running.baseUrl)).toMatchObject({ code: 1, stderr: expect.stringContaining('no answer from') });
  });

  test('links to what the rule acts on: webhooks, or else its scenario', async () => {
    const running = await simulator('--scenarios', 'webhook-badly-signed');
    const console = `${running.baseUrl}/_faxsim/ui/w/default`;
    const { stdout } = await ask(running.baseUrl);
    expect(stdout).toContain(`; webhooks: ${console}/webhooks?rule=webhook-badly-signed%2Fwrong-token\n`);
    const source =
      'name: late\ndescription: d\nrules: [{ id: slow, on: fax, do: { delay: 1s }, expect: { fired: 1 } }]';
    await fetch(`${running.baseUrl}/_faxsim/scenarios`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source }),
    });
    expect((await ask(running.baseUrl)).stdout).toContain(`; scenario: ${console}/scenarios/late\n`);
    await running.stop();
  });

  test('is reported at the end, and gives exit code 3 with --strict-scenarios', async () => {
    const lenient = await simulator('--scenarios', 'outage,webhook-never');
    await retried(lenient.baseUrl, 1);
    const { code, stderr } = await lenient.stop();
    expect(code).toBe(0);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^faxsim: failed: outage\/down retries: GET \/v2\/faxes, hit at .*, has not come again/),
      'faxsim: never fired: webhook-never/never',
    ]);
    const strict = await simulator('--scenarios', 'busy-line', '--strict-scenarios');
    expect(await strict.stop('SIGINT')).toMatchObject({ code: 3, stderr: 'faxsim: never fired: busy-line/busy\n' });
  });
});

test('list and show are of the running simulator, with its own folder, or of a folder that is named', async () => {
  const own = await mkdtemp(join(folder, 'own-'));
  const text = 'name: ours\ndescription: Of this project.\nrules:\n  - { id: x, on: "*", do: { fail: unavailable } }\n';
  await writeFile(join(own, 'ours.yaml'), text);
  await writeFile(join(own, 'faulty.yaml'), 'name: faulty\nrules:\n  - { on: sendFax, respond: { status: 999 } }\n');
  await writeFile(join(own, 'misnamed.yaml'), text);
  await writeFile(join(own, 'short.yml'), text);
  const running = await start(['--port', '0', '--fixture', 'empty', '--scenarios-dir', own]);
  const place = ['--port', new URL(running.baseUrl).port];
  const list = await run(['scenarios', 'list', ...place]);
  const show = await run(['scenarios', 'show', 'ours', ...place]);
  const missing = await run(['scenarios', 'show', 'our', ...place]);
  const { stderr } = await running.stop();
  const line = (file: string, rest: string) =>
    expect.stringMatching(new RegExp(`^faxsim: warning: \\S*${file}${rest}`));
  expect(stderr.split('\n').filter((text) => text.includes('warning'))).toEqual([
    line('faulty\\.yaml', ':1: description '),
    line('faulty\\.yaml', ':3: rule #1: id '),
    line('faulty\\.yaml', ':3: rule #1: do is required'),
    line('faulty\\.yaml', ':3: rule #1: respond is not known here'),
    line('misnamed\\.yaml', ':1: name must be misnamed like its file, got ours; .* rename the file to ours.yaml$'),
    line('short\\.yml', ": is not read: the name of a scenario's file ends in .yaml$"),
  ]);
  expect(list.stdout).toMatch(/^ours +Of this project\.$/m);
  expect(list.stdout).toMatch(/^outage /m);
  expect(list.stdout).toMatch(/^faulty +Cannot be switched on: \S*faulty\.yaml:1: /m);
  expect(show).toMatchObject({ code: 0, stdout: text });
  expect(missing).toMatchObject({ code: 2, stderr: 'faxsim: there is no scenario our; the nearest is ours\n' });
  expect(await run(['scenarios', 'list', ...place])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('running'),
  });
  expect(await run(['scenarios', 'show', 'ours', '--scenarios-dir', own])).toMatchObject({ code: 0, stdout: text });
});

test('lint takes many files, and lists findings of all kinds in the order of lines', async () => {
  const many = join(folder, 'many.yaml');
  const rules = [
    '{ id: a, on: sendFax, where: { params.too: x }, do: { fail: invalid } }',
    '{ id: b, on: sendFax, do: { fail: nope } }',
    '{ id: c, on: sendFax, where: { params.form: x }, do: { fail: invalid } }',
    '{ id: d, on: sendFax, tiems: 2, do: { fail: invalid } }',
  ];
  await writeFile(many, ['name: many', 'rules:', ...rules.map((rule) => `  - ${rule}`), ''].join('\n'));
  const { code, stderr } = await run(['scenarios', 'lint', 'scenarios/outage.yaml', many, join(folder, 'none.yaml')]);
  expect(code).toBe(2);
  const lines = stderr.replace('faxsim: ', '').trim().split('\n');
  expect(lines.map((line) => line.replace(`${many}:`, '').split(': ').slice(0, 3).join(': '))).toEqual([
    'outage: 1 rule, nothing wrong',
    expect.stringMatching(/^1: description/),
    '3: warning: rule a',
    expect.stringMatching(/^4: rule b: /),
    '5: warning: rule c',
    expect.stringMatching(/^6: rule d: /),
    expect.stringContaining('none.yaml cannot be read'),
  ]);
  const { stdout } = await run(['scenarios', 'lint', 'scenarios/outage.yaml', 'busy-line', '--json']);
  expect(JSON.parse(stdout)).toMatchObject([
    { name: 'outage', faults: [] },
    { name: 'busy-line', faults: [] },
  ]);
});

test('many scenarios are switched on and off at once; none, where a file has faults', async () => {
  const good = join(folder, 'one-of-many.yaml');
  const bad = join(folder, 'faulty-of-many.yaml');
  await writeFile(
    good,
    'name: mine\ndescription: A file.\nrules:\n  - { id: x, on: "*", do: { fail: unavailable } }\n',
  );
  await writeFile(bad, 'name: bad\n');
  const running = await start(['--port', '0', '--fixture', 'empty']);
  const place = ['--port', new URL(running.baseUrl).port, '--json'];
  const names = ({ stdout }: { stdout: string }) => [
    ...new Set((JSON.parse(stdout) as { scenario: string }[]).map(({ scenario }) => scenario)),
  ];
  const refused = await run(['scenarios', 'on', 'outage', bad, ...place]);
  const none = names(await run(['scenarios', 'active', ...place]));
  const on = names(await run(['scenarios', 'on', 'outage', good, 'busy-line(wait=5s)', ...place]));
  const off = names(await run(['scenarios', 'off', 'outage', 'mine', ...place]));
  const half = await run(['scenarios', 'on', 'outage', 'no-answer(x=1)', ...place]);
  await running.stop();
  expect(half).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no parameter x.*; switched on before: outage\n$/s),
  });
  expect(refused.code).toBe(2);
  expect(none).toEqual([]);
  expect(on.toSorted()).toEqual(['busy-line(wait=5s)', 'mine', 'outage']);
  expect(off).toEqual(['busy-line(wait=5s)']);
});

test('all scenarios are switched off by one word, and parameters beside a name are refused with their right form', async () => {
  const running = await start(['--port', '0', '--fixture', 'empty', '--scenarios', 'outage,webhook-never']);
  const place = ['--port', new URL(running.baseUrl).port];
  const loose = await run(['scenarios', 'on', 'busy-line', 'number=+12025550155', ...place]);
  const off = await run(['scenarios', 'off', 'all', ...place]);
  await running.stop();
  expect(loose).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/faxsim --port \d+ scenarios on 'busy-line\(number=\+12025550155\)'/),
  });
  expect(off).toEqual({
    code: 0,
    stdout: 'switched off: outage, webhook-never\nno scenario is on\n',
    stderr: '',
  });
});
