import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { parse } from 'yaml';
import { fixtureSchema } from '../../../src/control/fixture-files/schema.ts';
import { snakeCase } from '../../../src/model/fields/names.ts';
import { collectionNames } from '../../../src/store/memory/collections.ts';
import { newSchemas } from '../../../src/store/memory/record-checks.ts';
import { account, phoneNumber } from '../../support/examples.ts';
import { plainDocuments } from '../../support/documents.ts';
import { openSimulator } from '../../support/simulator.ts';
import { projectIn } from '../../support/sinch.ts';
import { repeats } from '../../support/soak.ts';

const numbers = ['+13142666714', '+13142666715', '+13142666716'];
const pdf = Buffer.from('%PDF-1.4 {{to}}').toString('base64');
const plain = plainDocuments();

/** An account with three numbers, whose converted documents are marked as PDFs. */
function openAccount() {
  const open = openSimulator({
    account: account({ balanceCents: 50_000 }),
    phoneNumbers: numbers.map((number) => phoneNumber({ number })),
    limits: { bodyBytesMax: 10_000_000 },
    parts: {
      documents: {
        ...plain,
        convert: async (inputs) => {
          const converted = await plain.convert(inputs);
          return converted.ok ? { ...converted, pdf: Buffer.concat([Buffer.from('%PDF-'), converted.pdf]) } : converted;
        },
      },
    },
  });
  return { ...open, project: projectIn(open) };
}

type Open = ReturnType<typeof openAccount>;

/** Chooses one of a list by a drawn number; undefined of an empty list. */
const chosen = <T>(list: readonly T[], drawn: number): T | undefined => list[drawn % list.length];

async function listOf({ project }: Open, path: string, key: string): Promise<{ id: string; phoneNumber: string }[]> {
  const { body } = await project.get(path);
  return body[key] ?? [];
}

/** The path of one of the services. */
async function servicePath(open: Open, drawn: number): Promise<string> {
  return `/services/${chosen(await listOf(open, '/services', 'services'), drawn)!.id}`;
}

async function serviceNumbers(open: Open, service: string): Promise<string[]> {
  return (await listOf(open, `${service}/numbers`, 'numbers')).map((one) => one.phoneNumber);
}

