import type { ApiVersion } from '../../src/model/domain/operation.ts';
import { linesOf, tagOf } from '../form-text.ts';
import { textParameter } from './curl.ts';
import type { Parameter } from './curl.ts';

/** The keywords of JSON schema that a form follows. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly contentMediaType?: string;
  readonly examples?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

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

/** An OpenAPI document of the simulator, as far as the explorer reads it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

export interface ExplorerField extends DocumentedParameter {
  /** Whether it takes several values, as `to[]`. */
  readonly isList: boolean;
}

/** An operation that a form can be filled in for. */
export interface ExplorerOperation {
  /** Id as it stands in URLs; v1 has an id for each method. */
  readonly id: string;
  /** The name in the evidence and the journal. */
  readonly name: string;
  readonly summary: string;
  readonly tag: string;
  readonly method: string;
  /** Path with the version: `/v2.1/faxes/{id}`. */
  readonly path: string;
  /** Required ones first. */
  readonly fields: readonly ExplorerField[];
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
  const tags = [...new Set(all.map(({ tag }) => tag))];
  return all.toSorted((one, other) => tags.indexOf(one.tag) - tags.indexOf(other.tag));
}

/** The document has one operation for those that share method and path, with a body for each. */
function alternatives(documented: DocumentedOperation): readonly Omit<ExplorerOperation, 'method' | 'path'>[] {
  const { operationId, summary, tags, parameters = [], requestBody } = documented;
  const names = documented['x-faxsim-operations'];
  const body = requestBody?.content['multipart/form-data']?.schema ?? {};
  const [tag = ''] = tags;
  if (names.length === 1) {
    const [name = operationId] = names;
    return [{ id: operationId, name, summary, tag, fields: joinLists([...parameters, ...bodyFields(body)]) }];
  }
  const summaries = summary.split('; ');
  return names.map((name, index) => {
    const fields = joinLists(bodyFields(body.anyOf?.[index] ?? body));
    return { id: name, name, summary: summaries[index] ?? summary, tag, fields };
  });
}

const bodyFields = ({ properties = {}, required = [], anyOf = [] }: Schema): readonly DocumentedParameter[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'body',
    schema,
    required: required.includes(name) || anyOf.some((either) => either.required?.includes(name)),
  }));

/** The fields, with one for both names of a list: `to` and `to[]`. */
function joinLists(fields: readonly DocumentedParameter[]): readonly ExplorerField[] {
  const joined = fields.flatMap((field): ExplorerField[] => {
    const { name, schema } = field;
    if (name.endsWith('[]') && fields.some((other) => `${other.name}[]` === name)) return [];
    const type = schema.type ?? schema.anyOf?.[0]?.type ?? 'string'; // all alternatives have this type
    const isList = name.endsWith('[]') || fields.some((other) => other.name === `${name}[]`);
    return [{ ...field, name: name.replace('[]', ''), schema: { ...schema, type }, isList }];
  });
  return joined.toSorted((one, other) => Number(other.required ?? false) - Number(one.required ?? false));
}

/** The texts and files that were filled in, by the names of fields. */
export type Filled = Readonly<Record<string, string | readonly File[]>>;

export interface FilledRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Parameters of the body. */
  readonly parameters: readonly Parameter[];
}

/** The request that a form makes. A part of the path that is not filled in stays as `{id}`. */
export function requestOf({ method, path, fields }: ExplorerOperation, filled: Filled): FilledRequest {
  const parametersIn = (place: ExplorerField['in']): readonly Parameter[] =>
    fields.filter((field) => field.in === place).flatMap((field) => parametersOf(field, filled[field.name] ?? ''));
  const inPath = new Map(parametersIn('path').map(textParameter));
  const query = new URLSearchParams(parametersIn('query').map(textParameter)).toString();
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (part, name: string) => {
    const value = inPath.get(name);
    return value === undefined ? part : encodeURIComponent(value);
  });
  return {
    method,
    path: query === '' ? filledPath : `${filledPath}?${query}`,
    parameters: parametersIn('body'),
  };
}

/** A list has the name of one value, `to`, or that of several, `to[]`. */
function parametersOf({ name, schema, isList }: ExplorerField, value: string | readonly File[]): readonly Parameter[] {
  if (value === '') return [];
  if (schema.type === 'object' && typeof value === 'string') return linesOf(value).map((line) => tagOf(name, line));
  const values = typeof value !== 'string' ? value : isList ? linesOf(value) : [value];
  return values.map((one) => [values.length > 1 ? `${name}[]` : name, one]);
}
