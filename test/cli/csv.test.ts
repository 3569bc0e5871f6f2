import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { csvText } from '../../src/model/shared/csv-text.ts';
import { withApiWords } from '../../src/cli/list-words.ts';
import { startSimulator } from '../../src/index.ts';
import type { RunningSimulator } from '../../src/index.ts';
import { run } from '../support/program.ts';

describe('a cell of CSV', () => {
  const cell = (value: unknown): string => csvText([{ value }]).slice('value\n'.length, -1);

  test.each([
    ['a, b', '"a, b"'],
    ['say "hello"', '"say ""hello"""'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
    [false, 'false'],
    [['+12025550123', '+12025550188'], '+12025550123;+12025550188'],
    [[null, null], ''],
    [[{ page: 1 }], '"[{""page"":1}]"'],
  ])('of %j is %s', (value, text) => expect(cell(value)).toBe(text));

  test.each(['=1+1', '@SUM(A1)', '+cmd|calc', '-2+A1', '  =1'])('of the formula %j begins with an apostrophe', (text) =>
    expect(cell(text)).toBe(`'${text}`),
  );

  test.each(['+12025550123', '-7', '-0.5', 'a=b'])('of %j, which is no formula, stays as it is', (text) =>
    expect(cell(text)).toBe(text),
  );

  test('has the control characters of others in a form that a terminal does not obey', () =>
    expect(cell('\u001b[2J')).toBe(String.raw`\x1b[2J`));
});

test('the columns of CSV are the fields of all rows, those of groups by their path', () => {
  const rows = [
    { id: 1, error: null },
    { id: 2, error: { id: 17, message: 'Busy line' }, tags: {} },
  ];
  expect(csvText(rows)).toBe('id,error.id,error.message,tags\n1,,,\n2,17,Busy line,{}\n');
  expect(csvText([], ['id', 'error.id'])).toBe('id,error.id\n');
});

test.each([
  ['faxes', 'status', 'partial, In progress,in-a-batch,failed', 'partialsuccess,inprogress,pendingbatch,failure'],
  ['faxes', 'status', 'failure,nonsense', 'failure,nonsense'],
  ['webhooks', 'state', 'recorded', 'kept'],
  ['webhooks', 'state', 'not allowed', 'refused'],
])('a filter of %s takes the words that lists show: %s=%s is %s', (group, name, given, read) => {
  expect(withApiWords(group, { name: 'list', input: { [name]: given } }).input).toEqual({ [name]: read });
});

test('a webhook that was forged is found by its rule, which the message says', () => {
  expect(() => withApiWords('webhooks', { name: 'list', input: { state: 'forged' } })).toThrow(/rule=SCENARIO\/RULE/);
});

describe('of a simulator with failed faxes, the program', () => {
  let simulator: RunningSimulator;
  beforeAll(async () => {
    simulator = await startSimulator({ fixture: 'empty', clock: 0 });
    const tags = { case: '7' };
    await simulator.faxes.create({ status: 'failure', error: 17, to: ['+12025550123'], tags, ago: '1d' });
    await simulator.faxes.create({ status: 'success', to: ['+12025550188'] });
  });
  afterAll(() => simulator.close());

  const faxsim = (...args: string[]) => run(args, { FAXSIM_URL: simulator.baseUrl });

  test('lists them as CSV, by the words of the list', async () => {
    const filters = ['status=failed', 'since=2d', 'number=555'];
    const { code, stdout, stderr } = await faxsim('faxes', 'list', ...filters, '--csv');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [head = '', row = '', ...rest] = stdout.split('\n');
    expect(head).toMatch(/^id,created_at,.*,recipients\.number,.*,error\.message,/);
    expect(row).toMatch(/,failure,.*,\+12025550123,.*,17,lineError,.*"\{""case"":""7""\}"/);
    expect(rest).toEqual(['']);
  });

  test('counts them by the same words', async () => {
    expect(await faxsim('faxes', 'count', 'status=failed', 'since=2d')).toMatchObject({
      code: 0,
      stdout: 'count  1\n',
    });
    expect((await faxsim('faxes', 'count', 'status=failed,success', '--csv')).stdout).toBe('count\n2\n');
  });

  test.each([['--csv'], ['--json'], []])('says on stderr that a list has more records: %s', async (...form) => {
    const { id, close } = await simulator.world({ fixture: 'demo', clock: 0 });
    const { stderr } = await faxsim('faxes', 'list', '--world', id, ...form);
    expect(stderr).toMatch(/^100 of 2\d\d are printed: limit= prints more, offset=100 the next ones\n$/);
    expect((await faxsim('faxes', 'list', 'offset=200', '--world', id, ...form)).stderr).toBe('');
    expect((await faxsim('faxes', 'list', 'limit=1', '--world', id, ...form)).stderr).toBe('');
    await close();
  });

  test('changes nothing where CSV is asked of a call that lists nothing', async () => {
    const refused = await faxsim('faxes', 'delete', 'last', '--csv');
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('not for faxes delete') });
    expect((await simulator.faxes.list()).total).toBe(2);
    expect(await faxsim('faxes', 'list', '--csv', '--json')).toMatchObject({ code: 2, stdout: '' });
    const file = await faxsim('faxes', 'file', 'last', '--csv');
    expect(file).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('not for faxes file') });
  });
});
