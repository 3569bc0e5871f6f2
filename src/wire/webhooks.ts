import type { Fax } from '../model/domain/fax.ts';
import { webhookEvents } from '../model/domain/webhook.ts';
import type { WebhookEvent, WebhookVersion, FaxEvent } from '../model/domain/webhook.ts';
import { writeFax as writeV1Fax } from './v1/faxes.ts';
import { writeFax } from './v2/faxes.ts';
import { writeFax as writeV21Fax } from './v2-1/faxes.ts';

/** A part of a webhook that is a file. */
export interface WebhookFile {
  /** The part's. */
  readonly name: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A webhook as a form: its text fields and its files, in the order in which they are sent. */
export interface WebhookForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly WebhookFile[];
}

/** `document` is the PDF of a received fax. */
type WriteWebhook = (faxEvent: FaxEvent, fax: Fax, document?: Uint8Array) => WebhookForm;

/** The fields that webhooks of every version have. A fax that is not done has not failed (assumed). */
function statusFields({ status, isTest, direction }: Fax): Record<string, string> {
  const hasFailed = status === 'failure' || status === 'partialsuccess';
  return { success: String(!hasFailed), is_test: String(isTest), direction };
}

/** The first PhaxCode's `metadata`, and as `message` why a fax failed: fields that are there when they apply. */
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

/**
 * Writes fields, and the document as the part `name`. The service calls a fax's file this when it is downloaded; in webhooks it is
 * assumed.
 */
const writerOf =
  (name: string, fieldsOf: (fax: Fax, event: FaxEvent) => Record<string, string>): WriteWebhook =>
  (event, fax, document) => ({
    fields: fieldsOf(fax, event),
    files:
      document === undefined ? [] : [{ name, filename: `fax-${fax.id}.pdf`, type: 'application/pdf', bytes: document }],
  });

/** How a webhook is written in each version. */
export const webhookWriters: Readonly<Record<WebhookVersion, WriteWebhook>> = {
  /** The fax as the text of a JSON object. Source: the v1 reference's page on callbacks. */
  v1: writerOf('filename', (fax) => ({
    ...statusFields(fax),
    fax: JSON.stringify(callbackFax(fax)),
    ...detailFields(fax),
  })),
  /**
   * Every key of the fax is a field. Lists and objects are JSON text, and null fields are left out (both assumed): so
   * each field is one text, as the signature needs it. Source: the v2 reference's page on callbacks.
   */
  v2: writerOf('file', (fax) => {
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
  'v2.1': writerOf('file', (fax, event) => ({
    fax: writeV21Fax(fax),
    event_type: event.event,
    ...inflightFields(event),
    ...statusFields(fax),
    ...detailFields(fax),
  })),
};

/** The events of each version: those during transmission came with v2.1. Source: its page on webhooks. */
const eventsByVersion: Readonly<Record<WebhookVersion, readonly WebhookEvent[]>> = {
  v1: ['fax_completed'],
  v2: ['fax_completed'],
  'v2.1': webhookEvents,
};

export const knowsEvent = (version: WebhookVersion, event: WebhookEvent): boolean =>
  eventsByVersion[version].includes(event);
