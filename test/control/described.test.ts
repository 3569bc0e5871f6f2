import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { openApiDocumentOf } from '../../src/http/openapi/documents.ts';
import { openSimulator } from '../support/simulator.ts';

test('every call of the control surface stands in its OpenAPI document', async () => {
  const { body } = await openSimulator().anyone.get('/_faxsim/openapi/control.json').expect(200);
  for (const path of [
    '/livez',
    '/readyz',
    '/faxes',
    '/receive',
    '/webhooks/wait',
    '/records/{collection}/{key}',
    '/export',
    '/metrics',
  ]) {
    expect(Object.keys(body.paths)).toContainEqual(expect.stringContaining(path));
  }
});

const file = { filename: 'page.txt', base64: 'YSBwYWdl' };

test.each([
  [
    'post',
    '/worlds',
    { clock: 0, scenarios: [], settings: { fax_retry_delay: '5s', rate_limit: '1/1s' } },
    { clock: 'slow' },
  ],
  ['post', '/clock', { advance: '5s' }, { advance: 5000 }],
  ['post', '/clock', { advance: '45m', speed: 'manual' }, { speed: 100_001 }],
  ['patch', '/settings', { rate_limit: '1/1s' }, { rate_limit: { limit: 1, window: '1s' } }],
  ['post', '/receive', { from: '+12025550123', file }, { file: 'page.txt' }],
] as const)('%s %s takes in JSON what its document says, %j', async (method, path, body, wrong) => {
  const { paths } = openApiDocumentOf('control', '') as unknown as { paths: Record<string, Record<string, Described>> };
  const { schema } = paths[path]![method]!.requestBody.content['application/json'];
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  const { anyone } = openSimulator();
  expect({ body: ajv.validate(schema, body), wrong: ajv.validate(schema, wrong) }).toEqual({
    body: true,
    wrong: false,
  });
  const [taken, refused] = [
    await anyone[method](`/_faxsim${path}`).send(body),
    await anyone[method](`/_faxsim${path}`).send(wrong),
  ];
  expect([taken.status, refused.status]).toEqual([200, 422]);
});

interface Described {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
}
