import { describe, expect, test } from '@jest/globals';
import { curlOf, jsonPieces } from '../../src/model/shared/curl.ts';
import { fieldsOf, operationsOf, requestOf, withKeys } from '../../console/screens/explorer-request.ts';
import { queryIn, unsentOf } from '../../console/screens/explorer-query.ts';
import type { ApiDocument, BodyType, Filled } from '../../console/screens/explorer-request.ts';
import { openApiDocumentOf, operationRoutes } from '../../src/http/openapi/documents.ts';
import { apiVersions } from '../../src/model/domain/operation.ts';
import type { ApiVersion } from '../../src/model/domain/operation.ts';

const operations = (version: ApiVersion) =>
  operationsOf(openApiDocumentOf(version, '') as unknown as ApiDocument, version); // as the page reads it
const operation = (version: ApiVersion, id: string) => operations(version).find((known) => known.id === id)!;

test.each(apiVersions)('the explorer has each operation of %s once, in groups', (version) => {
  const all = operations(version);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const known = operationRoutes().filter(({ routes }) => routes.some((route) => route.includes(`/${version}/`)));
  expect([...new Set(all.map(({ name }) => name))].sort()).toEqual(known.map((row) => row.operation).sort());
  const tags = all.map(({ tag }) => tag);
  expect(tags.filter((tag, index) => tag !== tags[index - 1])).toEqual([...new Set(tags)]);
});

test('a form has one field for both names of a list, and required fields first', () => {
  const marksOf = (version: ApiVersion, id: string, body?: BodyType) =>
    fieldsOf(operation(version, id), body).map(({ name, required, listName }) => [name, required, listName]);
  expect(marksOf('v2.1', 'sendFax').filter(([, required, listName]) => required === true || listName)).toEqual([
    ['to', true, 'to[]'],
    ['file', false, 'file[]'],
    ['content_url', false, 'content_url[]'],
  ]);
  expect(marksOf('v2.1', 'receiveFax').slice(0, 2)).toEqual([
    ['direction', true, undefined],
    ['file', true, undefined],
  ]);
  expect(marksOf('v3', 'sendFax', 'application/json').filter(([, , listName]) => listName)).toEqual([
    ['to', true, 'to'],
    ['contentUrl', false, 'contentUrl'],
    ['files', false, 'files'],
  ]);
});

test.each(apiVersions.slice(0, 2))(
  'the cancel timeout of %s has the range and the words of all its forms',
  (version) => {
    const { schema } = fieldsOf(operation(version, 'sendFax')).find(({ name }) => name === 'cancel_timeout')!;
    const { minimum, maximum, description } = schema;
    expect([minimum, maximum]).toEqual([version === 'v1' ? 0 : 3, 60]);
    expect(description).toMatch(/^Minutes after which/);
  },
);

test.each(apiVersions)('the words about a send of %s speak of the send alone', (version) => {
  const words = fieldsOf(operation(version, 'sendFax')).map(
    ({ name, schema }) => `${name}: ${schema.description ?? ''}`,
  );
  expect(words.filter((text) => /blocking rule|to receive|: A number$/.test(text))).toEqual([]);
});

