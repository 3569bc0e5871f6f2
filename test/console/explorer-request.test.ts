import { describe, expect, test } from '@jest/globals';
import { operationsOf, requestOf } from '../../console/screens/explorer-request.ts';
import type { ApiDocument, Filled } from '../../console/screens/explorer-request.ts';
import { documentOf, operationRoutes } from '../../src/http/openapi/documents.ts';
import { apiVersions } from '../../src/model/domain/operation.ts';
import type { ApiVersion } from '../../src/model/domain/operation.ts';

const operations = (version: ApiVersion) => operationsOf(documentOf(version, '') as unknown as ApiDocument, version); // as the page reads it
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
  const fieldsOf = (id: string) =>
    operation('v2.1', id).fields.map(({ name, required, isList }) => [name, required, isList]);
  expect(fieldsOf('sendFax').filter(([, ...marks]) => marks.includes(true))).toEqual([
    ['to', true, true],
    ['file', false, true],
    ['content_url', false, true],
  ]);
  expect(fieldsOf('receiveFax').slice(0, 2)).toEqual([
    ['direction', true, false],
    ['file', true, false],
  ]);
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
    expect(request.parameters).toEqual(parameters);
  });
});
