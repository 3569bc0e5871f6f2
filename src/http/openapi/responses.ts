import type { RefusalKind } from '../../domain/refusal.ts';
import { namesInPath } from '../../shared/path-params.ts';
import { failureBody } from '../../wire/shape.ts';
import { jsonSchemaOf } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import type { Components } from './components.ts';
import { groupBy } from './components.ts';
import type { DocumentedRow, Face } from './documented.ts';
import { anyOf, fieldsOf } from './parameters.ts';

/** Mock servers answer with the examples, since few of them can make a text for a pattern. */
const requestId = {
  'X-Request-Id': requireAll({ type: 'string', format: 'uuid', examples: ['0b4dd5d4-8b63-4a1c-9d1f-5c2f3a7e6b10'] }),
};
const etag = { type: 'string', pattern: '^W/"[0-9a-f]{32}"$', examples: ['W/"5d41402abc4b2a76b9719d911017c592"'] };
const successHeaders = { ...requestId, ETag: requireAll(etag) };

/** Headers with details of a refusal. */
const refusalHeaders: Partial<Record<number, JsonSchema>> = {
  401: { 'WWW-Authenticate': requireAll({ type: 'string', examples: ['Basic realm="faxsim"'] }) },
  429: { 'Retry-After': { schema: { type: 'string', examples: ['1'] } } },
};

function requireAll(schema: JsonSchema): JsonSchema {
  return { required: true, schema };
}

/** All answers of the rows that share a path and a method, by status. */
export function responses(rows: readonly DocumentedRow[], face: Face, components: Components): JsonSchema {
  const refusalsByStatus = groupBy(
    rows.flatMap((row) => kindsOf(row, face)),
    (kind) => face.statuses[kind],
  );
  const success = successResponse(rows, { components, mayRefuse: refusalsByStatus.has(200) });
  const others = [...refusalsByStatus].filter(([status]) => status !== 200).sort(([a], [b]) => a - b);
  const byStatus = new Map<number, JsonSchema>([[200, success]]);
  for (const [status, kinds] of others) {
    const make = (): JsonSchema => refusedResponse(status, new Set(kinds), components);
    byStatus.set(status, components.response(nameOf(kinds[0] ?? 'fault'), make));
  }
  return Object.fromEntries(byStatus);
}

const always: readonly RefusalKind[] = [
  'malformed',
  'timed_out',
  'too_large',
  'unsupported_media_type',
  'invalid',
  'rate_limited',
  'fault',
  'unavailable',
];

/** The refusals of a route: `not_found` for one with a record or a file in its path, and its own. */
function kindsOf(
  { path, form, shape, isPublic = false }: DocumentedRow,
  { security, refuses = [] }: Face,
): readonly RefusalKind[] {
  const names = [...namesInPath(path), ...fieldsOf(form).map(({ name }) => name)];
  return [
    ...always,
    ...refuses,
    ...(security.length > 0 && !isPublic ? (['unauthorized'] as const) : []),
    ...(names.includes('id') || path.includes(':') ? (['not_found'] as const) : []),
    ...(shape.kind === 'file' && shape.mayBeMissing === true ? (['file_missing'] as const) : []),
  ];
}

const meanings: Partial<Record<RefusalKind, string>> = {
  malformed: 'The request cannot be read: broken JSON, multipart, escapes or UTF-8.',
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

function refusedResponse(status: number, kinds: ReadonlySet<RefusalKind>, components: Components): JsonSchema {
  return {
    description: [...kinds].map((kind) => meanings[kind] ?? kind).join(' '),
    headers: { ...requestId, ...refusalHeaders[status] },
    content: json(jsonSchemaOf(failureBody, components.schema)),
  };
}

interface SuccessOptions {
  readonly components: Components;
  /** With the same status, as v1 does. */
  readonly mayRefuse: boolean;
}

function successResponse(rows: readonly DocumentedRow[], { components, mayRefuse }: SuccessOptions): JsonSchema {
  const shapes = rows.map(({ shape }) => shape);
  const bodies = shapes.flatMap((shape) => (shape.kind === 'json' ? [shape.body] : []));
  const refused = mayRefuse ? [failureBody] : [];
  const schemas = [...bodies, ...refused].map((body) => jsonSchemaOf(body, components.schema));
  const types = shapes.flatMap((shape) => shape.types ?? []);
  const own = shapes.flatMap((shape) => (shape.kind === 'json' ? shape.headers : []));
  // An answer that refuses has the headers of its status, and none of paging.
  const paging = own.map((name) => [name, { required: !mayRefuse, schema: { type: 'string' } }] as const);
  return {
    description: mayRefuse ? 'The result; or, with `success` false, the reason of the refusal.' : 'The result.',
    headers: { ...successHeaders, ...Object.fromEntries(paging) },
    content: {
      ...Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }])),
      ...(schemas.length > 0 && json(anyOf(schemas))),
    },
  };
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
