import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { fitLines, fitRows, twoColumns } from '../../src/cli/columns.ts';
import { readable } from '../../src/cli/terminal.ts';
import { activityListText, faxListText, requestListText, webhookListText } from '../../src/cli/record-lists.ts';
import { formatAnswer } from '../../src/cli/table-output.ts';
import { writeReference } from '../../src/scenarios/params.ts';
import { openSimulator } from '../support/simulator.ts';

const lengths = (text: string): readonly number[] => text.split('\n').map(({ length }) => length);

test('rows fit any line that has room for a letter of each column, or lose columns', () => {
  const cells = fc.array(fc.string({ maxLength: 70 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), fc.integer({ min: 10, max: 120 }), (rows, width) => {
      const fitted = fitRows(rows, width, [3, 2, 1]);
      const sums = fitted.map((row) => row.reduce((sum, { length }) => sum + length + 2, -2));
      expect(Math.max(...sums)).toBeLessThanOrEqual(width);
      expect(fitted.every(({ length }) => length > 0)).toBe(true);
    }),
  );
});

test('a second column goes on below itself, or below the first where there is little room', () => {
  const rows = [['busy-line', 'Every line is busy']] as const;
  expect(twoColumns(rows, undefined)).toBe('busy-line  Every line is busy');
  expect(twoColumns(rows, 32)).toBe('busy-line  Every line is busy');
  expect(twoColumns(rows, 20)).toBe('busy-line\n  Every line is busy');
  expect(twoColumns([['a', 'Every line is busy for now']], 25)).toBe('a  Every line is busy for\n   now');
});

test('lines of any text fit any terminal, and keep their words in order; in a pipe they do not change', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'Z', '7', '=', '"', '{'), minLength: 1, maxLength: 90 });
  const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
  const indented = fc.tuple(fc.integer({ min: 0, max: 6 }), line).map(([left, text]) => ' '.repeat(left) + text);
  fc.assert(
    fc.property(fc.array(indented, { maxLength: 4 }), fc.integer({ min: 20, max: 120 }), (lines, width) => {
      const text = lines.join('\n');
      const fitted = fitLines(text, width);
      expect(Math.max(...lengths(fitted))).toBeLessThanOrEqual(width);
      expect(fitted.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      expect(fitLines(text, undefined)).toBe(text);
    }),
  );
});

test('a folded line goes on below its second column, and a URL or a path stays whole', () => {
  expect(fitLines('status  the fax has reached all of its numbers', 28)).toBe(
    'status  the fax has reached\n        all of its numbers',
  );
  const url = 'http://127.0.0.1:8329/a/path/that/is/wider/than/it';
  expect(fitLines(`see ${url} and /v2.1/faxes/12/file/of/a/fax too`, 24)).toBe(
    `see\n  ${url}\n  and\n  /v2.1/faxes/12/file/of/a/fax\n  too`,
  );
});

test('colours take no room in a line, and are not cut', () => {
  const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
  expect(fitLines(`${red('failed')} as the line is busy`, 24)).toBe(`${red('failed')} as the line is\n  busy`);
});

/** Runs with a stdout that is a terminal of so many columns. */
async function onTerminal<T>(columns: number, work: () => T | Promise<T>): Promise<T> {
  const { isTTY, columns: before } = process.stdout;
  Object.assign(process.stdout, { isTTY: true, columns });
  const env = jest.replaceProperty(process, 'env', { ...process.env, NO_COLOR: '1', TZ: 'UTC' });
  try {
    return await work();
  } finally {
    env.restore();
    Object.assign(process.stdout, { isTTY, columns: before });
  }
}

test.each([40, 80])('no line of a list is wider than a terminal of %d columns', async (columns) => {
  const { anyone, send } = openSimulator();
  const dataOf = async (path: string) => (await anyone.get(`/_faxsim/${path}`).expect(200)).body.data;
  await send({ to: '+15555551017', callback_url: 'http://127.0.0.1:9/a-long-path' }).expect(200);
  await anyone.get('/v2.1/a/path/that/is/longer/than/any/line/of/a/terminal/can/show/at/once/to/people');
  await anyone.post('/_faxsim/clock').send({ advance: '1h' }).expect(200);
  const texts = await onTerminal(columns, async () => [
    faxListText((await dataOf('faxes')).faxes),
    requestListText((await dataOf('requests')).requests),
    webhookListText(await dataOf('webhooks')),
    activityListText(await dataOf('activity/entries')),
    formatAnswer(await dataOf('worlds')),
    formatAnswer(await dataOf('settings/described')),
    formatAnswer(await dataOf('fax_errors')),
  ]);
  expect(texts.map((text) => text.split('\n').length > 2)).toEqual(Array.from(texts, () => true));
  const withoutPaths = texts.map((text) => text.replaceAll(/^ *\/\S+$/gm, '')); // a path stays whole, on a line of its own
  expect(withoutPaths.filter((text) => Math.max(...lengths(text)) > columns)).toEqual([]);
  const [heads] = texts.map((text) => text.split('\n', 1)[0]?.split(/ {2,}/));
  expect(heads).toEqual([
    'id',
    ...(columns === 40 ? [] : [expect.stringMatching(/^at \(\w.*\)$/)]),
    'number',
    'status',
    ...(columns === 40 ? [] : ['pages', 'error']),
  ]);
});

