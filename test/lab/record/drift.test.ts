import { afterEach, describe, expect, test } from '@jest/globals';
import { pageOf } from '../../../src/lab/report/html.ts';
import { textOf } from '../../../src/lab/report/text.ts';
import { recordReport } from '../../../src/lab/record/drift-report.ts';
import { recordingOutputs } from '../../../src/lab/record/outputs.ts';
import { callMuch, openRecording } from './stand-in.ts';
import type { Answer, Plan, Recording } from './stand-in.ts';
import { making } from '../../support/report-making.ts';

/** A value of JSON. */
type Json = ReturnType<typeof JSON.parse>;

let recording: Recording | undefined;
afterEach(async () => {
  await recording?.close();
  recording = undefined;
});

test('a second simulator with other keys, records and times has no difference', async () => {
  recording = await openRecording();
  await callMuch(recording);
  const { drifts, requests } = await recording.finish();
  expect(drifts).toEqual([]);
  expect(requests).toBeGreaterThan(25);
});

const changed =
  (line: RegExp, change: (body: Json, answer: Answer) => unknown): Plan =>
  (asked, answer) => {
    if (!line.test(asked)) return;
    const body = JSON.parse(answer.body);
    const next = change(body, answer) ?? body;
    answer.body = JSON.stringify(next);
  };

const first = /^GET \/v2\.1\/faxes\/(?!9{9})\d+$/;

/** Differences of a service from the simulator: the request, the change, and the field in the report. */
const planted: readonly (readonly [string, Plan, RegExp])[] = [
  [
    'a field gone',
    changed(/^GET \/v2\.1\/account/, (body) => {
      delete body.data.balance;
    }),
    /getAccountStatus data\.balance/,
  ],
  [
    'a further field',
    changed(/^GET \/v2\.1\/phax_code$/, (body) => void (body.data.shape = 'square')),
    /getDefaultPhaxCode data\.shape/,
  ],
  [
    'another order of fields',
    changed(
      /^GET \/v2\.1\/public\/countries/,
      (body) => void (body.data = body.data.map(({ name, ...rest }: Json) => ({ ...rest, name }))),
    ),
    /listCountries data\[\]\.name/,
  ],
  ['another enumeration', changed(first, (body) => void (body.data.status = 'sending')), /getFax data\.status/],
  [
    'another type',
    changed(
      /^GET \/v2\.1\/phone_numbers$/,
      (body) => void body.data.forEach((one: Json) => (one.cost = String(one.cost))),
    ),
    /listPhoneNumbers data\[\]\.cost/,
  ],
  [
    'another text',
    changed(/^POST \/v2\.1\/phax_codes/, (body) => void (body.message = 'PhaxCode created')),
    /createPhaxCode message/,
  ],
  [
    'another status',
    changed(/^DELETE \/v2\.1\/faxes\/\d+\/file/, (_body, answer) => void (answer.status = 202)),
    /deleteFaxFile status/,
  ],
  [
    'a header gone',
    (line, answer) => {
      if (line.startsWith('GET /v2.1/atas')) delete answer.headers['x-request-id'];
    },
    /listAtas header x-request-id/,
  ],
  [
    'another form of a time',
    changed(/^GET \/v2\/faxes\/\d+/, (body) => void (body.data.created_at = '2026-11-29 07:00:00')),
    /v2 getFax data\.created_at/,
  ],
  [
    'another order of records',
    changed(/^GET \/v2\.1\/faxes\?created_after/, (body) => void body.data.reverse()),
    /listFaxes data$/,
  ],
  [
    'a refusal that is none',
    changed(/^GET \/v2\.1\/nothing/, (_body, answer) => {
      answer.status = 200;
      return { success: true, message: 'ok' };
    }),
    /unknownRoute unknown_route: status/,
  ],
  [
    'an enumeration of v3',
    changed(
      /^GET \/v3\/projects\/[^/]+\/services/,
      (body) => void body.services?.forEach((one: Json) => (one.imageConversionMethod = 'DITHER')),
    ),
    /v3 listServices services\[\]\.imageConversionMethod/,
  ],
];

const nameOf = ({ version, operation, field }: { version: string; operation: string; field: string }) =>
  `${version} ${operation} ${field}`;

describe('twelve planted differences', () => {
  test('are found, and none besides', async () => {
    recording = await openRecording({ plan: (line, answer) => planted.forEach(([, plan]) => plan(line, answer)) });
    await callMuch(recording);
    const { drifts } = await recording.finish();
    const names = drifts.filter(({ field }) => !field.endsWith('header etag')).map(nameOf);
    const found = planted.map(([what, , field]) => [what, names.filter((name) => field.test(name)).length]);
    expect(found).toEqual(planted.map(([what]) => [what, 1]));
    expect(names).toHaveLength(12);
    for (const { evidence } of drifts) expect(evidence.source).not.toBe('');
  });
});

test('a HEAD, which has no body, is compared by its status alone', async () => {
  recording = await openRecording();
  await recording.call('HEAD /v2.1/account/status');
  const { drifts, compared } = await recording.finish();
  expect([drifts, compared]).toEqual([[], 1]);
});

test('a connection that breaks is a 502 for the program, a line in the report and no end of the recording', async () => {
  recording = await openRecording();
  await recording.call('GET /v2.1/account/status');
  await recording.standIn.close();
  const lost = await recording.call('GET /v2.1/phone_numbers');
  const sent = await recording.call('GET /v2.1/phax_code');
  expect([lost.status, lost.text, sent.status]).toEqual([
    502,
    expect.stringContaining('no answer from 127.0.0.1'),
    502,
  ]);
  const findings = await recording.finish();
  expect(findings).toMatchObject({ compared: 1, drifts: [], requests: 3 });
  const whole = { ...findings, to: 'here', refused: [] };
  expect(textOf(recordReport(whole))).toMatch(/v2\.1 listPhoneNumbers: no answer came: /);
  const { files } = await recordingOutputs(recording, whole, { keep: [], making });
  expect(Object.keys(files)).toHaveLength(5);
});

test('a recording that compared nothing does not say that all is as expected', () => {
  const empty = { requests: 0, compared: 0, drifts: [], learnt: [], skipped: [], to: 'here', refused: [] };
  for (const text of [textOf(recordReport(empty)), pageOf(recordReport(empty), making)]) {
    expect(text).toMatch(/nothing was compared/i);
    expect(text).not.toContain('all as expected');
  }
});

test('the page of a recording names its date, version and command, without the directory of the one who made it', () => {
  const empty = { requests: 0, compared: 0, drifts: [], learnt: [], skipped: [], to: 'here', refused: [] };
  const { directory, ...others } = making;
  const page = pageOf(recordReport(empty), others);
  expect(page).toContain('2026-01-05 09:30 UTC</time>, faxsim 1.2.3: <code>npx faxsim command -- npm test</code></p>');
  expect(page).not.toContain(directory);
});
