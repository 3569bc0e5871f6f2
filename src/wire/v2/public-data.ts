import * as v from 'valibot';
import type { AreaCode } from '../../numbering/area-codes.ts';
import { isCountry } from '../../numbering/countries.ts';
import type { Country } from '../../numbering/countries.ts';
import { boolean, form, integer, optional, single } from '../fields.ts';
import { pageFields, readPage } from './paging.ts';

const alpha2 = single('an ISO 3166 alpha-2 country code, such as US', (value) => {
  const code = value.toUpperCase();
  return isCountry(code) ? code : undefined;
});

/** Two letters; that there is such a state is not asked. */
export const stateCode = single('the two letters of a state or province, such as LA', (value) =>
  /^[a-z]{2}$/i.test(value) ? value.toUpperCase() : undefined,
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

/** Keys in the recorded order, as of the next. */
export function countryBody(country: Country) {
  return {
    name: country.name,
    alpha2: country.alpha2,
    country_code: country.countryCode,
    price_per_page: country.pricePerPageCents,
    send_support: country.sendSupport,
    receive_support: country.receiveSupport,
  };
}

export function areaCodeBody(entry: AreaCode) {
  return {
    country_code: entry.countryCode,
    area_code: entry.areaCode,
    city: entry.city,
    state: entry.state,
    country: entry.country,
    toll_free: entry.tollFree,
  };
}
