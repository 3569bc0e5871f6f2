import * as v from 'valibot';
import type { PhoneNumber } from '../../domain/phone-number.ts';
import { callbackUrl, form, integer, optional, phoneNumber } from '../fields.ts';
import { cents, centralTimeText, numberInE164, record } from '../shape.ts';
import type { Shown } from '../shape.ts';
import { centralTime } from '../time.ts';
import { pageFields, readPage } from './paging.ts';

export const listPhoneNumbersForm = v.pipe(
  form({
    ...pageFields,
    country_code: optional(integer({ min: 1, max: 999 })),
    area_code: optional(integer({ min: 1, max: 99_999 })),
  }),
  v.check(
    (fields) => fields.area_code === undefined || fields.country_code !== undefined,
    'country_code is required when area_code is given',
  ),
  v.transform((fields) => ({
    ...readPage(fields),
    countryCode: fields.country_code,
    areaCode: fields.area_code,
  })),
);

export const provisionNumberFields = {
  country_code: integer({ min: 1, max: 999 }),
  area_code: integer({ min: 1, max: 99_999 }),
  callback_url: optional(callbackUrl),
};

export interface ProvisionNumberFields {
  readonly country_code: number;
  readonly area_code: number;
  readonly callback_url?: string | undefined;
}

export const readProvisioning = (fields: ProvisionNumberFields) => ({
  countryCode: fields.country_code,
  areaCode: fields.area_code,
  callbackUrl: fields.callback_url,
});

export const provisionNumberForm = v.pipe(form(provisionNumberFields), v.transform(readProvisioning));

/** The number in a path, with its plus raw, encoded or left out. */
export const phoneNumberForm = form({ number: phoneNumber });

export const phoneNumberShape = record('PhoneNumber', {
  phone_number: numberInE164,
  city: v.string(),
  state: v.string(),
  country: v.string(),
  cost: cents,
  last_billed_at: centralTimeText,
  provisioned_at: centralTimeText,
  callback_url: v.nullable(v.string()),
});

/** A number as v2 shows it, keys in the recorded order. */
export function phoneNumberBody(number: PhoneNumber): Shown<typeof phoneNumberShape> {
  return {
    phone_number: number.number,
    city: number.city,
    state: number.state,
    country: number.country,
    cost: number.costCents,
    last_billed_at: centralTime(number.lastBilledAt),
    provisioned_at: centralTime(number.provisionedAt),
    callback_url: number.callbackUrl,
  };
}
