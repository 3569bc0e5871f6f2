import type { Fax } from '../../domain/fax.ts';
import * as v2 from '../v2/faxes.ts';

/** v2's fax with the caller's name and the barcodes added, each in its recorded place. */
export function faxBody(fax: Fax) {
  const { cost, tags, recipients, to_number, error_id, error_type, error_message, ...head } = v2.faxBody(fax);
  return {
    ...head,
    caller_name: fax.callerName,
    cost,
    tags,
    recipients,
    to_number,
    error_id,
    error_type,
    error_message,
    barcodes: fax.barcodes,
  };
}
