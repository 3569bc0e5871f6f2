import { controlRoutes } from '../../control/control-routes.ts';
import type { ControlRoute } from '../../control/control-route.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import { withData } from '../../wire/shape.ts';
import type { About, DocumentedRow } from './documented.ts';

interface DescribedRow {
  readonly row: DocumentedRow;
  readonly about: About;
}

const fileOf = (type: string): DocumentedRow['shape'] => ({ kind: 'file', types: [type.split(';', 1)[0] ?? type] });

/** The calls of the control surface as rows: `worlds.create` is the operation `worldsCreate` of `worlds`. */
export const controlRows: readonly DescribedRow[] = Object.entries<Readonly<Record<string, ControlRoute>>>(
  controlRoutes,
).flatMap(([tag, group]) =>
  Object.entries(group).map(([name, { method, path, form, answer, summary, produces }]) => ({
    row: {
      methods: [method],
      path,
      operation: `${tag}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      form: form,
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
export const healthPaths: JsonSchema = {
  '/livez': health('livez', 'Liveness: the simulator runs.'),
  '/readyz': health('readyz', 'Readiness: the simulator takes calls.', {
    503: { $ref: '#/components/responses/Unavailable' },
  }),
};
