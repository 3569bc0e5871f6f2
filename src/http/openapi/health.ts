import type { JsonSchema } from '../../wire/json-schema.ts';

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

/** What orchestrators ask: open to anyone, and as short as they expect it. */
export const healthPaths: JsonSchema = {
  '/livez': health('livez', 'Liveness: the simulator runs.'),
  '/readyz': health('readyz', 'Readiness: the simulator takes calls.', {
    503: { $ref: '#/components/responses/Unavailable' },
  }),
};
