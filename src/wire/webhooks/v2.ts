import { writeFax } from '../v2/faxes.ts';
import { detailFields, documentFiles, statusFields } from './form.ts';
import type { WriteWebhook } from './form.ts';

/**
 * Every key of the fax is a field. Lists and objects are JSON text, and null fields are left out (both assumed): so
 * each field is one text, as the signature needs it. Source: the v2 reference's page on callbacks.
 */
export const writeV2Webhook: WriteWebhook = (_faxEvent, fax, document) => {
  const known = Object.entries(writeFax.body(fax)).filter(([, value]) => value !== null);
  const fields = Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
  return {
    fields: { ...fields, ...statusFields(fax), ...detailFields(fax) },
    files: documentFiles('file', fax, document),
  };
};
