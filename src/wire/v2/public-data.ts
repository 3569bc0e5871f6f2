import * as v from 'valibot';
import type { AreaCode } from '../../model/numbering/area-codes.ts';
import { isCountry } from '../../model/numbering/countries.ts';
import type { Country } from '../../model/numbering/countries.ts';
import { boolean, integer, optional, single } from '../fields.ts';
import { recordWriter } from '../reply.ts';
import { cents, wholeNumber } from '../shape.ts';
import { pagedForm } from './paging.ts';

const alpha2 = single('an ISO 3166 alpha-2 country code, such as US', readCountry, {
  type: 'string',
  examples: ['US', 'CA'],
});

function readCountry(value: string): string | undefined {
  const code = value.toUpperCase();
  return isCountry(code) ? code : undefined;
}

/** Two letters; that there is such a state is not asked. */
export const stateCode = single(
  'the two letters of a state or province, such as LA',
  (value) => (/^[a-z]{2}$/i.test(value) ? value.toUpperCase() : undefined),
  { type: 'string', examples: ['LA', 'ON'] },
);

export const listCountriesForm = pagedForm({});

export const listAreaCodesForm = v.pipe(
  pagedForm({
    toll_free: optional(boolean),
    country_code: optional(integer({ min: 1, max: 999 })),
    country: optional(alpha2),
    state: optional(stateCode),
  }),
  v.check(
    ({ state, countryCode, country }) => state === undefined || (countryCode ?? country) !== undefined,
    'country or country_code is required when state is given',
  ),
);

const support = v.picklist(['full', 'partial', 'none']);

/** Keys in the recorded order, as of the next. */
export const writeCountry = recordWriter<Country>()('Country', {
  name: [v.string(), (country) => country.name],
  alpha2: [v.string(), (country) => country.alpha2],
  country_code: [wholeNumber, (country) => country.countryCode],
  price_per_page: [cents, (country) => country.pricePerPageCents],
  send_support: [support, (country) => country.sendSupport],
  receive_support: [support, (country) => country.receiveSupport],
});

export const writeAreaCode = recordWriter<AreaCode>()('AreaCode', {
  country_code: [wholeNumber, (entry) => entry.countryCode],
  area_code: [wholeNumber, (entry) => entry.areaCode],
  city: [v.string(), (entry) => entry.city],
  state: [v.string(), (entry) => entry.state],
  country: [v.string(), (entry) => entry.country],
  toll_free: [v.boolean(), (entry) => entry.tollFree],
});
