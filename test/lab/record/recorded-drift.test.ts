import { afterEach, expect, test } from '@jest/globals';
import { openRecordedService, recordedRequests } from './recorded-answers.ts';
import { openRecording } from './stand-in.ts';
import type { Answer, Plan, Recording } from './stand-in.ts';

/** A value of JSON. */
type Json = ReturnType<typeof JSON.parse>;

let recording: Recording | undefined;
afterEach(() => recording?.close());

/** Makes each recorded request once, of a service that a plan has changed. */
async function findingsOf(plan?: Plan) {
  recording = await openRecording({ standIn: await openRecordedService(plan) });
  for (const { line, body } of recordedRequests) {
    const isV3 = line.includes('{project}');
    const [method, path] = line.replace('/v3/projects/{project}', recording.project).split(' ');
    const form = bodies[line];
    await recording.call(
      `${method} ${path}`,
      body === null ? form && new URLSearchParams(form) : JSON.stringify(body),
      {
        as: isV3 || form === undefined ? 'live' : 'test',
        headers: body === null ? {} : { 'content-type': 'application/json' },
      },
    );
  }
  return recording.finish();
}

const bodies: Readonly<Record<string, Record<string, string>>> = {
  'POST /v2.1/faxes': { to: '+15558675309', content_url: 'https://example.com' },
  'POST /v2.1/phax_codes': { metadata: 'a7' },
};

test('the recorded answers of the service have no difference from the simulator', async () => {
  const { drifts, compared, skipped } = await findingsOf();
  expect([drifts, skipped, recording?.refused]).toEqual([[], [], []]);
  expect(compared).toBe(recordedRequests.length);
  expect(recording?.standIn.lines).toHaveLength(recordedRequests.length);
});

const inBody =
  (line: string, change: (body: Json) => unknown): Plan =>
  (asked, answer) => {
    if (!asked.startsWith(line) || (asked !== line && !line.endsWith('/'))) return;
    const body = JSON.parse(answer.body);
    answer.body = JSON.stringify(change(body) ?? body);
  };

const inAnswer =
  (line: string, change: (answer: Answer) => unknown): Plan =>
  (asked, answer) => {
    if (asked === line) change(answer);
  };

/** Differences of a service from its recorded answers: the change, and the finding for it. */
const planted: readonly (readonly [string, Plan, string])[] = [
  [
    'a field gone',
    inBody('GET /v2.1/faxes/323034813', ({ data }) => {
      delete data.cost;
    }),
    'v2.1 getFax data.cost',
  ],
  [
    'a further field',
    inBody('GET /v2.1/atas/335', ({ data }) => void (data.firmware = '1')),
    'v2.1 getAta data.firmware',
  ],
  [
    'another order of fields',
    inBody('GET /v2/faxes/55405187', ({ data: { id, ...rest }, ...body }) => ({ ...body, data: { ...rest, id } })),
    'v2 getFax data.id',
  ],
  [
    'another enumeration',
    inBody('GET /v2.1/port_numbers/3154', ({ data }) => void (data.status = 'waiting')),
    'v2.1 getPortNumber data.status',
  ],
  [
    'another type',
    inBody('GET /v2.1/phone_numbers/+12252547769', ({ data }) => void (data.cost = '200')),
    'v2.1 getPhoneNumber data.cost',
  ],
  ['another text', inBody('POST /v2.1/faxes', (body) => void (body.message = 'Fax queued')), 'v2.1 sendFax message'],
  [
    'another status of a success',
    inAnswer('POST /v2.1/phax_codes', (answer) => void (answer.status = 201)),
    'v2.1 createPhaxCode status',
  ],
  [
    'a header gone',
    inAnswer('GET /v2.1/account/status', ({ headers }) => {
      delete headers['cache-control'];
    }),
    'v2.1 getAccountStatus header cache-control',
  ],
  [
    'another form of a time',
    inBody('GET /v2.1/phax_code', ({ data }) => void (data.created_at = '2021-11-04 17:05:11')),
    'v2.1 getDefaultPhaxCode data.created_at',
  ],
  [
    'null in place of a list',
    inBody('GET /v2.1/port_numbers/3154/notes', (body) => void (body.data = null)),
    'v2.1 listPortNumberNotes data',
  ],
  [
    'a header that says another total',
    inAnswer('GET /v2.1/atas', ({ headers }) => void (headers['x-total'] = '7')),
    'v2.1 listAtas header x-total',
  ],
  [
    'a value of v3 in other letters',
    inBody('POST /v3/projects/', (body) => void (body.resolution = 'fine')),
    'v3 createService resolution',
  ],
];

test('twelve planted differences are found in them, and none besides', async () => {
  const { drifts, compared } = await findingsOf((line, answer) => planted.forEach(([, plan]) => plan(line, answer)));
  const found = drifts.map(({ version, operation, field }) => `${version} ${operation} ${field}`);
  expect(found.sort()).toEqual(planted.map(([, , finding]) => finding).sort());
  expect(compared).toBe(recordedRequests.length);
});

test.each(planted)('%s is found alone', async (_what, plan, finding) => {
  const { drifts } = await findingsOf(plan);
  expect(drifts.map(({ version, operation, field }) => `${version} ${operation} ${field}`)).toEqual([finding]);
  expect(drifts[0]?.evidence).toMatchObject({ mark: expect.any(String), source: expect.stringMatching(/./) });
});