describe('the values of a send in another version', () => {
  const shown = (query: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''));
  const sent = {
    'sendFax.to': '+12025550123',
    'sendFax.content_url': 'https://example.com/a',
    'sendFax.tag': 'case=7',
    'sendFax.cancel_timeout': '5',
  };

  test('have its names, and those without a counterpart stay for the way back', () => {
    const query = { ...sent, keys: 'test', 'getFax.id': '7' };
    const later = shown(queryIn('v3', 'v2.1', query));
    expect(later).toEqual({
      'sendFax.to': '+12025550123',
      'sendFax.contentUrl': 'https://example.com/a',
      'sendFax.labels': 'case=7',
      'sendFax.cancel_timeout': '5',
    });
    const send = operation('v3', 'sendFax');
    expect(unsentOf(send, fieldsOf(send), { ...later, keys: 'test' })).toEqual(['cancel_timeout']);
    expect(shown(queryIn('v2.1', 'v3', later))).toEqual(sent);
    expect(queryIn('v3', 'v2.1', query)).toMatchObject({ 'sendFax.content_url': '', 'sendFax.tag': '' });
  });

  test('are a URL in v1, whose text of another type stays', () => {
    const former = shown(queryIn('v1', 'v2.1', sent));
    expect(former).toMatchObject({ 'sendFax.string_data': 'https://example.com/a', 'sendFax.string_data_type': 'url' });
    expect(shown(queryIn('v2.1', 'v1', former))).toEqual(sent);
    const text = { 'sendFax.string_data': '<p>Hi', 'sendFax.string_data_type': 'html' };
    expect(shown(queryIn('v3', 'v1', text))).toEqual(text);
  });

  test.each(apiVersions.flatMap((from) => apiVersions.map((to) => [from, to] as const)))(
    'come from %s to %s and back without a loss',
    (from, to) => {
      const fields = fieldsOf(operation(from, 'sendFax')).map(({ name }) => name);
      const all = Object.fromEntries(
        fields.map((name) => [`sendFax.${name}`, name === 'string_data_type' ? 'url' : `a ${name}`]),
      );
      expect(shown(queryIn(from, to, shown(queryIn(to, from, all))))).toEqual(all);
    },
  );
});

describe('the request of a form', () => {
  const file = new File(['%PDF'], 'letter.pdf');
  test.each<[ApiVersion, string, Filled, string, readonly unknown[]]>([
    ['v2.1', 'getFax', {}, '/v2.1/faxes/{id}', []],
    ['v2.1', 'getFax', { id: '7' }, '/v2.1/faxes/7', []],
    ['v2.1', 'getPhoneNumber', { number: '+12025550123' }, '/v2.1/phone_numbers/%2B12025550123', []],
    ['v2.1', 'listFaxes', { page: '2', tag: 'case=7' }, '/v2.1/faxes?page=2&tag%5Bcase%5D=7', []],
    ['v1', 'sendFaxByGet', { to: '1\n2' }, '/v1/send?to%5B%5D=1&to%5B%5D=2', []],
    [
      'v1',
      'sendFax',
      { to: ' 1 ', filename: [file] },
      '/v1/send',
      [
        ['to', '1'],
        ['filename', file],
      ],
    ],
    [
      'v2',
      'sendFax',
      { file: [file, file] },
      '/v2/faxes',
      [
        ['file[]', file],
        ['file[]', file],
      ],
    ],
  ])('of %s, %s with %j is %s', (version, id, filled, path, parameters) => {
    const request = requestOf(operation(version, id), filled);
    expect(request.path).toBe(path);
    expect(request.body).toEqual(parameters.length === 0 ? undefined : { type: 'form', parameters });
  });

  test('has a body that the service reads, also where it has no form', () => {
    const others = apiVersions.flatMap((version) =>
      operations(version).flatMap(({ id, bodies }) =>
        bodies.filter(({ type }) => type !== 'form').map(({ type }) => `${version} ${id}: ${type}`),
      ),
    );
    expect(others).toEqual([
      'v1 receiveFax: multipart/form-data',
      'v1 attachPhaxCodeToPdf: multipart/form-data',
      ...['sendFax: multipart/form-data', 'sendFax: application/json', 'createService: application/json'].map(
        (body) => `v3 ${body}`,
      ),
      ...['updateService', 'suspendNumber', 'addCoverPage', 'addMail', 'changeMail'].map(
        (id) => `v3 ${id}: application/json`,
      ),
    ]);
  });

  test.each<[string, Filled, unknown]>([
    ['createService', {}, {}],
    [
      'createService',
      { name: '7', defaultForProject: 'false', numberOfRetries: '2', retryDelaySeconds: 'soon' },
      { name: '7', defaultForProject: false, numberOfRetries: 2, retryDelaySeconds: 'soon' },
    ],
    [
      'sendFax',
      { to: '+12025550123', labels: 'case=7\nward: 3 b', files: [file] },
      { to: ['+12025550123'], labels: { case: '7', ward: '3 b' }, files: [{ file, fileType: 'PDF' }] },
    ],
    ['sendFax', { to: '+1\n+2', files: [new File([], 'a.JPEG')] }, { to: ['+1', '+2'], files: [{ fileType: 'JPG' }] }],
    ['addCoverPage', { name: 'Front', file: [new File([], 'front')] }, { name: 'Front', file: { fileType: 'PDF' } }],
    ['addMail', { phoneNumbers: '{"number":"+1"}' }, { phoneNumbers: [{ number: '+1' }] }],
    ['changeMail', { phoneNumbers: 'broken' }, { phoneNumbers: ['broken'] }],
  ])('of v3, %s with %j has JSON with types', (id, filled, json) => {
    const { body } = requestOf(operation('v3', id), filled, 'application/json');
    expect(body).toMatchObject({ type: 'application/json', json: json as object });
  });

  test('of v3 in parts repeats the name of a list, without brackets', () => {
    const { path, body } = requestOf(operation('v3', 'sendFax'), { projectId: 'p', to: '+1\n+2', labels: 'case=7' });
    expect(path).toBe('/v3/projects/p/faxes');
    expect(body).toEqual({
      type: 'multipart/form-data',
      parameters: [
        ['to', '+1'],
        ['to', '+2'],
        ['labels[case]', '7'],
      ],
    });
  });

  test('in JSON holds each file between two pieces of text, also for the shell', () => {
    const pieces = jsonPieces({ to: "o'clock", files: [{ file: new File(['%'], "a b'.pdf") }] });
    expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name))).toEqual([
      `{"to":"o'clock","files":[{"file":"`,
      "a b'.pdf",
      '"}]}',
    ]);
    expect(curlOf({ url: 'http://x', method: 'POST', body: pieces })).toBe(
      `printf %s '{"to":"o'\\''clock","files":[{"file":"'"$(base64 < 'a b'\\''.pdf' | tr -d '\\n')"'"}]}' | ` +
        'curl --data-binary @- http://x',
    );
  });
});

