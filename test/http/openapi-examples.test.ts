import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { documentNames, openApiDocumentOf } from '../../src/http/openapi/documents.ts';
import { withExamples } from '../../src/http/openapi/world-examples.ts';
import { apiVersions } from '../../src/model/domain/operation.ts';
import { hour, noon, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: string | number;
  readonly schema: { readonly description?: string; readonly examples?: readonly unknown[] };
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const operationsIn = (document: object): readonly Operation[] =>
  Object.entries((document as { paths: Paths }).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
  );

/** The values of an operation by name; undefined for a parameter without an example. */
const examplesOf = ({ parameters = [] }: Operation): Readonly<Record<string, string | number | undefined>> =>
  Object.fromEntries(parameters.map(({ name, example }) => [name, example]));

const inPath = ({ parameters = [] }: Operation): readonly Parameter[] => parameters.filter((one) => one.in === 'path');

async function openDemo(startTime: string) {
  const { anyone } = openSimulator();
  const order = { id: 'demo', fixture: 'demo', seed: 11, start_time: startTime, clock: 0 };
  const { body } = await anyone.post('/_faxsim/worlds').send(order).expect(200);
  const { key, secret } = body.data.credentials.live as Readonly<Record<'key' | 'secret', string>>;
  const operations = async (version: string) =>
    operationsIn((await anyone.get(`/w/demo/_faxsim/openapi/${version}.json`).expect(200)).body as object);
  return {
    operations,
    examples: async (version: string, id: string) =>
      examplesOf((await operations(version)).find(({ operationId }) => operationId === id)!),
    /** Makes the request that the examples of an operation give. */
    ask: (version: string, operation: Operation) => {
      const { parameters = [], method, path } = operation;
      const values = examplesOf(operation);
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name])));
      const query = parameters.flatMap((one) =>
        one.in === 'query' && one.example !== undefined ? [[one.name, String(one.example)]] : [],
      );
      const call = anyone[method as 'get' | 'post'](`/w/demo/${version}${filled}`);
      return call.query(Object.fromEntries(query)).auth(key, secret);
    },
    remove: (collection: string, id: unknown) =>
      anyone.delete(`/w/demo/_faxsim/records/${collection}/${encodeURIComponent(String(id))}`).expect(200),
    projectId: String(body.data.project_id),
    post: (path: string) => anyone.post(`/w/demo${path}`).auth(key, secret),
    delete: (path: string) => anyone.delete(`/w/demo${path}`).auth(key, secret),
  };
}

/** Operations that only read; v1 names its record in the query. */
const readsRecord = (version: string) => (operation: Operation) =>
  operation.method === 'get' &&
  (version === 'v1' ? operation.operationId.startsWith('getFax') : inPath(operation).length > 0);

const lacksExample = (operation: Operation): boolean => inPath(operation).some(({ example }) => example === undefined);

const startTimes = ['2026-03-02T08:00:00Z', '2024-10-18T15:30:00Z'];

describe.each(startTimes)('in a demo that begins at %s', (startTime) => {
  test.each(apiVersions)('the examples of %s answer each read of a record', async (version) => {
    const demo = await openDemo(startTime);
    const reads = (await demo.operations(version)).filter(readsRecord(version));
    const lacking = reads.filter(lacksExample);
    // The demo has neither cover pages nor addresses for fax to email.
    expect(lacking.map(({ operationId }) => operationId)).toEqual(
      version === 'v3' ? ['getCoverPage', 'listNumbersOfMail'] : [],
    );
    const asked = reads.filter((operation) => !lacksExample(operation));
    expect(asked.length).toBeGreaterThan(1);
    for (const operation of asked) {
      const { status, body } = await demo.ask(version, operation);
      expect([operation.operationId, status, (body as { success?: boolean }).success ?? true]).toEqual([
        operation.operationId,
        200,
        true,
      ]);
    }
  });
});

test('the ids of faxes follow from the start time, and so do their examples', async () => {
  const [one, other] = await Promise.all(startTimes.map((startTime) => openDemo(startTime)));
  for (const [version, id] of [
    ['v2.1', 'getFax'],
    ['v3', 'getFax'],
  ] as const) {
    const values = [await one!.examples(version, id), await other!.examples(version, id)];
    expect(values[0]!['id']).toBeDefined();
    expect(values[0]!['id']).not.toBe(values[1]!['id']);
  }
});

test('records that v3 makes become its examples', async () => {
  const demo = await openDemo(startTimes[0]!);
  const { id, phoneNumber } = await demo.examples('v3', 'listMailsOfNumber');
  const service = `/v3/projects/${demo.projectId}/services/${String(id)}`;
  const file = { fileContent: Buffer.from('%PDF-1.4').toString('base64'), fileType: 'PDF' };
  await demo.post(`${service}/coverPages`).send({ name: 'Letter', file }).expect(200);
  const numbers = [{ number: phoneNumber, permissions: 'both' }];
  await demo.post(`${service}/emails`).send({ email: 'front+desk@example.com', phoneNumbers: numbers }).expect(201);
  for (const operation of (await demo.operations('v3')).filter(readsRecord('v3'))) {
    expect([operation.operationId, lacksExample(operation)]).toEqual([operation.operationId, false]);
    expect([operation.operationId, (await demo.ask('v3', operation)).status]).toEqual([operation.operationId, 200]);
  }
  expect(await demo.examples('v3', 'deleteMail')).toMatchObject({ id, email: 'front+desk@example.com' });
});

