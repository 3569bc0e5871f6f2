import * as v from 'valibot';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { nationalTenDigits } from '../../model/numbering/e164.ts';
import { camelForm, callbackUrl, form, integer, optional, phoneNumber, soughtNumber } from '../fields.ts';
import { describedBy } from '../json-schema.ts';
import { recordWriter } from '../reply.ts';
import { cents } from '../shape.ts';
import { centralTimeWithoutZone } from '../time.ts';

export const listPhoneNumbersForm = camelForm({
  area_code: optional(integer({ min: 1, max: 99_999 })),
  number: optional(soughtNumber),
});

/** v1 has numbers of North America only. */
export const provisionNumberForm = v.pipe(
  camelForm({ area_code: integer({ min: 1, max: 99_999 }), callback_url: optional(callbackUrl) }),
  v.transform((fields) => ({ ...fields, countryCode: 1 })),
);

export const releaseNumberForm = form({ number: phoneNumber });

/**
 * A number as v1 writes it: ten digits without the country's prefix. One from outside North America has no such form
 * and keeps its prefix (assumed), so that a client can still call it back.
 */
export const numberText = (number: string): string => nationalTenDigits(number) ?? number;

export const numberTextShape = v.pipe(
  v.string(),
  describedBy<string>({ pattern: String.raw`^(?:\d{10}|\+\d{3,15})$`, examples: ['2025550123'] }),
);

const plainTime = v.pipe(
  v.string(),
  describedBy<string>({ pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`, examples: ['2012-10-11 10:51:33'] }),
);

/** Source: the v1 Ruby client's description of numberList. */
export const writeNumber = recordWriter<PhoneNumber>()('PhoneNumber', {
  number: [numberTextShape, (number) => numberText(number.number)],
  city: [v.string(), (number) => number.city],
  state: [v.string(), (number) => number.state],
  cost: [cents, (number) => number.costCents],
  last_billed_at: [plainTime, (number) => centralTimeWithoutZone(number.lastBilledAt)],
  provisioned_at: [plainTime, (number) => centralTimeWithoutZone(number.provisionedAt)],
});