test('the document of v3 has a list of files or addresses as a list alone, since a single object is refused', () => {
  const { paths } = openApiDocumentOf('v3', '') as unknown as ApiDocument;
  const schemaOf = (path: string, field: string) =>
    paths[`/projects/{projectId}${path}`]!['post']!.requestBody!.content['application/json']!.schema.properties![
      field
    ]!;
  expect(schemaOf('/faxes', 'files').type).toBe('array');
  expect(schemaOf('/services/{id}/emails', 'phoneNumbers').type).toBe('array');
  expect(schemaOf('/faxes', 'to').anyOf).toHaveLength(2);
});

describe('the keys of a request of the explorer', () => {
  const keys = { key: 'k', secret: 's' };
  const pair = [
    ['api_key', 'k'],
    ['api_secret', 's'],
  ];
  const keyed = (version: ApiVersion, id: string, filled: Filled = {}) =>
    withKeys(requestOf(operation(version, id), filled), keys);

  test('are parameters of the form in v1, or of the query of a GET, as its clients send them', () => {
    expect(keyed('v1', 'sendFax', { to: '1' })).toEqual({
      request: { method: 'POST', path: '/v1/send', body: { type: 'form', parameters: [['to', '1'], ...pair] } },
      keys: undefined,
    });
    expect(keyed('v1', 'sendFaxByGet', { to: '1' })).toEqual({
      request: { method: 'GET', path: '/v1/send?to=1&api_key=k&api_secret=s', body: undefined },
      keys: undefined,
    });
  });

  test.each(operations('v1').map(({ id }) => id))('of v1 are never in the header: %s', (id) => {
    const { request, keys: inHeader } = keyed('v1', id);
    expect(inHeader).toBeUndefined();
    expect(JSON.stringify(request)).toMatch(/api_key.*k.*api_secret.*s/);
  });

  test.each(['v2', 'v2.1', 'v3'] as const)('of %s are in the header', (version) => {
    const request = requestOf(operation(version, 'sendFax'), { to: '1' });
    expect(withKeys(request, keys)).toEqual({ request, keys });
  });

  test('are left out where none are wanted', () => {
    const request = requestOf(operation('v1', 'sendFax'), { to: '1' });
    expect(withKeys(request, undefined)).toEqual({ request, keys: undefined });
  });
});