/** Calls that change an account. Some of them are refused, which changes nothing. */
const acts: Readonly<Record<string, (open: Open, drawn: number) => Promise<unknown>>> = {
  createService: ({ project }, drawn) =>
    project.post('/services').send({
      name: `Ward ${drawn}`,
      incomingWebhookUrl: `http://user:secret@ward.example/${drawn}`,
      ...(drawn % 2 === 0 && { webhookContentType: 'application/json', numberOfRetries: drawn % 6 }),
      ...(drawn % 3 === 0 && { resolution: 'FINE', retryDelaySeconds: 90, defaultFrom: numbers[0] }),
    }),
  changeService: async (open, drawn) =>
    open.project.patch(await servicePath(open, drawn)).send({
      ...(drawn % 2 === 0 && { defaultForProject: true }),
      saveOutboundFaxDocuments: drawn % 3 !== 0,
      scanIncomingBarcodes: drawn % 5 === 0,
      name: `Changed ${drawn}`,
    }),
  deleteService: async (open, drawn) => open.project.delete(await servicePath(open, drawn)),
  assignNumber: async (open, drawn) =>
    open.anyone.put(`/_faxsim${await servicePath(open, drawn)}/numbers/${chosen(numbers, drawn)}`),
  suspendNumber: async (open, drawn) => {
    const service = await servicePath(open, drawn);
    const number = chosen(await serviceNumbers(open, service), drawn);
    return open.project.patch(`${service}/numbers/${number}/suspend`).send({ suspended: true, note: 'unpaid' });
  },
  addCoverPage: async (open, drawn) =>
    open.project
      .post(`${await servicePath(open, drawn)}/coverPages`)
      .send({ name: `Letter ${drawn}`, file: { fileContent: pdf, fileType: 'PDF' } }),
  useCoverPage: async (open, drawn) => {
    const service = await servicePath(open, drawn);
    const page = chosen(await listOf(open, `${service}/coverPages`, 'coverPages'), drawn);
    return open.project.patch(service).send({ coverPageId: page?.id });
  },
  deleteCoverPage: async (open, drawn) => {
    const service = await servicePath(open, drawn);
    const page = chosen(await listOf(open, `${service}/coverPages`, 'coverPages'), drawn);
    return open.project.delete(`${service}/coverPages/${page?.id}`);
  },
  addEmail: async (open, drawn) => {
    const service = await servicePath(open, drawn);
    const own = await serviceNumbers(open, service);
    const phoneNumbers = own.map((number, index) => ({ number, permissions: index % 2 === 0 ? 'both' : 'send' }));
    return open.project.post(`${service}/emails`).send({ email: `ward${drawn % 4}@example.com`, phoneNumbers });
  },
  sendByV3: async (open, drawn) => {
    const service = chosen(await listOf(open, '/services', 'services'), drawn)!;
    const page = chosen(await listOf(open, `/services/${service.id}/coverPages`, 'coverPages'), drawn);
    return open.project.post('/faxes').send({
      to: drawn % 2 === 0 ? ['+12025550123', '+15555551017'] : '+12025550124',
      serviceId: service.id,
      files: [{ file: Buffer.from('a page').toString('base64'), fileType: 'TXT' }],
      labels: { case_id: `${drawn}`, sentAt: '2026-01-01T00:00:00Z' },
      coverPageId: page?.id,
      coverPageData: { first_name: 'Ann', lastName: 'Lee', created_at: '2026-01-01T00:00:00Z' },
    });
  },
  sendByV2: ({ send }, drawn) => send({ 'tags[sent_at]': '2026-01-01T00:00:00Z', header_text: `H ${drawn}` }),
  failByV2: ({ send }) => send({ to: '+15555551017' }),
  receive: ({ anyone }, drawn) =>
    anyone
      .post('/_faxsim/receive')
      .send({ to: chosen(numbers, drawn), pages: 2 })
      .then(),
  stage: ({ anyone }, drawn) =>
    anyone.post('/_faxsim/faxes').send({ status: chosen(['inprogress', 'success', 'failure'], drawn), ago: '1h' }),
  stageOnNumber: ({ anyone }, drawn) =>
    anyone
      .post('/_faxsim/faxes')
      .send(drawn % 2 === 0 ? { direction: 'received', to: chosen(numbers, drawn) } : { from: chosen(numbers, drawn) })
      .then(),
  block: ({ live }, drawn) =>
    live
      .post('/v2.1/blocking_rules/send')
      .type('form')
      .send({ to: `+1202555${1000 + (drawn % 9000)}`, from: '*' }),
  buyNumber: ({ live }) => live.post('/v2.1/phone_numbers').type('form').send({ country_code: 1, area_code: 225 }),
  ata: ({ live }) => live.post('/v2.1/atas').type('form').send({ name: 'Lab', description: '' }),
  code: ({ live }, drawn) =>
    live
      .post('/v2.1/phax_codes')
      .type('form')
      .send({ metadata: `case ${drawn}` }),
  port: ({ anyone }) =>
    anyone
      .put('/_faxsim/records/blocking_rules/9')
      .send({ id: 9, direction: 'receive', to: '*', from: 'CA', is_locked: true }),
  settings: ({ anyone }, drawn) =>
    anyone.patch('/_faxsim/settings').send({ webhook_token: `t${drawn}`, completed_file: 'files', fax_retries: 2 }),
  advance: ({ anyone }, drawn) => anyone.post('/_faxsim/clock').send({ advance: `${drawn}ms` }),
  later: ({ anyone }) => anyone.post('/_faxsim/clock').send({ advance: '2h' }),
};

const lists = [
  ...['/v1/faxList', '/v1/numberList', '/v1/accountStatus'],
  ...['/v2/faxes', '/v2/phone_numbers', '/v2/account/status'],
  ...['faxes', 'phone_numbers', 'atas', 'port_orders', 'blocking_rules', 'account/status'].map((of) => `/v2.1/${of}`),
];

/** The answers of all lists of all versions, by their paths. */
async function answersOf({ simulator, project }: Open, base: string, { key, secret }: { key: string; secret: string }) {
  const answers: Record<string, unknown> = {};
  const get = async (path: string) => {
    const { body, status } = await request(simulator.app).get(`${base}${path}`).auth(key, secret);
    answers[path] = { status, body };
    return body;
  };
  for (const path of lists) await get(path);
  const v3 = `/v3/projects/${project.id}`;
  const { faxes = [] } = await get(`${v3}/faxes`);
  for (const { id } of faxes) await get(`${v3}/faxes/${id}`);
  const { services } = await get(`${v3}/services`);
  for (const { id } of services) {
    for (const list of ['numbers', 'coverPages', 'emails']) await get(`${v3}/services/${id}/${list}`);
  }
  return answers;
}

/** Makes a world of the export, with the same start, and expects the same answers of it. Resolves to what was left out. */
async function expectSameAnswers(open: Open): Promise<readonly string[]> {
  const { body } = await open.anyone.get('/_faxsim/export/fixture').expect(200);
  const { body: clock } = await open.anyone.get('/_faxsim/clock').expect(200);
  const order = { fixture: body.data.fixture, start_time: clock.data.now, clock: 'manual' };
  const { body: made, status } = await open.anyone.post('/_faxsim/worlds').send(order);
  expect({ status, message: made.message }).toMatchObject({ status: 200 });
  const there = await answersOf(open, `/w/${made.data.id}`, made.data.credentials.live);
  const { body: own } = await open.anyone.get('/_faxsim/worlds').expect(200);
  expect(there).toEqual(await answersOf(open, '', own.data[0].credentials.live));
  await expectSameFile(open, body.data.fixture, Date.parse(clock.data.now));
  return body.data.left_out;
}

