import type { JsonSchema, SchemaNamer } from '../../wire/json-schema.ts';
import type { WebhookShape } from '../../wire/webhook-shapes.ts';

/** The webhooks of a document by their events, each a POST to the receiver. */
export const webhooksOf = (shapes: readonly WebhookShape[], name: SchemaNamer): JsonSchema =>
  Object.fromEntries(shapes.map((shape) => [shape.event, { post: webhook(shape, name) }]));

/** Receivers have their credentials in the URL, so the webhook uses no security scheme of the API. */
const webhook = ({ event, summary, isSigned, contents }: WebhookShape, name: SchemaNamer): JsonSchema => ({
  operationId: `on${pascalCase(event)}`,
  summary,
  tags: ['Webhooks'],
  security: [],
  ...(isSigned && { parameters: [signature] }),
  requestBody: {
    required: true,
    content: Object.fromEntries(Object.entries(contents(name)).map(([type, schema]) => [type, { schema }])),
  },
  responses: {
    '2XX': { description: 'The receiver has the webhook.' },
    default: { description: 'The delivery failed: it is made again later.' },
  },
});

const signature: JsonSchema = {
  name: 'X-Phaxio-Signature',
  in: 'header',
  description:
    'The HMAC-SHA1 in hex, by the webhook token of the account, of the URL, then the name and value of each text field by name, then the name and SHA-1 of each file. It is there if the account has a token.',
  schema: { type: 'string', pattern: '^[0-9a-f]{40}$', examples: ['da39a3ee5e6b4b0d3255bfef95601890afd80709'] },
};

/** `fax_completed` and `FAX_COMPLETED` are `FaxCompleted`. */
const pascalCase = (event: string): string =>
  event.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
