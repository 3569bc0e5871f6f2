import type { Fax } from '../model/domain/fax.ts';
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

/** The document as the part `name`. The service calls a fax's file this when it is downloaded; in webhooks it is assumed. */
function documentFiles(name: string, fax: Fax, document: Uint8Array | undefined): readonly WebhookFile[] {
  if (document === undefined) return [];
  return [{ name, filename: `fax-${fax.id}.pdf`, type: 'application/pdf', bytes: document }];
}

/**
 * The fax as the text of a JSON object, and the event. Source: the v2.1 reference's pages on webhooks, which do not list
 * `success`, `is_test`, `direction`, `metadata` and `message`; the README of the Ruby client for v2.1 does.
 */
const writeV21Webhook: WriteWebhook = (event, fax, document) => ({
  fields: {
    fax: writeV21Fax(fax),
    event_type: event.event,
    ...inflightFields(event),
    ...statusFields(fax),
    ...detailFields(fax),
  },
  files: documentFiles('file', fax, document),
});

function inflightFields({ page, retryCount, recipientNumber }: FaxEvent): Record<string, string> {
  return {
    ...(page !== null && { page: String(page) }),
    ...(retryCount !== null && { retry_count: String(retryCount) }),
    ...(recipientNumber !== null && { recipient_phone_number: recipientNumber }),
  };
}

/**
 * Every key of the fax is a field. Lists and objects are JSON text, and null fields are left out (both assumed): so
 * each field is one text, as the signature needs it. Source: the v2 reference's page on callbacks.
 */
const writeV2Webhook: WriteWebhook = (_faxEvent, fax, document) => {
  const known = Object.entries(writeFax.body(fax)).filter(([, value]) => value !== null);
  const fields = Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
  return {
    fields: { ...fields, ...statusFields(fax), ...detailFields(fax) },
    files: documentFiles('file', fax, document),
  };
};

/** The fax as the text of a JSON object. Source: the v1 reference's page on callbacks. */
const writeV1Webhook: WriteWebhook = (_faxEvent, fax, document) => ({
  fields: { ...statusFields(fax), fax: JSON.stringify(callbackFax(fax)), ...detailFields(fax) },
  files: documentFiles('filename', fax, document),
});

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

/** How a webhook is written in each version. */
export const webhookWriters: Readonly<Record<WebhookVersion, WriteWebhook>> = {
  v1: writeV1Webhook,
  v2: writeV2Webhook,
  'v2.1': writeV21Webhook,
};

/** Events during transmission came with v2.1. Source: its page on webhooks. */
export const knowsEvent = (version: WebhookVersion, event: WebhookEvent): boolean =>
  version === 'v2.1' || event === 'fax_completed';
