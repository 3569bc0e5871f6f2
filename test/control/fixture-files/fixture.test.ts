import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generate } from '../../../fixtures/catalogue.ts';
import type { Documents } from '../../../src/documents/documents.ts';
import { readFixture } from '../../../src/control/fixture-files/load-fixture.ts';
import { someContents } from '../../support/contents.ts';
import { plainDocuments } from '../../support/documents.ts';
import { noon } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { repeats } from '../../support/soak.ts';

type Open = ReturnType<typeof openSimulator>;

async function made({ anyone }: Open, fixture: string) {
  const { body } = await anyone.post('/_faxsim/worlds').send({ fixture }).expect(200);
  return `/w/${body.data.id}`;
}

async function refused(fixture: string): Promise<string> {
  const { body } = await openSimulator().anyone.post('/_faxsim/worlds').send({ fixture }).expect(422);
  return body.message;
}

/** The records of a world, as an export has them. */
async function recordsOf({ anyone }: Open, base = '') {
  const { body } = await anyone.get(`${base}/_faxsim/export`).expect(200);
  return { contents: { ...body.data.contents, highestKeys: {} }, blobs: body.data.blobs };
}

const clinic = `
account:
  balance_cents: 20000
  fax_retry_delay: 5m
numbers:
  - '+12255550142'
  - number: '+15045550111'
    provisioned_at: -30d
faxes:
  - direction: received
    from: '+15045550123'
    kind: lab result
    pages: 3
    created_at: -2h
  - to: '+13125550177'
    error: 17
    created_at: -1h
  - to: '+13125550178'
    file: {filename: letter.txt, base64: SGVsbG8=}
blocking_rules:
  - direction: receive
    from: CA
atas:
  - name: Front desk
    number: '+12255550142'
port_orders:
  - numbers: ['+13125550199']
phax_codes:
  - metadata: case 7
`;

describe('a world from a fixture file', () => {
  test('has the records of the file, and all that follows from them', async () => {
    const open = openSimulator();
    const base = await made(open, clinic);
    const { contents } = await recordsOf(open, base);
    expect(contents).toMatchObject({
      account: { balanceCents: 20_000, faxRetryDelayMs: 300_000 },
      phoneNumbers: [
        { number: '+15045550111', city: 'New Orleans', provisionedAt: noon - 30 * 86_400_000 },
        { number: '+12255550142', ataName: 'Front desk', provisionedAt: noon },
      ],
      faxes: [
        { direction: 'received', pages: 3, createdAt: noon - 7_200_000, tags: { type: 'lab result' } },
        { status: 'failure', error: { id: 17 } },
        { status: 'success', document: expect.any(String) },
      ],
      blockingRules: [{ direction: 'receive', from: 'CA', to: '*' }],
      atas: [{ name: 'Front desk' }],
      portOrders: [{ status: 'open', numbers: [{ number: '+13125550199' }] }],
      phaxCodes: [{ metadata: 'case 7' }],
    });
  });

  test('has port orders that go on, unless the file says that nothing is due', async () => {
    const open = openSimulator();
    const entries = [
      '{}',
      '{status: open, billing: {zip: 70112}}',
      '{status: submitted}',
      '{status: scheduled, requested_for: +2d}',
      '{script: [{after_ms: 3600000, status: rejected}]}',
      '{due: null}',
      '{status: completed}',
    ].map((entry) => `  - ${entry.replace(/}$/, `${entry === '{}' ? '' : ', '}numbers: ["+13125550199"]}`)}\n`);
    const base = await made(open, `port_orders:\n${entries.join('')}`);
    const { contents } = await recordsOf(open, base);
    const steps = (contents.portOrders as { due: { step: string } | null }[]).map(({ due }) => due?.step ?? null);
    expect(steps).toEqual(['bill', 'submit', 'schedule', 'transfer', 'script', null, null]);
    await open.anyone.post(`${base}/_faxsim/clock`).send({ advance: '60d' }).expect(200);
    const { contents: later } = await recordsOf(open, base);
    const statuses = (later.portOrders as { status: string }[]).map(({ status }) => status);
    const moved = ['completed', 'completed', 'completed', 'completed', 'rejected'];
    expect(statuses).toEqual([...moved, 'open', 'completed']);
  });

  test('returns to the file, with its documents, when it is reset', async () => {
    const open = openSimulator();
    const base = await made(open, clinic);
    const before = await recordsOf(open, base);
    const { id } = before.contents.faxes[2];
    await open.anyone.delete(`${base}/_faxsim/faxes/${id}`).expect(200);
    await open.sweep();
    await open.anyone.post(`${base}/_faxsim/reset`).expect(200);
    expect(await recordsOf(open, base)).toEqual(before);
    expect(Object.keys(before.blobs)).toHaveLength(1);
  });
});

