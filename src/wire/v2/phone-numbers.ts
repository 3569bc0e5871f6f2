import * as v from 'valibot';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { camelForm, callbackUrl, form, integer, optional, phoneNumber } from '../fields.ts';
import { recordFields, recordWriter } from '../reply.ts';
import { cents, centralTimeText, numberInE164 } from '../shape.ts';
import { centralTime } from '../time.ts';
import { pagedForm } from './paging.ts';

export const listPhoneNumbersForm = v.pipe(
  pagedForm({
    country_code: optional(integer({ min: 1, max: 999 })),
    area_code: optional(integer({ min: 1, max: 99_999 })),
  }),
  v.check(
    ({ areaCode, countryCode }) => areaCode === undefined || countryCode !== undefined,
    'country_code is required when area_code is given',
  ),
);

export const provisionNumberFields = {
  country_code: integer({ min: 1, max: 999 }),
  area_code: integer({ min: 1, max: 99_999 }),
  callback_url: optional(callbackUrl),
};

export const provisionNumberForm = camelForm(provisionNumberFields);

/** The number in a path, with its plus raw, encoded or left out. */
export const phoneNumberForm = form({ number: phoneNumber });

export const phoneNumberFields = recordFields<PhoneNumber>()({
  phone_number: [numberInE164, (number) => number.number],
  city: [v.string(), (number) => number.city],
  state: [v.string(), (number) => number.state],
  country: [v.string(), (number) => number.country],
  cost: [cents, (number) => number.costCents],
  last_billed_at: [centralTimeText, (number) => centralTime(number.lastBilledAt)],
  provisioned_at: [centralTimeText, (number) => centralTime(number.provisionedAt)],
  callback_url: [v.nullable(v.string()), (number) => number.callbackUrl],
});

/** A number as v2 shows it, keys in the recorded order. */
export const writeNumber = recordWriter<PhoneNumber>()('PhoneNumber', phoneNumberFields);
