import * as fc from 'fast-check';
import { documentNamed } from '../once/documents.ts';

/** A request that a document allows, or nearly so. */
export interface DocumentedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly type: string | undefined;
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly value: unknown;
}

interface Schema {
  readonly type?: string;
  readonly enum?: unknown[];
  readonly anyOf?: Schema[];
  readonly items?: Schema;
  readonly properties?: Record<string, Schema>;
  readonly required?: string[];
  readonly examples?: unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly contentMediaType?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

/** Any of the requests that a document tells of; one value in ten is none that it allows. */
export function documentedRequests(name: string, known: Readonly<Record<string, readonly string[]>>) {
  const paths = documentNamed(name).paths as unknown as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => requestsOf({ path, method, operation, known })),
  );
  return fc.oneof(...operations);
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  /** Values of records that are there, by the parameters that name them. */
  readonly known: Readonly<Record<string, readonly string[]>>;
}

function requestsOf({ path, method, operation, known }: Place): fc.Arbitrary<DocumentedRequest> {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = fieldsOf(
    parameters.filter((parameter) => parameter.in === 'query'),
    known,
  );
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    (schema.anyOf ?? [schema]).map((form) =>
      fieldsOf(
        Object.entries(form.properties ?? {}).map(([name, field]) => ({
          name,
          in: 'query' as const,
          required: form.required?.includes(name) ?? false,
          schema: field,
        })),
        known,
      ).map((fields) => ({ type, fields })),
    ),
  );
  return fc
    .record({
      values: fc.tuple(...inPath.map(({ name, schema }) => text(valuesOf(schema, known[name])))),
      query: inQuery,
      body: bodies.length === 0 ? fc.constant({ type: undefined, fields: [] }) : fc.oneof(...bodies),
    })
    .map(({ values, query, body }) => {
      const filled = inPath.reduce(
        (line, { name }, at) => line.replace(`{${name}}`, encodeURIComponent(values[at]!)),
        path,
      );
      return { method, path: query.length === 0 ? filled : `${filled}?${urlencoded(query)}`, ...body };
    });
}

/** In a path, empty text would make another path. */
const text = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  values.map(String).filter((value) => !/^\.{0,2}$/.test(value));

function fieldsOf(parameters: readonly Parameter[], known: Place['known']): fc.Arbitrary<readonly Field[]> {
  const fields = parameters.map(({ name, required = false, schema }) => {
    const values = valuesOf(schema, known[name.replace('[]', '')]).map((value) => [{ name, value }]);
    return fc.oneof({ arbitrary: values, weight: required ? 19 : 1 }, { arbitrary: fc.constant([]), weight: 1 });
  });
  return fc.tuple(...fields).map((lists) => lists.flat());
}

function valuesOf(schema: Schema, known: readonly string[] = []): fc.Arbitrary<unknown> {
  const right =
    known.length > 0
      ? fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 4 }, { arbitrary: allowed(schema), weight: 1 })
      : allowed(schema);
  const wrong = fc.oneof(fc.string(), fc.integer(), fc.constant(''), fc.constant(true));
  const isPlain = schema.items === undefined && schema.type !== 'object' && schema.contentMediaType === undefined;
  return isPlain ? fc.oneof({ arbitrary: right, weight: 9 }, { arbitrary: wrong, weight: 1 }) : right;
}

function allowed(schema: Schema): fc.Arbitrary<unknown> {
  const { minimum: min = Number.MIN_SAFE_INTEGER, maximum: max = Number.MAX_SAFE_INTEGER } = schema;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one)));
  if (schema.contentMediaType !== undefined) return fc.constant(file);
  if (schema.examples !== undefined) return fc.constantFrom(...schema.examples);
  if (schema.type === 'integer') return fc.integer({ min, max });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'object') return fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 3 });
  if (schema.items !== undefined) return fc.array(valuesOf(schema.items), { minLength: 1, maxLength: 3 });
  return fc.string({ maxLength: schema.maxLength ?? 100 });
}

/** The content of a field that is a file. */
const file = Buffer.from('A page of text.');

/** Fields as a form has them: `name[]=…` for each of a list, `name[KEY]=…` for each of a group. */
export function flattened(fields: readonly Field[]): readonly (readonly [string, unknown])[] {
  return fields.flatMap(({ name, value }): (readonly [string, unknown])[] => {
    if (Array.isArray(value)) return value.map((item) => [name, item]);
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [[name, value]];
    return Object.entries(value).map(([key, item]) => [`${name}[${key}]`, item]);
  });
}

export const urlencoded = (fields: readonly Field[]): string =>
  flattened(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
