import type { ControlRoute } from '../../control/control-route.ts';
import { controlRoutes } from '../../control/control-routes.ts';
import { eventView } from '../../control/events.ts';
import { apiVersions, operationIds } from '../../model/domain/operation.ts';
import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import { jsonSchemaOf } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import { withData } from '../../wire/reply.ts';
import { refusals, v1Refusals } from '../errors.ts';
import type { Route } from '../route.ts';
import { v1Routes } from '../routes/v1.ts';
import { v21Routes } from '../routes/v2-1.ts';
import { v2Routes } from '../routes/v2.ts';
import { openApiDocument } from './document.ts';
import { abouts, parameterMeanings } from './documented.ts';
import type { DocumentedRow, Face } from './documented.ts';

const fileOf = (type: string): DocumentedRow['shape'] => ({ kind: 'file', types: [type.split(';', 1)[0] ?? type] });

/** The calls of the control surface as rows: `worlds.create` is the operation `worldsCreate` of `worlds`. */
const controlRows = Object.entries<Readonly<Record<string, ControlRoute>>>(controlRoutes).flatMap(([tag, group]) =>
  Object.entries(group).map(([name, { method, path, form, answer, summary, produces }]) => ({
    methods: [method],
    path,
    operation: `${tag}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    form,
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

/** The stream of a world's events; the schema is that of the JSON in one event's `data`. */
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

const basic = ['basic'] as const;
const byParameters = ['apiKey', 'apiSecret'] as const;

export const faceNames = [...apiVersions, 'control'] as const;
export type FaceName = (typeof faceNames)[number];

type VersionFace = Face & { readonly rows: readonly Route[] };

/** The face of a version. */
const apiFace = (version: ApiVersion, face: Pick<VersionFace, 'description' | 'rows' | 'security'>): VersionFace => ({
  title: `Phaxio API ${version}, as faxsim has it`,
  version: version.slice(1),
  prefix: `/${version}`,
  abouts,
  meanings: parameterMeanings,
  statuses: (version === 'v1' ? v1Refusals : refusals).statuses,
  refuses: ['forbidden'],
  ...face,
});

/** All faces that have a document, by its name. */
export const faces = {
  v1: apiFace('v1', {
    description: 'Operations by name. An operation that refuses a request answers with 200 and `success: false`.',
    rows: v1Routes,
    security: [byParameters, basic],
  }),
  v2: apiFace('v2', { description: 'Resources by path.', rows: v2Routes(), security: [basic, byParameters] }),
  'v2.1': apiFace('v2.1', {
    description: 'Resources by path. Credentials as parameters are accepted too, unless `--strict-auth` is set.',
    rows: v21Routes,
    security: [basic],
  }),
  control: {
    title: 'faxsim’s control API',
    description:
      'The control API of the simulator. Below `/w/{id}` a call acts on that world; a process without that world answers 421. Calls from other machines need the token of `--control-token` as Bearer token.',
    version: '1',
    prefix: '/_faxsim',
    rows: controlRows,
    extraPaths: { ...healthPaths, ...eventsPath },
    abouts: Object.fromEntries(controlRows.map(({ operation, about }) => [operation, about])),
    meanings: {},
    statuses: refusals.statuses,
    refuses: ['unauthorized', 'forbidden', 'not_found'],
    security: [],
  },
} satisfies Record<FaceName, Face>;

/** The document of a face as JSON's values. */
export const documentOf = (name: FaceName, base: string): JsonSchema => openApiDocument(faces[name], base);

/** The operations of the API by the names that scenarios have for them, with the routes of each, such as `GET /v2.1/faxes`. */
export function operationRoutes(): { operation: OperationId; routes: string[] }[] {
  const all = apiVersions.flatMap((version) => {
    const { prefix, rows } = faces[version];
    return rows.map(({ operation, methods, path }) => ({ operation, route: `${methods.join('|')} ${prefix}${path}` }));
  });
  return operationIds.map((operation) => ({
    operation,
    routes: all.filter((row) => row.operation === operation).map(({ route }) => route),
  }));
}