const msApart = [777_999, 86_400_001];

/** Makes a world of each export of the one before, with starts apart, and expects the same records each time. */
async function expectSameFile({ anyone }: Open, file: string, now: number): Promise<void> {
  let last = file;
  for (const apart of msApart) {
    const order = { fixture: last, start_time: new Date(now + apart).toISOString(), clock: 'manual' };
    const { body: made } = await anyone.post('/_faxsim/worlds').send(order).expect(200);
    const { body } = await anyone.get(`/w/${made.data.id}/_faxsim/export/fixture`).expect(200);
    last = body.data.fixture;
    expect(parse(last)).toEqual(parse(file));
  }
}

describe('a world from the export of another as a fixture', () => {
  test('gives the same answers in all versions', async () => {
    const call = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(9999));
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 3, maxLength: 14 }), async (calls) => {
        const open = openAccount();
        for (const [name, drawn] of calls) await acts[name]!(open, drawn);
        await expectSameAnswers(open);
      }),
      { numRuns: repeats(12, 400) },
    );
  });

  test('has two services with their numbers, cover pages and addresses', async () => {
    const open = openAccount();
    for (const name of ['createService', 'changeService', 'assignNumber', 'suspendNumber', 'addCoverPage'] as const)
      await acts[name]!(open, 1);
    for (const name of ['useCoverPage', 'assignNumber', 'addEmail', 'sendByV3', 'later'] as const)
      await acts[name]!(open, 1);
    const { body } = await open.anyone.get('/_faxsim/export/fixture').expect(200);
    expect(body.data.fixture).toContain('service_id: 2');
    expect(await expectSameAnswers(open)).toEqual(['1 webhook delivery']);
  });

  test('names the references that lead to no record', async () => {
    const open = openAccount();
    const page = { id: 3, service_id: 9, name: 'Lost', content: pdf, created_at: '2020-01-01T00:00:00Z' };
    await open.anyone
      .put('/_faxsim/records/cover_pages/3')
      .send({ ...page, updated_at: page.created_at })
      .expect(200);
    expect(await expectSameAnswers(open)).toEqual(['1 reference to a missing service or cover page']);
  });
});

test('a fax of a number whose service is missing is on the same service in an export and back', async () => {
  const open = openAccount();
  await acts['createService']!(open, 1);
  const { services } = (await open.project.get('/services')).body;
  await open.project.patch(`/services/${services[1].id}`).send({ defaultForProject: true }).expect(200);
  const { body } = await open.anyone.get(`/_faxsim/records/phone_numbers/${numbers[0]}`).expect(200);
  const lost = { ...body.data, service_id: 9 };
  await open.anyone.put(`/_faxsim/records/phone_numbers/${numbers[0]}`).send(lost).expect(200);
  await open.anyone.post('/_faxsim/faxes').send({ direction: 'received', to: numbers[0] }).expect(200);
  const { faxes } = (await open.project.get('/faxes')).body;
  expect(faxes[0].serviceId).toBe(services[1].id);
  const { data } = (await open.anyone.get('/_faxsim/export/fixture').expect(200)).body;
  const { body: made } = await open.anyone.post('/_faxsim/worlds').send({ fixture: data.fixture }).expect(200);
  const { body: there } = await open.anyone.get(`/w/${made.data.id}/_faxsim/faxes/${faxes[0].id}`).expect(200);
  expect(there.data.options.service).toBe(2);
});

/** The lists of a fixture, by the collections whose records they hold. */
const listOfCollection = {
  phoneNumbers: 'numbers',
  blockingRules: 'blocking_rules',
  atas: 'atas',
  phaxCodes: 'phax_codes',
  services: 'services',
  coverPages: 'cover_pages',
  faxMails: 'emails',
  portOrders: 'port_orders',
} as const;

test('every collection has its list, or is left out by name', () => {
  const others = ['account', 'faxes', 'deliveries', 'releasedNumbers'];
  expect([...Object.keys(listOfCollection), ...others].sort()).toEqual([...collectionNames].sort());
});

test.each(Object.entries(listOfCollection))('each field of %s can stand in an entry of %s', (collection, list) => {
  const fields = Object.keys(newSchemas[collection as keyof typeof listOfCollection].entries).map(snakeCase);
  expect(Object.keys(entriesIn(fixtureSchema.entries[list]))).toEqual(expect.arrayContaining(fields));
});

interface SchemaPart {
  readonly kind: string;
  readonly entries?: object;
  readonly item?: SchemaPart;
  readonly wrapped?: SchemaPart;
  readonly pipe?: readonly SchemaPart[];
}

/** The entries of the mapping within a schema: of a list, of one that may be missing, or of one at the end of a pipe. */
function entriesIn({ entries, item, wrapped, pipe }: SchemaPart): object {
  const within = item ?? wrapped ?? pipe?.findLast(({ kind }) => kind === 'schema');
  return entries ?? entriesIn(within!);
}
