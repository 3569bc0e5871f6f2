import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach } from '@jest/globals';
import type { ValidateFunction } from 'ajv';
import type { Express } from 'express';
import { documentOf, faceNames, faces } from '../../src/http/openapi/documents.ts';
import type { FaceName } from '../../src/http/openapi/documents.ts';

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

declare global {
  /** The schemas of an OpenAPI document in JSON, by their JSON pointers; from `environment.mjs`. */
  function schemasOf(document: string): (pointer: string) => ValidateFunction;
}

interface Loaded {
  readonly document: Document;
  readonly schemaAt: (pointer: string) => ValidateFunction;
  readonly paths: readonly { readonly path: string; readonly pattern: RegExp }[];
}

const loaded = new Map<FaceName, Loaded>();

function load(name: FaceName): Loaded {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(documentOf(name, ''));
  const document = JSON.parse(text) as Document;
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const value = { document, schemaAt: schemasOf(text), paths };
  loaded.set(name, value);
  return value;
}

export const documentNamed = (name: FaceName): Document => load(name).document;

/** What contradicts the document of the version that was called; empty for what no document tells of. */
export function contradictions(sent: Sent): string[] {
  const [, name = '', path = ''] =
    /^(?:\/w\/[^/]+)?\/(v1|v2|v2\.1|_faxsim)(\/[^?]*?)\/?(?:\?.*)?$/.exec(sent.url) ?? [];
  const hasNoWorld = sent.status === 421 && sent.url.startsWith('/w/');
  const face = faceNames.find((known) => faces[known].prefix === `/${name}`);
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
  { face, path, method, operation }: { face: FaceName; path: string; method: string; operation: Operation },
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
  const type = String(sent.headers['content-type']).split(';', 1)[0]!;
  if (response.content?.[type] === undefined) return [...headers, `${place}: the type ${type} is not in the document`];
  if (type !== 'application/json' || sent.method === 'HEAD') return headers;
  const faults = faultsOf(JSON.parse(sent.body), face, [...pointer, 'content', type, 'schema']);
  return [...headers, ...faults.map((fault) => `${place}: ${fault}\n${sent.body.slice(0, 400)}`)];
}

function faultsOf(value: unknown, face: FaceName, pointer: readonly string[]): string[] {
  const validate = load(face).schemaAt(`/${pointer.map(escaped).join('/')}`);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const found: string[] = [];

/** Holds every answer of an app against its document; what contradicts it fails the test that asked. */
export function holdToDocuments(app: Express): void {
  const observable = app as unknown as { handle: (req: IncomingMessage, res: ServerResponse, out?: unknown) => void };
  const handle = observable.handle.bind(app);
  observable.handle = (req, res, out) => {
    const asked = { method: req.method ?? '', url: req.url ?? '' };
    const chunks = bodyOf(res);
    res.once('finish', () => {
      const { body } = req as { body?: unknown };
      if (res.hasHeader('X-Faxsim-Rule')) return;
      found.push(
        ...contradictions({
          ...asked,
          status: res.statusCode,
          headers: headersOf(res),
          body: Buffer.concat(chunks).toString(),
          asked: Buffer.isBuffer(body) ? body.toString('latin1') : '',
        }),
      );
    });
    handle(req, res, out);
  };
}

/** Gathers what is written. */
function bodyOf(res: ServerResponse): Buffer[] {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as Uint8Array));
  };
  const write = res.write.bind(res);
  const end = res.end.bind(res);
  res.write = ((...args: unknown[]) => (
    keep(args[0]),
    Reflect.apply(write, undefined, args) as unknown
  )) as typeof write;
  res.end = ((...args: unknown[]) => (keep(args[0]), Reflect.apply(end, undefined, args) as unknown)) as typeof end;
  return chunks;
}

/** `writeHead` sends headers that `getHeaders` does not tell of; the head that was sent does. */
function headersOf(res: ServerResponse): Record<string, string> {
  const { _header: head } = res as unknown as { _header: string };
  return Object.fromEntries(
    head.split('\r\n').flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon < 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]];
    }),
  );
}

afterEach(() => {
  const complaints = found.splice(0);
  if (complaints.length > 0) throw new Error(`Answers that contradict their document:\n${complaints.join('\n')}`);
});
