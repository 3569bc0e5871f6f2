import * as v from 'valibot';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { camelForm, optional, text } from '../fields.ts';
import { recordWriter } from '../reply.ts';
import * as v2 from '../v2/phone-numbers.ts';

/** `address_id` is for countries that need an address, and ignored elsewhere: those that have numbers here need none. */
export const provisionNumberForm = camelForm({ ...v2.provisionNumberFields, address_id: optional(text) });

/** v2's number with the ATA that it is attached to. */
export const writeNumber = recordWriter<PhoneNumber>()('PhoneNumber', {
  ...v2.phoneNumberFields,
  ata_name: [v.nullable(v.string()), (number) => number.ataName],
});
