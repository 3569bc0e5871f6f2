import type { Fax } from '../model/domain/fax.ts';
import { webhookEvents } from '../model/domain/webhook.ts';
import type { WebhookEvent, WebhookFormat, FaxEvent } from '../model/domain/webhook.ts';
import { writeFax as writeV1Fax } from './v1/faxes.ts';
import { writeFax } from './v2/faxes.ts';
import { writeFax as writeV21Fax } from './v2-1/faxes.ts';
import { sinchWriters } from './v3/webhooks.ts';
import { signedMultipart } from './webhook-message.ts';
import type { WebhookWriter } from './webhook-message.ts';

/** The fields that webhooks of every version have. An unfinished fax counts as not failed (assumed). */
function statusFields({ status, isTest, direction }: Fax): Record<string, string> {
  const hasFailed = status === 'failure' || status === 'partialsuccess';
  return { success: String(!hasFailed), is_test: String(isTest), direction };
}

/** The first PhaxCode's `metadata`, and the reason of a failed fax as `message`. Each is present only if it applies. */
function detailFields({ barcodes, error }: Fax): Record<string, string> {
  const metadata = barcodes.find((barcode) => barcode.metadata !== null)?.metadata ?? null;
  return { ...(metadata !== null && { metadata }), ...(error !== null && { message: error.message }) };
}

function inflightFields({ page, retryCount, recipientNumber }: FaxEvent): Record<string, string> {
  return {
    ...(page !== null && { page: String(page) }),
    ...(retryCount !== null && { retry_count: String(retryCount) }),
    ...(recipientNumber !== null && { recipient_phone_number: recipientNumber }),
  };
}

/** v1's fax, but with numbers in E.164, as captured in a callback. */
function callbackFax(fax: Fax) {
  const numbers = { from_number: fax.fromNumber, to_number: fax.toNumber, caller_id: fax.callerId };
  const body = writeV1Fax.body(fax);
  return {
    ...body,
    ...(body.recipients && {
      recipients: body.recipients.map((recipient, at) => ({ ...recipient, number: fax.recipients[at]?.number })),
    }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== null)),
  };
}

type FieldsOf = (fax: Fax, event: FaxEvent) => Record<string, string>;

/**
 * Writes a version's fields, and the document of a received fax as a part called `name`. The service uses this name for
 * downloads; for webhooks it is assumed.
 */
const phaxioWriter = (events: readonly WebhookEvent[], name: string, fieldsOf: FieldsOf): WebhookWriter => ({
  events,
  hasDocument: ({ direction, status }) => direction === 'received' && status !== 'failure',
  write: ({ event, fax, document }, edit = (form) => form) =>
    signedMultipart(
      edit({
        fields: fieldsOf(fax, event),
        files:
          document === undefined
            ? []
            : [{ name, filename: `fax-${fax.id}.pdf`, type: 'application/pdf', bytes: document }],
      }),
    ),
});

/** The writer of each format. The events during transmission came with v2.1. Source: its page on webhooks. */
export const webhookWriters: Readonly<Record<WebhookFormat, WebhookWriter>> = {
  /** The fax as the text of a JSON object. Source: the v1 reference's page on callbacks. */
  v1: phaxioWriter(['fax_completed'], 'filename', (fax) => ({
    ...statusFields(fax),
    fax: JSON.stringify(callbackFax(fax)),
    ...detailFields(fax),
  })),
  /**
   * Every key of the fax is a field. Lists and objects are JSON text, and null fields are left out (both assumed),
   * because the signature needs each field as one text. Source: the v2 reference's page on callbacks.
   */
  v2: phaxioWriter(['fax_completed'], 'file', (fax) => {
    const texts: Record<string, string> = {};
    for (const [name, value] of Object.entries(writeFax.body(fax))) {
      if (value !== null) texts[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
    }
    return { ...texts, ...statusFields(fax), ...detailFields(fax) };
  }),
  /**
   * The fax as the text of a JSON object, and the event. Source: the v2.1 reference's pages on webhooks, which do not list
   * `success`, `is_test`, `direction`, `metadata` and `message`; the README of the Ruby client for v2.1 does.
   */
  'v2.1': phaxioWriter(webhookEvents, 'file', (fax, event) => ({
    fax: writeV21Fax(fax),
    event_type: event.event,
    ...inflightFields(event),
    ...statusFields(fax),
    ...detailFields(fax),
  })),
  ...sinchWriters,
};

export const knowsEvent = (format: WebhookFormat, event: WebhookEvent): boolean =>
  webhookWriters[format].events.includes(event);
