import * as v from 'valibot';
import type { AreaCode } from '../../numbering/area-codes.ts';
import { isCountry } from '../../numbering/countries.ts';
import type { Country } from '../../numbering/countries.ts';
import { boolean, form, integer, optional, single } from '../fields.ts';
import { cents, record, wholeNumber } from '../shape.ts';
import type { Shown } from '../shape.ts';
import { pageFields, readPage } from './paging.ts';

const alpha2 = single('an ISO 3166 alpha-2 country code, such as US', readCountry, {
  shows: { type: 'string', examples: ['US', 'CA'] },
});

function readCountry(value: string): string | undefined {
  const code = value.toUpperCase();
  return isCountry(code) ? code : undefined;
}

/** Two letters; that there is such a state is not asked. */
export const stateCode = single(
  'the two letters of a state or province, such as LA',
  (value) => (/^[a-z]{2}$/i.test(value) ? value.toUpperCase() : undefined),
  { shows: { type: 'string', examples: ['LA', 'ON'] } },
);

export const listCountriesForm = v.pipe(form(pageFields), v.transform(readPage));

export const listAreaCodesForm = v.pipe(
  form({
    ...pageFields,
    toll_free: optional(boolean),
    country_code: optional(integer({ min: 1, max: 999 })),
    country: optional(alpha2),
    state: optional(stateCode),
  }),
  v.check(
    (fields) => fields.state === undefined || fields.country_code !== undefined || fields.country !== undefined,
    'country or country_code is required when state is given',
  ),
  v.transform((fields) => ({
    ...readPage(fields),
    tollFree: fields.toll_free,
    countryCode: fields.country_code,
    country: fields.country,
    state: fields.state,
  })),
);

const support = v.picklist(['full', 'partial', 'none']);

export const countryShape = record('Country', {
  name: v.string(),
  alpha2: v.string(),
  country_code: wholeNumber,
  price_per_page: cents,
  send_support: support,
  receive_support: support,
});

export const areaCodeShape = record('AreaCode', {
  country_code: wholeNumber,
  area_code: wholeNumber,
  city: v.string(),
  state: v.string(),
  country: v.string(),
  toll_free: v.boolean(),
});

/** Keys in the recorded order, as of the next. */
export function countryBody(country: Country): Shown<typeof countryShape> {
  return {
    name: country.name,
    alpha2: country.alpha2,
    country_code: country.countryCode,
    price_per_page: country.pricePerPageCents,
    send_support: country.sendSupport,
    receive_support: country.receiveSupport,
  };
}

export function areaCodeBody(entry: AreaCode): Shown<typeof areaCodeShape> {
  return {
    country_code: entry.countryCode,
    area_code: entry.areaCode,
    city: entry.city,
    state: entry.state,
    country: entry.country,
    toll_free: entry.tollFree,
  };
}