test('a list of 80 columns keeps the times of its rows, and cuts their long texts, but folds the reasons of faxes', async () => {
  const { anyone, send } = openSimulator();
  const dataOf = async (path: string) => (await anyone.get(`/_faxsim/${path}`).expect(200)).body.data;
  await send({ to: ['+15555551017', '+15555551018'], callback_url: 'http://127.0.0.1:9/a-long-path' }).expect(200);
  await anyone.get('/v2.1/a/path/that/is/longer/than/any/line/of/a/terminal/can/show/at/once/to/people');
  await anyone.post('/_faxsim/clock').send({ advance: '1h' }).expect(200);
  const { requests } = await dataOf('requests');
  const long = requests.map((request: object) => ({ ...request, new_fax_ids: [323_046_541] }));
  const [faxes, ...others] = await onTerminal(80, async () => [
    faxListText((await dataOf('faxes')).faxes),
    requestListText(requests),
    requestListText(long),
    webhookListText(await dataOf('webhooks')),
  ]);
  expect(faxes).toMatch(/^id +at \(\S+\) +number +status +pages +error\n/);
  expect(faxes).not.toContain('…');
  for (const text of others) expect(text).toMatch(/^id +at \(\S+\) .* reason\n/);
});

test('a name with values stays as it is, so that it can be copied', () => {
  const name = 'mine(at=2026-01-31T09:00:00Z,number=+12025550123,times=1)';
  expect(readable(`${name} is on for +12025550123`)).toBe(`${name} is on for +1 202 555 0123`);
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.constantFrom('+12025550123', '5s', 'a b(c)')),
      (values) => {
        const written = writeReference({ name: 'night', values: new Map(Object.entries(values)) });
        expect(readable(`x ${written}/rule`)).toBe(`x ${written}/rule`);
      },
    ),
  );
});

test('the time of a row comes first, since a narrow terminal drops the last columns', async () => {
  const rows = [
    { kind: 'fax', subject: '323046541', summary: 'Fax 323046541 is answered', at: '2026-01-31T09:00:00.000Z' },
  ];
  expect(formatAnswer(rows)).toMatch(/^at +kind +subject +summary\n2026-01-31T09:00:00\.000Z +fax/);
  const [narrow] = await onTerminal(40, () => [formatAnswer(rows)]);
  expect(narrow).toMatch(/^at \(\S+\) +kind/);
});

test('a list for a program keeps whole times and all columns', () => {
  const rows = [{ at: '2026-01-31T09:00:00.000Z', to: '+12025550123', long: 'x'.repeat(50), more: 'y'.repeat(50) }];
  expect(formatAnswer(rows)).toContain('2026-01-31T09:00:00.000Z  +12025550123  xxx');
  expect(formatAnswer(rows)).toContain('yyy');
});

test('a line of a terminal shows what of a v3 path differs, and a program gets the whole path', async () => {
  const { anyone } = openSimulator();
  const path = '/v3/projects/f8ba8d5a-3e0d-4309-932d-d7e87713e5e0/faxes/01M8M3CYY85CZ7ESKTR003KFCN';
  await anyone.get(path);
  const { requests } = (await anyone.get('/_faxsim/requests').expect(200)).body.data;
  const entries = (await anyone.get('/_faxsim/activity/entries').expect(200)).body.data;
  const shown = await onTerminal(80, () => [requestListText(requests), activityListText(entries)]);
  expect(shown).toEqual([
    expect.stringMatching(/401 .* GET \/v3\/…\/faxes\/…KFCN  Credentials are missing…$/m),
    expect.stringContaining('/faxes/…KFCN 401'),
  ]);
  expect(requestListText(requests)).toContain(`GET ${path}`);
  expect(activityListText(entries)).toContain(`GET ${path}`);
});

test('the activity is folded on a narrow terminal, and has for a program the lines of its text', async () => {
  const { anyone, send } = openSimulator();
  await send({ to: '+15555551017' }).expect(200);
  await anyone.post('/_faxsim/clock').send({ advance: '1h' }).expect(200);
  const page = (await anyone.get('/_faxsim/activity/entries').expect(200)).body.data;
  const shown = await onTerminal(40, () => activityListText(page));
  const whole = shown.replaceAll(/\s+/g, ' ');
  for (const { summary } of page.entries) expect(whole).toContain(readable(summary));
  const { text } = await anyone.get('/_faxsim/activity/text').expect(200);
  const [, , ...lines] = text.split('\n');
  expect(activityListText(page)).toBe(`${lines.join('\n')}${page.entries.length} entries\n`);
});
