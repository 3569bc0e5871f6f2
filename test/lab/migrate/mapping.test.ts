import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { leavesOf } from '../../../src/lab/migrate/calls.ts';
import { faxFieldRows } from '../../../src/lab/migrate/fields.ts';
import { operations } from '../../../src/lab/migrate/operations.ts';
import { parameters } from '../../../src/lab/migrate/parameters.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const documentOf = (version: string): Document =>
  JSON.parse(readFileSync(new URL(`../../../docs/openapi/${version}.json`, import.meta.url), 'utf8'));

/** The documents have a further operation for each method and type of one operation. */
const nameIn = (operationId: string): string => operationId.replace(/(?:ByGet|AsPng|AsJson)$/, '');

/** The document joins sendFax with receiveFax, which has the same path. */
const ofReceiveFax = ['from_number', 'to_number'];

const mapped = Object.keys(parameters);

describe.each(['v1', 'v2', 'v2.1'])('of %s', (version) => {
  const document = documentOf(version);
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  test('each operation has a row', () => {
    const named = all.map(({ operationId }) => nameIn(operationId));
    expect(named.filter((name) => !Object.hasOwn(operations, name))).toEqual([]);
  });

  test('each parameter of an operation that v3 has in some form has a row', () => {
    const missing = all.flatMap(({ operationId, parameters: listed = [], requestBody }) => {
      const operation = nameIn(operationId);
      const rows = parameters[operation as keyof typeof parameters];
      if (rows === undefined || !mapped.includes(operation) || operation === 'provisionNumber') return [];
      const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(schema.properties ?? {}),
      );
      const names = [...listed.map(({ name }) => name), ...bodies]
        .map((name) => name.replace('[]', ''))
        .filter((name) => !ofReceiveFax.includes(name));
      return names.filter((name) => !Object.hasOwn(rows, name)).map((name) => `${name} of ${operation}`);
    });
    expect(missing).toEqual([]);
  });

  test('each field of a fax has a row', () => {
    const fields = fieldsOf(document, { $ref: '#/components/schemas/Fax' });
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter((field) => !Object.hasOwn(faxFieldRows, field))).toEqual([]);
  });
});

function fieldsOf(document: Document, schema: Schema, path = ''): string[] {
  const { properties, items, $ref, anyOf } = schema;
  if ($ref !== undefined) {
    const named = document.components.schemas[$ref.split('/').at(-1) ?? ''];
    return named === undefined ? [] : fieldsOf(document, named, path);
  }
  if (anyOf !== undefined) return [...new Set(anyOf.flatMap((one) => fieldsOf(document, one, path)))];
  if (items !== undefined)
    return [path, ...fieldsOf(document, items, `${path}[]`)].filter((one) => !one.endsWith('[]'));
  if (properties === undefined) return [path];
  return Object.entries(properties).flatMap(([name, one]) =>
    fieldsOf(document, one, path === '' ? name : `${path}.${name}`),
  );
}

test('the paths of values name lists with []', () => {
  expect(leavesOf({ data: [{ id: 1, tags: {} }], paging: { page: 1 } }).map(([path]) => path)).toEqual([
    'data[].id',
    'paging.page',
  ]);
});