describe('once its record is deleted, the example is another one or gone:', () => {
  test.each([
    ['v1', 'getFaxByGet', 'faxes', 'id'],
    ['v2', 'getFaxFile', 'faxes', 'id'],
    ['v2.1', 'getFax', 'faxes', 'id'],
    ['v2.1', 'getPhoneNumber', 'phone_numbers', 'number'],
    ['v2.1', 'getAta', 'atas', 'id'],
    ['v2.1', 'getPortOrder', 'port_orders', 'id'],
    ['v2.1', 'getBlockingRule', 'blocking_rules', 'id'],
    ['v2.1', 'getPhaxCode', 'phax_codes', 'identifier'],
    ['v3', 'getFax', 'faxes', 'id'],
    ['v3', 'listMailsOfNumber', 'phone_numbers', 'phoneNumber'],
  ])('%s %s', async (version, id, collection, name) => {
    const demo = await openDemo(startTimes[0]!);
    const seen: unknown[] = [];
    // Down to the last record, or the first few of many.
    for (let times = 0; times < 5; times++) {
      const { [name]: example } = await demo.examples(version, id);
      expect(seen).not.toContain(example);
      seen.push(example);
      if (example === undefined) break;
      await demo.remove(collection, example);
    }
    expect(seen.length).toBeGreaterThan(1);
    const operation = (await demo.operations(version)).find(({ operationId }) => operationId === id)!;
    if (!lacksExample(operation)) expect((await demo.ask(version, operation)).status).toBe(200);
  });

  test('v3 getService', async () => {
    const demo = await openDemo(startTimes[0]!);
    const first = await demo.examples('v3', 'getService');
    const services = `/v3/projects/${demo.projectId}/services`;
    const { body } = await demo.post(services).send({ name: 'Billing' }).expect(201);
    expect(await demo.examples('v3', 'getService')).toMatchObject({ id: body.id });
    await demo.delete(`${services}/${String(body.id)}`).expect(204);
    expect(await demo.examples('v3', 'getService')).toEqual(first);
  });
});

describe('of an account', () => {
  const served = async (settings: Parameters<typeof openSimulator>[0], id: string) => {
    const { body } = await openSimulator(settings).anyone.get('/_faxsim/openapi/v2.1.json').expect(200);
    return examplesOf(operationsIn(body as object).find(({ operationId }) => operationId === id)!)['id'];
  };
  const unfiled = sentFax({ id: 1002, createdAt: noon - hour, file: 'deleted', document: null });

  test('without records there are no examples', async () => {
    const { body } = await openSimulator().anyone.get('/_faxsim/openapi/v2.1.json').expect(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocumentOf('v2.1', ''))));
  });

  test('an older fax with a file goes before a newer one without', async () => {
    const faxes = [sentFax({ createdAt: noon - 2 * hour }), unfiled];
    expect(await served({ faxes }, 'getFaxFile')).toBe(1001);
  });

  test('a fax without a file is an example, but not of its file', async () => {
    expect(await served({ faxes: [unfiled] }, 'getFax')).toBe(1002);
    expect(await served({ faxes: [unfiled] }, 'getFaxFile')).toBeUndefined();
  });

  test('callers from elsewhere see no ids of its records', async () => {
    const { app } = openSimulator({ faxes: [sentFax()] }).simulator;
    const elsewhere = createServer((req, res) => {
      Object.defineProperty(req.socket, 'remoteAddress', { value: '172.17.0.1', configurable: true });
      app(req, res);
    });
    const { body, headers } = await request(elsewhere).get('/_faxsim/openapi/v2.1.json').expect(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocumentOf('v2.1', ''))));
    expect(headers).not.toHaveProperty('www-authenticate');
  });
});

test.each(documentNames)('examples leave the document of %s itself as it was', (name) => {
  const document = openApiDocumentOf(name, '');
  const before = JSON.stringify(document);
  const changed = withExamples(document, () => ({ id: 77, projectId: 'a' }));
  expect(JSON.stringify(document)).toBe(before);
  expect(JSON.stringify(changed).includes('"example":77')).toBe(name !== 'oauth2');
  for (const { parameters = [] } of operationsIn(changed)) {
    for (const { example, schema } of parameters) if (example !== undefined) expect(schema.examples).toEqual([example]);
  }
});

/** The word that tells of the records in a collection. */
const words: Readonly<Record<string, string>> = {
  projects: 'project',
  faxes: 'fax',
  services: 'service',
  numbers: 'number',
  coverPages: 'cover page',
  emails: 'email',
  phone_numbers: 'number',
  phax_codes: 'PhaxCode',
  atas: 'ATA',
  port_orders: 'port order',
  port_numbers: 'number in a port order',
  blocking_rules: 'blocking rule',
};

test.each(apiVersions)('each parameter in a path of %s says what it is by the path', (version) => {
  for (const operation of operationsIn(openApiDocumentOf(version, ''))) {
    for (const { name, schema } of inPath(operation)) {
      const [, collection = ''] = new RegExp(`/(\\w+)/\\{${name}\\}`).exec(operation.path) ?? [];
      const { [collection]: word = `no word for ${collection}` } = words;
      expect([operation.operationId, schema.description]).toEqual([
        operation.operationId,
        expect.stringContaining(word),
      ]);
    }
  }
});

test.each(documentNames)('no parameter in a path of %s is just text, or a record of some kind', (name) => {
  const descriptions = operationsIn(openApiDocumentOf(name, '')).flatMap((operation) =>
    inPath(operation).map((one) => one.schema.description),
  );
  for (const vague of [undefined, 'Text', 'The id of the record.']) expect(descriptions).not.toContain(vague);
});
