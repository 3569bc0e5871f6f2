import * as v from 'valibot';
import type { Fax } from '../../domain/fax.ts';
import { record, wholeNumber } from '../shape.ts';
import type { Shown } from '../shape.ts';
import * as v2 from '../v2/faxes.ts';

const barcodeShape = record('Barcode', {
  type: v.string(),
  page: wholeNumber,
  value: v.string(),
  identifier: v.nullable(v.string()),
  metadata: v.nullable(v.string()),
});

const { cost, tags, recipients, to_number, error_id, error_type, error_message, ...head } = v2.faxShape.entries;

export const faxShape = record('Fax', {
  ...head,
  caller_name: v.nullable(v.string()),
  cost,
  tags,
  recipients,
  to_number,
  error_id,
  error_type,
  error_message,
  barcodes: v.array(barcodeShape),
});

/** v2's fax with the caller's name and the barcodes added, each in its recorded place. */
export function faxBody(fax: Fax): Shown<typeof faxShape> {
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