describe('a fixture file that is wrong', () => {
  test.each([
    ['faxs: []', 'fixture:1: faxs is not known here; the nearest is faxes'],
    ['faxes:\n  - to: 12', 'fixture:2: faxes[0].to[0] must be a phone number'],
    ['faxes:\n  - to: +12025550123', "fixture:2: faxes[0].to must be in quotes: '+12025550123'"],
    ['faxes:\n  - kind: lab reslt', 'the nearest is lab result'],
    ['faxes:\n  - status: failed', 'the nearest is failure'],
    ['faxes:\n  - created_at: 2h ago', 'must be a time before the start such as -2h'],
    ['faxes:\n  - created_at: +2h', 'fixture:2: faxes[0].created_at must not lie after what the clock shows'],
    ['faxes:\n  - pages: 2\n    error: 4711', 'fixture:3: faxes[0].error must be the id of an error'],
    [
      'faxes:\n  - eror: 1\n    error: 9999',
      'fixture:3: faxes[0].error must be the id of an error that faxes have, got 9999',
    ],
    ['acount:\n  balance_cents: 1', 'fixture:1: acount is not known here; the nearest is account'],
    ['faxes:\n  - tags: [a]', 'faxes[0].tags must be a mapping of names to texts such as {case: C-10101}, got a list'],
    ['faxes:\n  - error: busy', 'faxes[0].error must be the id of an error, got "busy"; the nearest is 17 (Busy)'],
    ['faxes:\n  - file: ./a.pdf', 'a fixture that is sent as text has no files beside it'],
    ['faxes:\n  - record: {colour: red}', 'colour is not known here'],
    ["numbers:\n  - '+12255550142'\n  - '+12255550142'", 'fixture:3: numbers[1] must differ from the others'],
    ['atas:\n  - {}', 'fixture:2: atas[0].name is required'],
    ['phax_codes:\n  - {metadata: 7}', 'phax_codes[0].metadata must be text'],
    ['account:\n  balance_cents: much', 'account.balance_cents must be an integer'],
    ['faxes:\n  - to: x\naccount: [\nnumbers: []', 'fixture:3: the [ must have its ]'],
    ['account:\n  webhook_token: "abc\nfaxes: []', 'fixture:2: a text in quotes must end with the same quote'],
    ['account: {balance_cents: [1, 2}\n', 'fixture:1: the [ must have its ]'],
    [
      '# nothing but this',
      'fixture:1: the fixture must be a mapping of account, numbers, faxes, blocking_rules, atas,',
    ],
    [
      'format: faxsim\nseed: 7\nrules: []',
      'or emails, got a mapping of format, seed, rules; {} is an account without faxes',
    ],
    [
      'format: faxsim world\nversion: 3\nseed: 1',
      'fixture:1: this is an export of a world, not a fixture: start faxsim without it, then run faxsim exchange import FILE',
    ],
    ['format: faxsim\nseed: 7\nfaxes: []', 'fixture:1: format is not known here'],
    ['account: {a: 1, b: 2}\nfaxes: [{a: 1, b: 2}]', 'fixture:1: account.a is not known here'],
    ['services: [{name: Ward, colour: red}]', 'fixture:1: services[0].colour is not known here'],
    [
      'numbers:\n  - {number: "+12255550142", service_id: 7}',
      'fixture:2: numbers[0].service_id must be the id of a service in this file, got 7',
    ],
    ['emails: [{email: a@b.example, service_id: 7}]', 'emails[0].service_id must be the id of a service in this file'],
    ['services: [{cover_page: 3}]', 'services[0].cover_page must be the id of a cover page in this file, got 3'],
    ['cover_pages: [{name: Letter}]', 'cover_pages[0] must have a file or content'],
    ['cover_pages: [{name: Letter, file: {filename: a.pdf, base64: SGVsbG8=}}]', 'cover_pages[0].file must be a PDF'],
    ['services: [{id: 2}, {id: 2}]', 'services[1] must differ from the others, but 2 was before'],
    ['', 'got nothing; {} is an account without faxes'],
    ['- faxes', 'got a list'],
  ])('%j is refused with its line', async (text, message) => {
    expect(await refused(`${text}\n`)).toContain(message);
  });

  const manyFaults = `
numbers:
  - '+12255550142'
  - '+12255550142'
  - number: twelve
faxes:
  - to: +12025550123
  - to: '+13125550177'
    error: 4711
  - to: '+13125550178'
    file: {filename: broken.pdf, base64: SGVsbG8=}
    pages: many
  - to: '+13125550178'
    created_at: +2h
  - to: '+13125550178'
    file: {filename: broken.pdf, base64: SGVsbG8=}
acount: {}
`;

  test('is refused with all its faults at once, in the order of its lines', async () => {
    const refusing: Documents = {
      ...plainDocuments(),
      convert: () => Promise.resolve({ ok: false, errorId: 40, reason: 'broken' }),
    };
    const reading = await readFixture({ text: manyFaults, file: 'clinic.yaml' }, refusing);
    const loading = reading.startAt({ seed: 7, now: noon, fileStorage: undefined, pace: 'fast' });
    await expect(loading).rejects.toHaveProperty('faults', [
      'clinic.yaml:4: numbers[1] must differ from the others, but +12255550142 was before',
      'clinic.yaml:5: numbers[2].number must be a phone number in E.164 form, such as +12025550123, got "twelve"',
      "clinic.yaml:7: faxes[0].to must be in quotes: '+12025550123' is text, +12025550123 is the number 12025550123",
      expect.stringContaining('clinic.yaml:9: faxes[1].error must be the id of an error'),
      expect.stringContaining('clinic.yaml:12: faxes[2].pages must be an integer'),
      expect.stringContaining('clinic.yaml:14: faxes[3].created_at must not lie after'),
      expect.stringContaining('clinic.yaml:16: faxes[4].file must be a file for a fax'),
      'clinic.yaml:17: acount is not known here; the nearest is account',
    ]);
  });

  test('names the nearest fixture, and says how to send a file', async () => {
    expect(await refused('demmo')).toContain('the nearest is demo');
    expect(await refused('/etc/passwd')).toContain('send the content of the file, not its name');
  });
});

