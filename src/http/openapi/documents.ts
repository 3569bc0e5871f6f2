import type { ControlRoute } from '../../control/control-route.ts';
import { controlRoutes } from '../../control/control-routes.ts';
import { eventView } from '../../control/events.ts';
import { apiVersions, operationIds } from '../../model/domain/operation.ts';
import type { OperationId } from '../../model/domain/operation.ts';
import { jsonSchemaOf } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import { withData } from '../../wire/reply.ts';
import { refusals, v1Refusals } from '../errors.ts';
import { v1Routes } from '../routes/v1.ts';
import { v21Routes } from '../routes/v2-1.ts';
import { v2Routes } from '../routes/v2.ts';
import { openApiDocument } from './document.ts';
import { abouts, parameterMeanings } from './documented.ts';
import type { About, DocumentedRow, Face } from './documented.ts';

interface DescribedRow {
  readonly row: DocumentedRow;
  readonly about: About;
}

const fileOf = (type: string): DocumentedRow['shape'] => ({ kind: 'file', types: [type.split(';', 1)[0] ?? type] });

/** The calls of the control surface as rows: `worlds.create` is the operation `worldsCreate` of `worlds`. */
const controlRows: readonly DescribedRow[] = Object.entries<Readonly<Record<string, ControlRoute>>>(
  controlRoutes,
).flatMap(([tag, group]) =>
  Object.entries(group).map(([name, { method, path, form, answer, summary, produces }]) => ({
    row: {
      methods: [method],
      path,
      operation: `${tag}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      form,
      shape: produces === undefined ? withData(answer) : fileOf(produces),
    },
    about: { tag, summary },
  })),
);

const ok: JsonSchema = {
  type: 'object',
  properties: { status: { const: 'ok' } },
  required: ['status'],
  additionalProperties: false,
};

const health = (operationId: string, summary: string, refused: JsonSchema = {}): JsonSchema => ({
  get: {
    operationId,
    summary,
    tags: ['server'],
    security: [],
    responses: {
      200: { description: 'The simulator is ready.', content: { 'application/json': { schema: ok } } },
      ...refused,
    },
  },
});

/** The health checks of orchestrators: without authentication, and with short responses. */
const healthPaths: JsonSchema = {
  '/livez': health('livez', 'Liveness: the simulator runs.'),
  '/readyz': health('readyz', 'Readiness: the simulator takes calls.', {
    503: { $ref: '#/components/responses/Unavailable' },
  }),
};

const responseRef = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` });

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
        400: responseRef('Invalid'),
        401: responseRef('Unauthorized'),
        403: responseRef('Forbidden'),
        404: responseRef('NotFound'),
        422: responseRef('Invalid'),
        429: responseRef('RateLimited'),
        503: responseRef('Unavailable'),
      },
    },
  },
};

const basic = ['basic'] as const;
const byParameters = ['apiKey', 'apiSecret'] as const;

export const faceNames = [...apiVersions, 'control'] as const;
export type FaceName = (typeof faceNames)[number];

/** All faces that have a document, by its name. */
export const faces = {
  v1: {
    title: 'Phaxio API v1, as faxsim has it',
    description: 'Operations by name. An operation that refuses a request answers with 200 and `success: false`.',
    version: '1',
    prefix: '/v1',
    rows: v1Routes,
    abouts,
    meanings: parameterMeanings,
    statuses: v1Refusals.statuses,
    refuses: ['forbidden'],
    security: [byParameters, basic],
  },
  v2: {
    title: 'Phaxio API v2, as faxsim has it',
    description: 'Resources by path.',
    version: '2',
    prefix: '/v2',
    rows: v2Routes(),
    abouts,
    meanings: parameterMeanings,
    statuses: refusals.statuses,
    refuses: ['forbidden'],
    security: [basic, byParameters],
  },
  'v2.1': {
    title: 'Phaxio API v2.1, as faxsim has it',
    description: 'Resources by path. Credentials as parameters are accepted too, unless `--strict-auth` is set.',
    version: '2.1',
    prefix: '/v2.1',
    rows: v21Routes,
    abouts,
    meanings: parameterMeanings,
    statuses: refusals.statuses,
    refuses: ['forbidden'],
    security: [basic],
  },
  control: {
    title: 'faxsim’s control API',
    description:
      'The control API of the simulator. Below `/w/{id}` a call acts on that world; a process without that world answers 421. Calls from other machines need the token of `--control-token` as Bearer token.',
    version: '1',
    prefix: '/_faxsim',
    rows: controlRows.map(({ row }) => row),
    extraPaths: { ...healthPaths, ...eventsPath },
    abouts: Object.fromEntries(controlRows.map(({ row, about }) => [row.operation, about])),
    meanings: {},
    statuses: refusals.statuses,
    refuses: ['unauthorized', 'forbidden', 'not_found'],
    security: [],
  },
} as const satisfies Record<FaceName, Face>;

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
