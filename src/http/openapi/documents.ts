import type { ControlRoute } from '../../control/control-route.ts';
import { controlRoutes } from '../../control/control-routes.ts';
import { eventView } from '../../control/events.ts';
import { operationIds } from '../../model/domain/operation.ts';
import type { OperationId } from '../../model/domain/operation.ts';
import { jsonSchemaOf } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import { withData } from '../../wire/reply.ts';
import { webhookShapes } from '../../wire/webhook-shapes.ts';
import { refusals } from '../errors.ts';
import type { Face } from '../face.ts';
import { byKeyPair } from '../faces/key-pair.ts';
import { faces } from '../faces/faces.ts';
import { openApiDocument } from './document.ts';
import { abouts } from './documented.ts';
import type { DocumentedFace, DocumentedRoute } from './documented.ts';

const fileOf = (type: string): DocumentedRoute['shape'] => ({ kind: 'file', types: [type.split(';', 1)[0] ?? type] });

/** The calls of the control API as documented routes: `worlds.create` is the operation `worldsCreate` of `worlds`. */
const documentedCalls = Object.entries<Readonly<Record<string, ControlRoute>>>(controlRoutes).flatMap(([tag, group]) =>
  Object.entries(group).map(([name, { method, path, schema, answer, summary, produces }]) => ({
    methods: [method],
    path,
    operation: `${tag}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    schema,
    shape: produces === undefined ? withData(answer) : fileOf(produces),
    about: { tag, summary },
  })),
);

const ok: JsonSchema = {
  type: 'object',
  properties: { status: { const: 'ok' } },
  required: ['status'],
  additionalProperties: false,
};

const refusedWith = (names: Readonly<Record<number, string>>): JsonSchema =>
  Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

const health = (operationId: string, summary: string, refused: Readonly<Record<number, string>> = {}): JsonSchema => ({
  get: {
    operationId,
    summary,
    tags: ['server'],
    security: [],
    responses: {
      200: { description: 'The simulator is ready.', content: { 'application/json': { schema: ok } } },
      ...refusedWith(refused),
    },
  },
});

/** The health checks of orchestrators: without authentication, and with short responses. */
const healthPaths: JsonSchema = {
  '/livez': health('livez', 'Liveness: the simulator runs.'),
  '/readyz': health('readyz', 'Readiness: the simulator takes calls.', { 503: 'Unavailable' }),
};

const streamRefusals = {
  400: 'Invalid',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  422: 'Invalid',
  429: 'RateLimited',
  503: 'Unavailable',
};

/** The stream of a world's events. The schema describes the JSON in the `data` of one event. */
const eventsPath: JsonSchema = {
  '/events': {
    get: {
      operationId: 'events',
      summary: 'Follow the events of this world as server-sent events, until the client closes the connection.',
      description:
        'The first event is `open`, or `reset` where events after `Last-Event-ID` are lost: read all data again then.',
      tags: ['server'],
      parameters: [
        {
          name: 'worlds',
          in: 'query',
          description: '`all`: also the creation, reset and end of all other worlds, as events of kind `world`.',
          schema: { type: 'string', enum: ['all'] },
        },
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The id of the last event that the client has; the stream continues after it.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: {
          description: 'The stream.',
          content: { 'text/event-stream': { schema: jsonSchemaOf(eventView.shape) } },
        },
        ...refusedWith(streamRefusals),
      },
    },
  },
};

/** The document of the control API. */
const control: DocumentedFace = {
  title: 'faxsim’s control API',
  description:
    'The control API of the simulator. Below `/w/{id}` a call acts on that world; a process without that world answers 421. Calls from other machines need the token of `--control-token` as Bearer token.',
  version: '1',
  prefix: '/_faxsim',
  routes: documentedCalls,
  extraPaths: { ...healthPaths, ...eventsPath },
  abouts: Object.fromEntries(documentedCalls.map(({ operation, about }) => [operation, about])),
  meanings: {},
  statuses: refusals.statuses,
  refusalBody: refusals.body,
  challenge: byKeyPair().challengeFor(''),
  bodies: {
    types: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
    repeatsAreLists: false,
  },
  isTagged: true,
  refuses: ['unauthorized', 'forbidden', 'not_found'],
  security: [],
  schemes: {},
};

const documented = ({
  name,
  routes,
  refusals: form,
  authentication,
  body,
  headers,
  document,
}: Face): DocumentedFace => ({
  ...document,
  version: name.replace(/^v/, ''),
  prefix: `/${name}`,
  routes,
  abouts,
  statuses: form.statuses,
  refusalBody: form.body,
  challenge: authentication.challengeFor('The access token has expired'),
  bodies: body,
  isTagged: headers.isTagged,
  refuses: ['forbidden'],
  security: authentication.security,
  schemes: authentication.schemes,
  webhooks: webhookShapes[name],
});

const documents: Readonly<Record<string, DocumentedFace>> = {
  ...Object.fromEntries(faces.map((face) => [face.name, documented(face)])),
  control,
};

/** The names of all documents, such as `v2.1` and `control`. */
export const documentNames: readonly string[] = Object.keys(documents);

/** Finds the face that a document describes, by the document's name. Throws for an unknown name. */
export function documentedFace(name: string): DocumentedFace {
  const { [name]: face } = documents;
  if (face === undefined) throw new Error(`There is no document ${name}`);
  return face;
}

/** Makes a document by name. Throws for an unknown name. */
export const openApiDocumentOf = (name: string, base: string): JsonSchema =>
  openApiDocument(documentedFace(name), base);

/** The operations of the API by their names in scenarios, each with its routes, such as `GET /v2.1/faxes`. */
export function operationRoutes(): { operation: OperationId; routes: string[] }[] {
  const all = faces.flatMap(({ name, routes }) =>
    routes.map(({ operation, methods, path }) => ({ operation, line: `${methods.join('|')} /${name}${path}` })),
  );
  return operationIds.map((operation) => ({
    operation,
    routes: all.filter((route) => route.operation === operation).map(({ line }) => line),
  }));
}
