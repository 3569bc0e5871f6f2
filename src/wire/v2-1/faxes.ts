import * as v from 'valibot';
import type { Fax } from '../../model/domain/fax.ts';
import { recordWriter, namedRecord, wholeNumber } from '../reply.ts';
import { faxFields } from '../v2/faxes.ts';

const barcodeShape = namedRecord('Barcode', {
  type: v.string(),
  page: wholeNumber,
  value: v.string(),
  identifier: v.nullable(v.string()),
  metadata: v.nullable(v.string()),
});

const { cost, tags, recipients, to_number, error_id, error_type, error_message, ...head } = faxFields;

/** v2's fax with the caller's name and the barcodes added, each in its recorded place. */
export const writeFax = recordWriter<Fax>()('Fax', {
  ...head,
  caller_name: [v.nullable(v.string()), (fax) => fax.callerName],
  cost,
  tags,
  recipients,
  to_number,
  error_id,
  error_type,
  error_message,
  barcodes: [v.array(barcodeShape), (fax) => fax.barcodes],
});
