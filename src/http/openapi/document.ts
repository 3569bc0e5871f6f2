import type * as v from 'valibot';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import { groupBy } from '../../model/shared/objects.ts';
import { namesInPath, templateOf } from '../../model/shared/urls.ts';
import { jsonSchemaOf, namesIn } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import type { Method } from '../route.ts';
import { anyOf, Components, fieldsOf, pathParameter, queryParameters, requestBodyDocument } from './parameters.ts';
import type { Field } from './parameters.ts';
import { linksOf } from './links.ts';
import { operationId } from './documented.ts';
import { meaningsIn } from './operation-meanings.ts';
import type { About, DocumentedFace, DocumentedRoute } from './documented.ts';
import { webhooksOf } from './webhooks.ts';

/**
 * Makes the OpenAPI 3.1 document of a face from its routes. `base` is the server's URL; if it is empty, the document's
 * own address counts.
 */
export function openApiDocument(face: DocumentedFace, base: string): JsonSchema {
  const components = new Components();
  const paths = groupBy(face.routes, ({ path }) => path);
  const schemes = [...new Set(face.security.flat())];
  const { webhooks = [] } = face;
  return {
    openapi: '3.1.0',
    info: { title: face.title, description: face.description, version: face.version },
    servers: [{ url: `${base}${face.prefix}` }],
    security: face.security.map((together) => Object.fromEntries(together.map((name) => [name, []]))),
    tags: tagsOf(face).map((name) => ({ name })),
    paths: {
      ...face.extraPaths,
      ...Object.fromEntries([...paths].map(([path, routes]) => [templateOf(path), pathItem(routes, face, components)])),
    },
    ...(webhooks.length > 0 && { webhooks: webhooksOf(webhooks, components.schema) }),
    components: {
      schemas: sortedByName(components.schemas),
      responses: sortedByName(components.responses),
      ...(schemes.length > 0 && {
        securitySchemes: Object.fromEntries(schemes.map((name) => [name, face.schemes[name]])),
      }),
    },
  };
}

const tagsOf = (face: DocumentedFace): readonly string[] => [
  ...new Set(face.routes.map(({ operation }) => aboutOf(face, operation).tag)),
  ...(face.webhooks === undefined ? [] : ['Webhooks']),
];

const sortedByName = (parts: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));

function pathItem(routes: readonly DocumentedRoute[], face: DocumentedFace, components: Components): JsonSchema {
  const methods = [...new Set(routes.flatMap((route) => route.methods))];
  return Object.fromEntries(
    methods.map((method) => {
      const own = routes.filter((route) => route.methods.includes(method));
      return [method.toLowerCase(), operation(own, { method, face, components })];
    }),
  );
}

/**
 * The operation of a path and method. Several routes may share them and differ in parameters; the last route then names
 * the operation.
 */
