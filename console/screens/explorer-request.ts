import type { ApiVersion } from '../../src/model/domain/operation.ts';
import { groupBy } from '../../src/model/shared/objects.ts';
import { keyParameters, withQuery } from '../key-parameters.ts';
import type { KeyPair } from '../key-parameters.ts';
import { linesOf, pairOf, tagOf } from '../form-text.ts';
import { textParameter } from '../../src/model/shared/curl.ts';
import { oneOf, typed } from './explorer-schema.ts';
import type { Schema } from './explorer-schema.ts';
import type { Parameter } from '../../src/model/shared/curl.ts';

interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly 'x-faxsim-operations': readonly string[];
}

/** The parts of the simulator's OpenAPI documents that the explorer reads. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

/** A field of a form. Its schema is that of one value. */
export interface ExplorerField extends DocumentedParameter {
  /** The name for several values: `to[]`; undefined for a field with one value. */
  readonly listName: string | undefined;
}

export const jsonType = 'application/json';

/** The type of a body. A `form` is urlencoded, or multipart if it has a file. */
export type BodyType = 'form' | 'multipart/form-data' | typeof jsonType;

interface ExplorerBody {
  readonly type: BodyType;
  readonly fields: readonly ExplorerField[];
}

/** An operation with a form. */
export interface ExplorerOperation {
  /** The id in URLs; v1 has an id for each method. */
  readonly id: string;
  /** The name in the evidence and the journal. */
  readonly name: string;
  readonly summary: string;
  readonly tag: string;
  readonly method: string;
  /** Path with the version: `/v2.1/faxes/{id}`. */
  readonly path: string;
  /** The parameters of path and query. */
  readonly parameters: readonly ExplorerField[];
  /** The possible bodies, the usual one first; empty for a request without a body. */
  readonly bodies: readonly ExplorerBody[];
}

/** The operations of a version, grouped by their tags, otherwise in the order of its document. */
export function operationsOf({ paths }: ApiDocument, version: ApiVersion): readonly ExplorerOperation[] {
  const all = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).flatMap(([method, documented]) =>
      alternatives(documented).map((operation): ExplorerOperation => ({
        ...operation,
        method: method.toUpperCase(),
        path: `/${version}${path}`,
      })),
    ),
  );
  return [...groupBy(all, ({ tag }) => tag).values()].flat();
}

/**
 * Splits a documented operation that combines several operations with the same method and path. Each of them has its
 * own alternative of the body.
 */
function alternatives(documented: DocumentedOperation): readonly Omit<ExplorerOperation, 'method' | 'path'>[] {
  const { operationId, summary, tags, parameters = [], requestBody } = documented;
  const names = documented['x-faxsim-operations'];
  const contents = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({ type, schema }));
  const [tag = ''] = tags;
  if (names.length === 1) {
    const [name = operationId] = names;
    return [{ id: operationId, name, summary, tag, parameters: fieldsIn(parameters), bodies: bodiesOf(contents) }];
  }
  const summaries = summary.split('; ');
  return names.map((name, index) => {
    const own = contents.map(({ type, schema }) => ({ type, schema: schema.anyOf?.[index] ?? schema }));
    return { id: name, name, summary: summaries[index] ?? summary, tag, parameters: [], bodies: bodiesOf(own) };
  });
}

interface Content {
  readonly type: string;
  readonly schema: Schema;
}

/**
 * The bodies that a form can send. If urlencoded forms are accepted, only those. Otherwise JSON, and a multipart form
 * before it if there are files or there is no JSON.
 */
function bodiesOf(contents: readonly Content[]): readonly ExplorerBody[] {
  const bodyAs = (type: BodyType, from: string): readonly ExplorerBody[] =>
    contents.flatMap((content) => (content.type === from ? { type, fields: bodyFields(content.schema) } : []));
  const [multipart] = bodyAs('multipart/form-data', 'multipart/form-data');
  if (contents.some(({ type }) => type === 'application/x-www-form-urlencoded')) {
    return bodyAs('form', 'multipart/form-data');
  }
  const json = bodyAs(jsonType, jsonType);
  const needsParts = multipart !== undefined && (json.length === 0 || multipart.fields.some(isUpload));
  return needsParts ? [multipart, ...json] : json;
}

/** Whether a field is for files. */
export const isUpload = ({ schema }: ExplorerField): boolean => schema.contentMediaType !== undefined;

/** The names of the two properties of a file in JSON: its content in base64, and its type. */
export function encodedFile({ schema: { properties = {} } }: ExplorerField) {
  const [content] = Object.entries(properties).find(([, { contentEncoding }]) => contentEncoding === 'base64') ?? [];
  const [type, { enum: types = [] } = {}] = Object.entries(properties).find(([, schema]) => schema.enum) ?? [];
  return content === undefined || type === undefined ? undefined : { content, type, types };
}

/** Whether the user writes a field as JSON, because it is a group with fields of its own. */
export const isGroup = (field: ExplorerField): boolean =>
  field.schema.properties !== undefined && encodedFile(field) === undefined;

function bodyFields({ properties = {}, required = [], anyOf = [], allOf = [] }: Schema): readonly ExplorerField[] {
  const choices = [anyOf, ...allOf.map((part) => part.anyOf ?? [])];
  return fieldsIn(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'body',
      schema,
      required: required.includes(name) || choices.some((choice) => isOnlyOf(choice, name)),
    })),
  );
}

/** Whether all alternatives of a choice are names of the same field: `to` or `to[]`. A choice between file and URL is not. */
function isOnlyOf(choice: readonly Schema[], name: string): boolean {
  const names = choice.map(({ required = [] }) => required.map(plainName).join());
  return names.length > 0 && names.every((other) => other === plainName(name));
}

