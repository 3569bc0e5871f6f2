import type { Fax } from '../../model/domain/fax.ts';
import type { WebhookEvent, WebhookVersion } from '../../model/domain/webhook.ts';
import { faxBody } from '../v1/faxes.ts';
import { writeFax } from '../v2/faxes.ts';
import { detailFields, documentFiles, statusFields } from './form.ts';
import type { WriteWebhook } from './form.ts';
import { writeV21Webhook } from './v2-1.ts';

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
  const body = faxBody(fax);
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
