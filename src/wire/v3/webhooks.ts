import type { Fax } from '../../model/domain/fax.ts';
import type { Project } from '../../model/domain/project.ts';
import { shownContent, writeMultipart } from '../webhook-message.ts';
import type { EncodedBody, WebhookForm, WebhookWriter } from '../webhook-message.ts';
import { writeFax } from './faxes.ts';
import { utcTime } from './values.ts';

/** The event at the end of a fax, successful or not. Source: the API reference. */
const eventOf = ({ direction }: Fax): string => (direction === 'sent' ? 'FAX_COMPLETED' : 'INCOMING_FAX');

type Encode = (form: WebhookForm, fax: Fax, project: Project) => EncodedBody;

/**
 * Writes the event with its fax, and with the document if there is one. It has no signature: a receiver protects itself
 * with credentials in its URL. Notices of pages have no known form, and are not sent. Source: the API reference.
 */
const sinchWriter = (encode: Encode): WebhookWriter => ({
  events: ['fax_completed'],
  hasDocument: ({ documentPages }) => documentPages > 0,
  write: ({ fax, index = 0, document, project }, edit = (form) => form) => {
    const form = edit({
      fields: {
        event: eventOf(fax),
        eventTime: utcTime(fax.completedAt ?? fax.createdAt),
        fax: writeFax({ fax, index, project }),
      },
      files:
        document === undefined
          ? []
          : [{ name: 'file', filename: 'file.pdf', type: 'application/pdf', bytes: document }],
    });
    return { shown: shownContent(form), signable: null, encode: () => encode(form, fax, project) };
  },
});

/** The sources disagree on the key of a completed fax's document, so both keys are sent unless a setting chooses one. */
function encodeJson({ fields, files }: WebhookForm, { direction }: Fax, { completedFile }: Project): EncodedBody {
  const { fax, ...texts } = fields;
  const body: Record<string, unknown> = { ...texts };
  if (fax !== undefined) body['fax'] = parsed(fax);
  for (const { bytes } of files) {
    const document = { file: Buffer.from(bytes).toString('base64'), fileType: 'PDF' };
    const isCompleted = direction === 'sent';
    if (!isCompleted || completedFile !== 'files') Object.assign(body, document);
    if (isCompleted && completedFile !== 'file') body['files'] = [document];
  }
  return { type: 'application/json', chunks: [Buffer.from(JSON.stringify(body))] };
}

/** A scenario's fault may have made the fax invalid. */
function parsed(fax: string): unknown {
  try {
    return JSON.parse(fax);
  } catch {
    return fax;
  }
}

export const sinchWriters = {
  'v3 multipart': sinchWriter(writeMultipart),
  'v3 json': sinchWriter(encodeJson),
} as const;
