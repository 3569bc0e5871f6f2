import { shownEvent } from '../../control/events.ts';
import { jsonSchemaOf } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';

const refused = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` });

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
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The id of the last event that the client has; the stream continues after it.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: { description: 'The stream.', content: { 'text/event-stream': { schema: jsonSchemaOf(shownEvent) } } },
        401: refused('Unauthorized'),
        403: refused('Forbidden'),
        404: refused('NotFound'),
        429: refused('RateLimited'),
        503: refused('Unavailable'),
      },
    },
  },
};
