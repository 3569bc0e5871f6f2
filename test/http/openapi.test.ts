import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from '@jest/globals';
import { faceOf } from '../../src/http/faces/faces.ts';
import { parameterMeanings } from '../../src/http/faces/parameter-meanings.ts';
import { documentedFace, documentNames, openApiDocumentOf } from '../../src/http/openapi/documents.ts';
import { fieldsOf } from '../../src/http/openapi/parameters.ts';
import { contradictions, documentNamed } from '../once/documents.ts';
import { openSimulator } from '../support/simulator.ts';

const versions = ['v1', 'v2', 'v2.1'] as const;

describe.each(documentNames)('the OpenAPI document of %s', (name) => {
  test('is valid OpenAPI 3.1', async () => {
    const document = JSON.parse(JSON.stringify(openApiDocumentOf(name, ''))) as Record<string, unknown>;
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('is in the package as it is in docs', () => {
    const { files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      files: string[];
    };
    expect(files).toContain('docs/openapi');
    const text = readFileSync(new URL(`../../docs/openapi/${name}.json`, import.meta.url), 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(openApiDocumentOf(name, 'http://127.0.0.1:8329'))));
  });

  test('has every route, by path, method and operation', () => {
    const { paths } = documentNamed(name);
    const { extraPaths = {}, routes } = documentedFace(name);
    const ofRoutes = Object.entries(paths).filter(([path]) => !(path in extraPaths));
    const documented = ofRoutes.flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        (operation as unknown as { 'x-faxsim-operations': string[] })['x-faxsim-operations'].map(
          (id) => `${method.toUpperCase()} ${path} ${id}`,
        ),
      ),
    );
    const expected = routes.flatMap((route) =>
      route.methods.map((method) => `${method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')} ${route.operation}`),
    );
    expect(documented.sort()).toEqual(expected.sort());
  });

  test('names every operation once', () => {
    const { paths } = documentNamed(name);
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).map((operation) => (operation as unknown as { operationId: string }).operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('says of every field what it is', () => {
    const text = JSON.stringify(documentNamed(name));
    expect(text).not.toMatch(/"[^"]+":\{\}/);
  });
});

test('every parameter has a meaning, and every meaning a parameter', () => {
  const taken = versions.flatMap((name) =>
    faceOf(name).routes.flatMap(({ schema: form }) => fieldsOf(form).map((field) => field.name)),
  );
  expect(Object.keys(parameterMeanings).sort()).toEqual([...new Set(taken)].sort());
});

test('an operation tells of its parameters, answers and errors', () => {
  expect(documentNamed('v2.1').paths['/faxes/{id}/file']!['get']).toMatchObject({
    operationId: 'getFaxFile',
    summary: 'Download a fax, or a thumbnail of it',
    tags: ['Faxes'],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'thumbnail', in: 'query', schema: { type: 'string', enum: ['s', 'l'] } },
    ],
    responses: {
      200: { content: { 'application/pdf': {}, 'image/jpeg': {} } },
      401: { $ref: '#/components/responses/Unauthorized' },
      404: { $ref: '#/components/responses/NotFound' },
      422: { $ref: '#/components/responses/Invalid' },
      429: { $ref: '#/components/responses/RateLimited' },
    },
  });
});

test('v1 tells what its operations refuse with status 200', () => {
  const { responses } = documentNamed('v1').paths['/faxStatus']!['post']!;
  expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '408', '413', '415', '429', '500', '503']);
  expect(responses['200']!.content).toMatchObject({
    'application/json': { schema: { anyOf: [{}, { $ref: '#/components/schemas/Failure' }] } },
  });
});

describe('a difference from a document is found', () => {
  const good = {
    method: 'DELETE',
    url: '/v2.1/faxes/1',
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': '5b6f2b2e-93a1-4c3f-9f65-0c9d3f1e8a11',
      etag: `W/"${'0'.repeat(32)}"`,
    },
    body: '{"success":true,"message":"Deleted"}',
    asked: '',
  };

  test('when nothing is wrong: nothing', () => {
    expect(contradictions(good)).toEqual([]);
  });

  test.each([
    ['a status', { status: 201 }, 'this status is not in the document'],
    ['a field too many', { body: '{"success":true,"message":"","data":1}' }, 'must NOT have additional properties'],
    ['a field too few', { body: '{"success":true}' }, "must have required property 'message'"],
    ['a wrong type', { body: '{"success":true,"message":1}' }, '/message must be string'],
    ['a type of body', { headers: { ...good.headers, 'content-type': 'text/html' } }, 'the type text/html'],
    ['a header’s value', { headers: { ...good.headers, etag: '"1"' } }, 'header ETag'],
    ['a header too few', { headers: { ...good.headers, etag: undefined } }, 'lacks the header ETag'],
  ])('%s', (_what, change, complaint) => {
    expect(contradictions({ ...good, ...change })[0]).toContain(complaint);
  });
});

/** A document as JSON without its examples: those of parameters follow from the world, see openapi-examples.test.ts. */
const withoutExamples = (document: object): object =>
  JSON.parse(
    JSON.stringify(document, (name, value: unknown) => (/^examples?$/.test(name) ? undefined : value)),
  ) as object;

describe('the simulator serves', () => {
  test.each(documentNames)('the OpenAPI document of %s, with where it is from', async (name) => {
    const { anyone } = openSimulator();
    const { body } = await anyone.get(`/_faxsim/openapi/${name}.json`).expect(200);
    expect(withoutExamples(body as object)).toEqual(withoutExamples(openApiDocumentOf(name, '')));
    expect(body.servers).toEqual([{ url: documentedFace(name).prefix }]);
  });

  test('that of a world with the world’s address', async () => {
    const { anyone } = openSimulator();
    await anyone.post('/_faxsim/worlds').send({ id: 'other', fixture: 'empty' }).expect(200);
    const { body } = await anyone.get('/w/other/_faxsim/openapi/v2.1.json').expect(200);
    expect(body.servers).toEqual([{ url: '/w/other/v2.1' }]);
  });

  test('no other documents', async () => {
    const { anyone } = openSimulator();
    const { body } = await anyone.get('/_faxsim/openapi/v4.json').expect(404);
    expect(body.message).toBe('Not found: there are v1.json, v2.json, v2.1.json, v3.json, oauth2.json, control.json');
  });

  test('the evidence about the real service', async () => {
    const { anyone } = openSimulator();
    const { body } = await anyone.get('/_faxsim/coverage').expect(200);
    expect(body.data.operations.getBlockingRule['v2.1'].message).toEqual({ mark: 'assumed', source: 'not documented' });
    expect(body.data.records.v1.Fax.requested_at).toEqual({ mark: 'documented', source: 'v1 reference' });
  });
});