function operation(
  routes: readonly DocumentedRoute[],
  { method, face, components }: { method: Method; face: DocumentedFace; components: Components },
): JsonSchema {
  const route = routes.at(-1);
  if (route === undefined) throw new Error('There is no operation without a route');
  const { operation: id, path } = route;
  const { tag } = aboutOf(face, id);
  const inPath = namesInPath(path);
  const forms = routes.map((each) =>
    fieldsOf(each.schema, meaningsOf(each, face)).filter(({ name }) => !inPath.includes(name)),
  );
  const named = inPath.map((name) => pathField(name, route, face));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const body = hasBody ? requestBodyDocument(forms, face.bodies) : undefined;
  const parameters = [...named.map(pathParameter), ...(hasBody ? [] : queryParameters(forms.flat()))];
  return {
    operationId: operationId(route, method),
    summary: routes.map((each) => aboutOf(face, each.operation).summary).join('; '),
    tags: [tag],
    ...(route.isPublic && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: responses(routes, face, components),
    'x-faxsim-operations': routes.map((each) => each.operation),
  };
}

/** A parameter of the path, even if the route's schema leaves it out. */
function pathField(name: string, route: DocumentedRoute, face: DocumentedFace): Field {
  const parameterMeanings = meaningsOf(route, face);
  const { [name]: description = 'Text' } = parameterMeanings;
  const known = fieldsOf(route.schema, parameterMeanings).find((field) => field.name === name);
  if (known !== undefined) return known;
  const example = face.examples?.()[name];
  const text = { type: 'string', description, ...(example !== undefined && { examples: [example] }) };
  return { name, schema: text, isRequired: true };
}

const meaningsOf = ({ operation: id }: DocumentedRoute, face: DocumentedFace): DocumentedFace['meanings'] => ({
  ...face.meanings,
  ...meaningsIn(id),
});

function aboutOf({ abouts }: DocumentedFace, operation: string): About {
  const about = abouts[operation];
  if (about === undefined) throw new Error(`Nothing is said about the operation ${operation}`);
  return about;
}

const requireAll = (schema: JsonSchema): JsonSchema => ({ required: true, schema });

/** Examples matter: mock servers answer with them, because few can generate a text from a pattern. */
const requestId = {
  'X-Request-Id': requireAll({ type: 'string', format: 'uuid', examples: ['0b4dd5d4-8b63-4a1c-9d1f-5c2f3a7e6b10'] }),
};
const etag = { type: 'string', pattern: '^W/"[0-9a-f]{32}"$', examples: ['W/"5d41402abc4b2a76b9719d911017c592"'] };

/** Headers of refusals with further details, by status. */
const refusalHeaders: Partial<Record<number, JsonSchema>> = {
  429: { 'Retry-After': { schema: { type: 'string', examples: ['1'] } } },
};

/** All answers of the routes that share a path and a method, by status. */
function responses(routes: readonly DocumentedRoute[], face: DocumentedFace, components: Components): JsonSchema {
  const refusalsByStatus = groupBy(
    routes.flatMap((route) => kindsOf(route, face)),
    (kind) => face.statuses[kind],
  );
  // Responses by status: an object keeps integer keys in the order of the numbers.
  const byStatus: Record<number, JsonSchema> = {};
  for (const [status, alike] of groupBy(routes, ({ shape }) => shape.status ?? 200)) {
    const refusal = refusalsByStatus.has(status) ? face.refusalBody(status) : null;
    byStatus[status] = successResponse(alike, { face, components }, refusal);
  }
  for (const [status, kinds] of refusalsByStatus) {
    if (status in byStatus) continue;
    const make = (): JsonSchema => refusedResponse(status, new Set(kinds), { face, components });
    byStatus[status] = components.response(nameOf(kinds[0]), make);
  }
  return byStatus;
}

const always: readonly RefusalKind[] = [
  'malformed',
  'broken_off',
  'timed_out',
  'too_large',
  'unsupported_media_type',
  'invalid',
  'rate_limited',
  'fault',
  'unavailable',
];

/** The kinds of refusals of a route. `not_found` is one of them if the route names a record or a file. */
function kindsOf(
  { path, schema, shape, isPublic }: DocumentedRoute,
  { security, refuses = [] }: DocumentedFace,
): readonly RefusalKind[] {
  return [
    ...always,
    ...refuses,
    ...(security.length > 0 && isPublic !== true ? (['unauthorized'] as const) : []),
    ...(namesIn(schema).includes('id') || path.includes(':') ? (['not_found'] as const) : []),
    ...(shape.kind === 'file' && shape.mayBeMissing === true ? (['file_missing'] as const) : []),
  ];
}

const meanings: Partial<Record<RefusalKind, string>> = {
  malformed: 'The request cannot be read: broken JSON, multipart, escapes or UTF-8.',
  broken_off: 'The client went away before all of the body had come.',
  unauthorized: 'Credentials are missing or wrong.',
  forbidden: 'Not open from there: to pages of other origins, or to another machine.',
  not_found: 'There is no such record.',
  file_missing: 'The fax has no file.',
  timed_out: 'The request did not arrive in time.',
  too_large: 'The body is over the limit.',
  unsupported_media_type: 'The body is neither a form nor JSON.',
  invalid: 'A parameter is missing or wrong, or the state of the record or a rule of the account does not allow it.',
  rate_limited: 'Too many requests.',
  fault: 'A fault of the simulator.',
  unavailable: 'The service is not available, or the change could not be stored.',
};

/** `not_found` is `NotFound`. */
const nameOf = (kind: RefusalKind): string =>
  kind.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

interface DocumentParts {
  readonly face: DocumentedFace;
  readonly components: Components;
}

function refusedResponse(
  status: number,
  kinds: ReadonlySet<RefusalKind>,
  { face: { challenge, refusalBody }, components }: DocumentParts,
): JsonSchema {
  const body = refusalBody(status);
  return {
    description: [...kinds].map((kind) => meanings[kind] ?? kind).join(' '),
    headers: {
      ...requestId,
      ...(status === 401 && { 'WWW-Authenticate': requireAll({ type: 'string', examples: [challenge] }) }),
      ...refusalHeaders[status],
    },
    ...(body !== null && { content: json(jsonSchemaOf(body, components.schema)) }),
  };
}

/**
 * The response of a success. `refusal` is the schema of refusals with the same status, as in v1; null if no refusal has
 * that status.
 */
function successResponse(
  routes: readonly DocumentedRoute[],
  { face: { isTagged, routes: all }, components }: DocumentParts,
  refusal: v.GenericSchema | null,
): JsonSchema {
  const mayRefuse = refusal !== null;
  const shapes = routes.map(({ shape }) => shape);
  const bodies = shapes.flatMap((shape) => (shape.kind === 'json' ? [shape.body] : []));
  const schemas = [...bodies, ...(mayRefuse ? [refusal] : [])].map((body) => jsonSchemaOf(body, components.schema));
  const types = shapes.flatMap((shape) => (shape.kind === 'none' ? [] : (shape.types ?? [])));
  const own = shapes.flatMap((shape) => (shape.kind === 'json' ? shape.headers : []));
  // A refusal with this status lacks the headers of paging, so they are optional then.
  const paging = own.map((name) => [name, { required: !mayRefuse, schema: { type: 'string' } }] as const);
  const content = {
    ...Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }])),
    ...(schemas.length > 0 && json(anyOf(schemas))),
  };
  const links = Object.assign({}, ...routes.map((route) => linksOf(route, all))) as JsonSchema;
  return {
    description: mayRefuse ? 'The result; or, with `success` false, the reason of the refusal.' : 'The result.',
    headers: { ...requestId, ...(isTagged && { ETag: requireAll(etag) }), ...Object.fromEntries(paging) },
    ...(Object.keys(content).length > 0 && { content }),
    ...(Object.keys(links).length > 0 && { links }),
  };
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
