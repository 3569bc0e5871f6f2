import { eventView } from '../../control/events.ts';
import { jsonSchemaOf } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';

const responseRef = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` });

/** The stream of a world's events; the schema is that of the JSON in one event's `data`. */
export const eventsPath: JsonSchema = {
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
