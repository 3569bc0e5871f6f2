import type { FaxEvent } from '../../model/domain/webhook.ts';
import { writeFax } from '../v2-1/faxes.ts';
import { detailFields, documentFiles, statusFields } from './form.ts';
import type { WriteWebhook } from './form.ts';

/**
 * The fax as the text of a JSON object, and the event. Source: the v2.1 reference's pages on webhooks, which do not list
 * `success`, `is_test`, `direction`, `metadata` and `message`; the README of the Ruby client for v2.1 does.
 */
export const writeV21Webhook: WriteWebhook = (event, fax, document) => ({
  fields: {
    fax: writeFax(fax),
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
