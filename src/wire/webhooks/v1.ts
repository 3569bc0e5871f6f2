import type { Fax } from '../../domain/fax.ts';
import { faxBody } from '../v1/faxes.ts';
import { detailFields, documentFiles, statusFields } from './form.ts';
import type { WriteWebhook } from './form.ts';

/** The fax as the text of a JSON object. Source: the v1 reference's page on callbacks. */
export const writeV1Webhook: WriteWebhook = (_faxEvent, fax, document) => ({
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
