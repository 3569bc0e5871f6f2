import { directions } from '../model/domain/fax.ts';
import { webhookEvents } from '../model/domain/webhook.ts';
import type { WebhookEvent } from '../model/domain/webhook.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { JsonSchema, SchemaNamer } from './json-schema.ts';
import { numberInE164 } from './reply.ts';
import type { Writer } from './reply.ts';
import { writeFax as writeV21Fax } from './v2-1/faxes.ts';
import { writeFax as writeV3Fax } from './v3/faxes.ts';
import { utcTimeText } from './v3/values.ts';

/** The form of a webhook, for the documentation. */
export interface WebhookShape {
  /** The name of the event within the webhook, such as `fax_completed` or `INCOMING_FAX`. */
  readonly event: string;
  readonly summary: string;
  /** Whether the webhook has the header X-Phaxio-Signature if the account has a webhook token. */
  readonly isSigned: boolean;
  /** The schema of the body for each media type; `name` receives the schemas with titles. */
  readonly contents: (name: SchemaNamer) => Readonly<Record<string, JsonSchema>>;
}

/** Fields of a body: those that are always present, and those that are present only if they apply. */
interface FieldSchemas {
  readonly always: Readonly<Record<string, JsonSchema>>;
  readonly sometimes: Readonly<Record<string, JsonSchema>>;
}

const object = ({ always, sometimes }: FieldSchemas): JsonSchema => ({
  type: 'object',
  properties: { ...always, ...sometimes },
  required: Object.keys(always),
  additionalProperties: false,
});

/** A fax as the JSON text of a form's field. */
const faxText = (write: Writer<never>, name: SchemaNamer): JsonSchema => ({
  type: 'string',
  description: 'The fax as the text of a JSON object.',
  contentMediaType: 'application/json',
  contentSchema: jsonSchemaOf(write.shape, name),
});

const pdfPart: JsonSchema = {
  type: 'string',
  description: 'The document of the fax.',
  contentMediaType: 'application/pdf',
};
const booleanText: JsonSchema = { type: 'string', enum: ['true', 'false'] };

/** Counts from 1. */
const countText = (description: string): JsonSchema => ({
  type: 'string',
  description,
  pattern: String.raw`^[1-9]\d*$`,
  examples: ['1'],
});

const call: Readonly<Record<string, JsonSchema>> = {
  recipient_phone_number: { ...jsonSchemaOf(numberInE164), description: 'The number of the call.' },
};

const phaxioEvents: Readonly<Record<WebhookEvent, FieldSchemas & { readonly summary: string }>> = {
  fax_completed: {
    summary: 'A sent fax is finished, successfully or not; or a fax was received.',
    always: {},
    sometimes: { file: pdfPart },
  },
  transmitting_page: {
    summary: 'A call sends a page.',
    always: { page: countText('The number of the page in the call.') },
    sometimes: call,
  },
  retry_scheduled: {
    summary: 'A call failed, and is made again after the retry delay.',
    always: { retry_count: countText('The number of the retry.') },
    sometimes: call,
  },
};

const phaxioShape = (event: WebhookEvent): WebhookShape => {
  const { summary, always, sometimes } = phaxioEvents[event];
  return {
    event,
    summary,
    isSigned: true,
    contents: (name) => ({
      'multipart/form-data': object({
        always: {
          fax: faxText(writeV21Fax, name),
          event_type: { const: event },
          success: { ...booleanText, description: 'Whether the fax has not failed, even in part.' },
          is_test: booleanText,
          direction: { type: 'string', enum: [...directions] },
          ...always,
        },
        sometimes: {
          ...sometimes,
          metadata: { type: 'string', description: 'The metadata of the first PhaxCode on the fax.' },
          message: { type: 'string', description: 'The reason why the fax failed.' },
        },
      }),
    }),
  };
};

const documentFields: Readonly<Record<string, JsonSchema>> = {
  file: { type: 'string', description: 'The document of the fax.', contentEncoding: 'base64' },
  fileType: { const: 'PDF' },
};

const listOfDocuments: JsonSchema = {
  type: 'array',
  items: object({ always: documentFields, sometimes: {} }),
  minItems: 1,
  maxItems: 1,
};

/** The document of a completed fax is under `file`, `files` or both, depending on a setting. */
const sinchShape = (event: string, summary: string, lists: FieldSchemas['sometimes']): WebhookShape => ({
  event,
  summary,
  isSigned: false,
  contents: (name) => {
    const common = { event: { const: event }, eventTime: jsonSchemaOf(utcTimeText) };
    return {
      'application/json': object({
        always: { ...common, fax: jsonSchemaOf(writeV3Fax.shape, name) },
        sometimes: { ...documentFields, ...lists },
      }),
      'multipart/form-data': object({
        always: { ...common, fax: faxText(writeV3Fax, name) },
        sometimes: { file: pdfPart },
      }),
    };
  },
});

/** The webhooks of the versions whose documents describe them. */
export const webhookShapes: Readonly<Record<string, readonly WebhookShape[]>> = {
  'v2.1': webhookEvents.map(phaxioShape),
  v3: [
    sinchShape('FAX_COMPLETED', 'A sent fax is finished, successfully or not.', { files: listOfDocuments }),
    sinchShape('INCOMING_FAX', 'A fax was received.', {}),
  ],
};
