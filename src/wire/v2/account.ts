import type { AccountStatus } from '../../model/domain/account.ts';
import { form, camelForm, callbackUrl, integer, optional, phoneNumber, boolean, single, text } from '../fields.ts';
import {
  recordWriter,
  valueWriter,
  recordFields,
  cents,
  namedRecord,
  wholeNumber,
  centralTimeText,
  numberInE164,
} from '../reply.ts';
import * as v from 'valibot';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { centralTime } from '../time.ts';
import { pagedForm } from './paging.ts';
import type { AreaCode } from '../../model/numbering/area-codes.ts';
import { isCountry } from '../../model/numbering/countries.ts';
import type { Country } from '../../model/numbering/countries.ts';
import type { PhaxCode } from '../../model/domain/phax-code.ts';

const countsShape = namedRecord('FaxCounts', { sent: wholeNumber, received: wholeNumber });

/** Keys in the recorded order. The counts must have no others, because a client refuses unknown keys. */
export const writeAccountStatus = valueWriter<AccountStatus>()('AccountStatus', {
  balance: [cents, ({ balanceCents }) => balanceCents],
  faxes_today: [countsShape, ({ today: { sent, received } }) => ({ sent, received })],
  faxes_this_month: [countsShape, ({ thisMonth: { sent, received } }) => ({ sent, received })],
});

export const listPhoneNumbersSchema = v.pipe(
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

export const provisionNumberSchema = camelForm(provisionNumberFields);

/** The number in a path. Its plus may be raw, encoded or missing. */
export const phoneNumberSchema = form({ number: phoneNumber });

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

const alpha2 = single('an ISO 3166 alpha-2 country code, such as US', readCountry, {
  type: 'string',
  pattern: '^[A-Za-z]{2}$',
  examples: ['US', 'CA'],
});

function readCountry(value: string): string | undefined {
  const code = value.toUpperCase();
  return isCountry(code) ? code : undefined;
}

/** Two letters. Whether the state exists is not checked. */
export const stateCode = single(
  'the two letters of a state or province, such as LA',
  (value) => (/^[a-z]{2}$/i.test(value) ? value.toUpperCase() : undefined),
  { type: 'string', pattern: '^[A-Za-z]{2}$', examples: ['LA', 'ON'] },
);

export const listAreaCodesSchema = v.pipe(
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

/** Keys in the recorded order, also for the next. */
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

/** Text that is kept unchanged, with spaces at its ends. */
export const metadata = v.pipe(
  v.union([v.string(), v.number(), v.boolean()], 'must be text'),
  v.transform((value) => String(value)),
);

export const createPhaxCodeSchema = form({ metadata: optional(metadata) });

export const phaxCodeSchema = form({ identifier: text });

/** The identifier of a new code. */
export const writeNewPhaxCode = valueWriter<PhaxCode>()('NewPhaxCode', {
  identifier: [v.string(), ({ identifier }) => identifier],
});

/** A code as recorded. The account's default code has no metadata key. Neither has another code without metadata (assumed). */
export const writePhaxCode = recordWriter<PhaxCode>()('PhaxCode', {
  identifier: [v.string(), ({ identifier }) => identifier],
  created_at: [centralTimeText, ({ createdAt }) => centralTime(createdAt)],
  metadata: [v.optional(v.string()), (code) => code.metadata ?? undefined],
});
