import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { documentedFace, documentNames, openApiDocumentOf } from '../../src/http/openapi/documents.ts';

interface Operation {
  readonly responses: Record<string, Response & { readonly $ref?: string }>;
}

interface Response {
  readonly headers?: Record<string, { required?: boolean }>;
  readonly content?: Record<string, unknown>;
}

export interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly responses: Record<string, Response>;
    readonly schemas: Record<string, { readonly properties?: object }>;
  };
}

/** An answer as it went out. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Of the request; `_method` may stand in it. */
  readonly asked: string;
}

interface Loaded {
  readonly document: Document;
  /** The schema at a JSON pointer. */
  readonly schemaAt: (pointer: string) => ValidateFunction;
  readonly paths: readonly { readonly path: string; readonly pattern: RegExp }[];
}

/** Compiled once per process, since compiling takes long. */
const loaded = new Map<string, Loaded>();

function load(name: string): Loaded {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const document = JSON.parse(JSON.stringify(openApiDocumentOf(name, ''))) as Document;
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const value = { document, schemaAt: schemasOf(document), paths };
  loaded.set(name, value);
  return value;
}

function schemasOf(document: object): Loaded['schemaAt'] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const validators = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    validators.set(pointer, validate);
    return validate;
  };
}

export const documentNamed = (name: string): Document => load(name).document;

/** The contradictions to the document of the called version; empty for a route that no document has. */
export function contradictions(sent: Sent): string[] {
  const [, name = '', path = ''] =
    /^(?:\/w\/[^/]+)?\/(v1|v2|v2\.1|v3|oauth2|_faxsim)(\/[^?]*?)\/?(?:\?.*)?$/.exec(sent.url) ?? [];
  const hasNoWorld = sent.status === 421 && sent.url.startsWith('/w/');
  const face = documentNames.find((known) => documentedFace(known).prefix === `/${name}`);
  if (face === undefined || hasNoWorld) return [];
  const known = operationsAt(load(face), path);
  const isSimulated = sent.method === 'POST' && (sent.url + sent.asked).includes('_method');
  const method = sent.method === 'HEAD' ? 'get' : sent.method.toLowerCase();
  const candidates = known.filter((one) => isSimulated || one.method === method);
  const complaints = candidates.map((one) => complaintsOf(sent, { face, ...one }));
  return complaints.find((list) => list.length === 0) ?? complaints[0] ?? [];
}

function operationsAt(
  { document, paths }: Loaded,
  path: string,
): { path: string; method: string; operation: Operation }[] {
  const found = paths.filter(({ pattern }) => pattern.test(path)).map((known) => known.path);
  // A path without parameters goes before one with: /blocking_rules/send before /blocking_rules/{id}.
  const exact = found.find((known) => !known.includes('{')) ?? found[0];
  if (exact === undefined) return [];
  return Object.entries(document.paths[exact]!).map(([method, operation]) => ({ path: exact, method, operation }));
}

function complaintsOf(
  sent: Sent,
  { face, path, method, operation }: { face: string; path: string; method: string; operation: Operation },
): string[] {
  const place = `${sent.method} ${sent.url} → ${sent.status}`;
  const named = operation.responses[sent.status];
  if (named === undefined) return [`${place}: this status is not in the document`];
  const reference = named.$ref?.slice(2).split('/');
  const response = reference === undefined ? named : documentNamed(face).components.responses[reference.at(-1)!]!;
  const pointer = reference ?? ['paths', path, method, 'responses', String(sent.status)];
  const headers = Object.entries(response.headers ?? {}).flatMap(([header, { required = false }]) => {
    const value = sent.headers[header.toLowerCase()];
    if (value === undefined) return required ? [`${place}: lacks the header ${header}`] : [];
    const faults = faultsOf(value, face, [...pointer, 'headers', header, 'schema']);
    return faults.map((fault) => `${place}: header ${header} ${fault}`);
  });
  if (response.content === undefined) return sent.body === '' ? headers : [...headers, `${place}: it has a body`];
  const type = String(sent.headers['content-type']).split(';', 1)[0]!;
  if (response.content[type] === undefined) return [...headers, `${place}: the type ${type} is not in the document`];
  // Compressed JSON is the same as without.
  if (type !== 'application/json' || sent.method === 'HEAD' || sent.headers['content-encoding'] === 'gzip')
    return headers;
  const faults = faultsOf(JSON.parse(sent.body), face, [...pointer, 'content', type, 'schema']);
  return [...headers, ...faults.map((fault) => `${place}: ${fault}\n${sent.body.slice(0, 400)}`)];
}

function faultsOf(value: unknown, face: string, pointer: readonly string[]): string[] {
  const validate = load(face).schemaAt(`/${pointer.map(escaped).join('/')}`);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