const plainName = (name: string): string => name.replace('[]', '');

/** The fields, with one for both names of a list, `to` and `to[]`. */
const fieldsIn = (documented: readonly DocumentedParameter[]): readonly ExplorerField[] =>
  documented.flatMap((field): ExplorerField[] => {
    const { name, schema } = field;
    const plain = plainName(name);
    const listName = `${plain}[]`;
    if (name === listName && documented.some((other) => other.name === plain)) return [];
    const list = [schema, ...(schema.anyOf ?? [])].find(({ items }) => items !== undefined);
    const value = oneOf(schema, list);
    const isListed = documented.some((other) => other.name === listName);
    return [
      {
        ...field,
        name: plain,
        schema: { ...value, type: value.type ?? 'string' },
        listName: isListed ? listName : list === undefined ? undefined : plain,
      },
    ];
  });

/** The fields of a form with one of its bodies, required ones first. */
export function fieldsOf({ parameters, bodies }: ExplorerOperation, body?: BodyType): readonly ExplorerField[] {
  const { fields = [] } = bodies.find(({ type }) => type === body) ?? bodies[0] ?? {};
  return [...parameters, ...fields].toSorted(
    (one, other) => Number(other.required ?? false) - Number(one.required ?? false),
  );
}

/** The texts and files that were filled in, by the names of fields. */
export type Filled = Readonly<Record<string, string | readonly File[]>>;

export interface FilledRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Undefined for a request without a body. */
  readonly body: FilledBody | undefined;
}

type FilledBody =
  | { readonly type: Exclude<BodyType, typeof jsonType>; readonly parameters: readonly Parameter[] }
  /** Files are placed where their base64 belongs. */
  | { readonly type: typeof jsonType; readonly json: Readonly<Record<string, unknown>> };

/** The request of a form. Empty parts of the path stay as `{id}`. */
export function requestOf(operation: ExplorerOperation, filled: Filled, chosen?: BodyType): FilledRequest {
  const { method, path, parameters, bodies } = operation;
  const parametersIn = (place: ExplorerField['in'], fields = parameters): readonly Parameter[] =>
    fields.filter((field) => field.in === place).flatMap((field) => parametersOf(field, filled[field.name] ?? ''));
  const inPath = new Map(parametersIn('path').map(textParameter));
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (part, name: string) => {
    const value = inPath.get(name);
    return value === undefined ? part : encodeURIComponent(value);
  });
  const { type, fields = [] } = bodies.find((one) => one.type === chosen) ?? bodies[0] ?? {};
  const form = parametersIn('body', fields);
  return {
    method,
    path: withQuery(filledPath, parametersIn('query').map(textParameter)),
    body:
      type === jsonType
        ? { type, json: jsonOf(fields, filled) }
        : type === undefined || form.length === 0
          ? undefined
          : { type, parameters: form },
  };
}

/**
 * The request with its keys, as its version takes them: in v1 as parameters of the form, or of the query of a GET; in others
 * `keys` stay for the header.
 */
export function withKeys(
  request: FilledRequest,
  keys: KeyPair | undefined,
): { readonly request: FilledRequest; readonly keys: KeyPair | undefined } {
  const { method, path, body } = request;
  const parameters = keys === undefined ? [] : keyParameters(path, keys);
  if (parameters.length === 0) return { request, keys };
  if (method === 'GET' || body?.type === jsonType) {
    return { request: { ...request, path: withQuery(path, parameters) }, keys: undefined };
  }
  const form = { type: body?.type ?? 'form', parameters: [...(body?.parameters ?? []), ...parameters] };
  return { request: { ...request, body: form }, keys: undefined };
}

/** The parameters of a field. A list uses the name `to` for one value, `to[]` for several. */
function parametersOf(field: ExplorerField, value: string | readonly File[]): readonly Parameter[] {
  const { name, schema, listName } = field;
  if (value === '') return [];
  if (schema.type === 'object' && typeof value === 'string') return linesOf(value).map((line) => tagOf(name, line));
  const values = typeof value !== 'string' ? value : listName === undefined ? [value] : linesOf(value);
  return values.map((one) => [values.length > 1 ? (listName ?? name) : name, one]);
}

/** The body in JSON, each field with its type. */
function jsonOf(fields: readonly ExplorerField[], filled: Filled): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = filled[field.name] ?? '';
      return value.length === 0 ? [] : [[field.name, jsonValueOf(field, value)]];
    }),
  );
}

function jsonValueOf(field: ExplorerField, value: string | readonly File[]): unknown {
  const { schema, listName } = field;
  if (typeof value !== 'string') {
    const files = value.map((file) => jsonFileOf(field, file));
    return listName === undefined ? files[0] : files;
  }
  if (isGroup(field)) {
    const group = jsonIn(value) ?? value;
    return listName === undefined || Array.isArray(group) ? group : [group];
  }
  if (schema.type === 'object') return Object.fromEntries(linesOf(value).map(pairOf));
  return listName === undefined ? typed(schema, value) : linesOf(value).map((line) => typed(schema, line));
}

/** Parses JSON; undefined for an invalid text. */
export function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** File extensions that differ from the name of the type. */
const otherEndings: Readonly<Record<string, string>> = { TIFF: 'TIF', JPEG: 'JPG', HTM: 'HTML' };

function jsonFileOf(field: ExplorerField, file: File): unknown {
  const { content = 'file', type = 'fileType', types = [] } = encodedFile(field) ?? {};
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toUpperCase();
  const [only, ...others] = types;
  return { [content]: file, [type]: others.length === 0 ? only : (otherEndings[ending] ?? ending) };
}