/** As plain ones, but marked as PDFs. */
function pdfDocuments(): Documents {
  const plain = plainDocuments();
  const convert: Documents['convert'] = async (inputs) => {
    const converted = await plain.convert(inputs);
    return converted.ok ? { ...converted, pdf: Buffer.concat([Buffer.from('%PDF-'), converted.pdf]) } : converted;
  };
  return { ...plain, convert };
}

const acts: Readonly<Record<string, (open: Open) => PromiseLike<unknown>>> = {
  send: ({ live }) => live.post('/v2.1/faxes').field({ to: '+12025550123' }).attach('file', Buffer.from('x'), 'a.txt'),
  fail: ({ live }) => live.post('/v2.1/faxes').field({ to: '+15555551017' }).attach('file', Buffer.from('y'), 'a.txt'),
  receive: ({ anyone }) =>
    anyone.post('/_faxsim/receive').send({ file: { filename: 'a.txt', base64: 'eHl6' }, from: '+16504888494' }),
  drop: ({ anyone }) => anyone.post('/_faxsim/receive').send({ error: 11 }),
  stage: ({ anyone }) =>
    anyone.post('/_faxsim/faxes').send({ status: 'inprogress', pages: 2, ago: '1h', tags: { a: '1' } }),
  partial: ({ anyone }) =>
    anyone.post('/_faxsim/faxes').send({ status: 'partialsuccess', to: ['+12025550123', '+12025550124'] }),
  stuck: ({ anyone }) => anyone.post('/_faxsim/faxes').send({ status: 'queued', stuck: true }),
  block: ({ live }) => live.post('/v2.1/blocking_rules/send').type('form').send({ to: '+12025550111', from: '*' }),
  number: ({ live }) => live.post('/v2.1/phone_numbers').type('form').send({ country_code: 1, area_code: 225 }),
  ata: ({ live }) => live.post('/v2.1/atas').type('form').send({ name: ' Lab ', description: '' }),
  code: ({ live }) => live.post('/v2.1/phax_codes').type('form').send({ metadata: 'case 9' }),
  advance: ({ anyone }) => anyone.post('/_faxsim/clock').send({ advance: '70ms' }),
  later: ({ anyone }) => anyone.post('/_faxsim/clock').send({ advance: '2h' }),
  settings: ({ anyone }) =>
    anyone.patch('/_faxsim/settings').send({ balance_cents: 500, rate_limit: '900/1m', webhook_token: 'abc' }),
};

/** Exports a world as a fixture, makes a world of that, and expects the same records but for those that are left out. */
async function expectSame(open: Open): Promise<readonly string[]> {
  const { body } = await open.anyone.get('/_faxsim/export/fixture').expect(200);
  const { fixture, left_out: leftOut } = body.data;
  const start = await open.anyone.get('/_faxsim/clock').expect(200);
  const order = { fixture, start_time: start.body.data.now, clock: 'manual' };
  const there = await open.anyone.post('/_faxsim/worlds').send(order).expect(200);
  const [before, after] = [await recordsOf(open), await recordsOf(open, `/w/${there.body.data.id}`)];
  const kept = { ...before.contents, deliveries: [], releasedNumbers: [] };
  kept.faxes = kept.faxes.map((fax: object) => ({ ...fax, sources: [] }));
  expect(after.contents).toEqual(kept);
  return leftOut;
}

describe('a world that is exported as a fixture', () => {
  test('gives the same records again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(acts)), { maxLength: 8 }), async (names) => {
        const open = openSimulator({
          ...someContents({ faxes: 2 }),
          parts: { documents: pdfDocuments() },
          limits: { bodyBytesMax: 10_000_000 },
        });
        for (const name of names) await acts[name]!(open);
        await expectSame(open);
      }),
      { numRuns: repeats(5, 300) },
    );
  });

  test('gives the same records again when it is the demo', async () => {
    const contents = await generate('demo', { seed: 3, now: noon, size: 1, fileStorage: true });
    const open = openSimulator({ ...contents, limits: { bodyBytesMax: 10_000_000 } });
    await expectSame(open);
  });

  test('says what it cannot keep', async () => {
    const open = openSimulator(someContents());
    await acts['send']!(open);
    expect(await expectSame(open)).toEqual(['1 released number', '1 upload of an unconverted fax']);
  });
});
