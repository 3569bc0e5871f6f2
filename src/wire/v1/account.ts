import type { AccountStatus } from '../../model/domain/account.ts';
import { form, camelForm, callbackUrl, integer, optional, soughtNumber, boolean } from '../fields.ts';
import { dataAnswer, recordWriter, valueWriter, reply, cents, wholeNumber, withData, namedRecord } from '../reply.ts';
import * as v from 'valibot';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { nationalTenDigits } from '../../model/numbering/e164.ts';
import { describedBy } from '../json-schema.ts';
import { centralTimeWithoutZone } from '../time.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { AreaCode } from '../../model/numbering/area-codes.ts';
import type { Country } from '../../model/numbering/countries.ts';
import type { AnswerForm, OutputOf } from '../reply.ts';
import { stateCode } from '../v2/account.ts';

/** Source: the v1 reference. */
export const writeAccountStatus = valueWriter<AccountStatus>()('AccountStatus', {
  faxes_sent_this_month: [wholeNumber, ({ thisMonth }) => thisMonth.sent],
  faxes_sent_today: [wholeNumber, ({ today }) => today.sent],
  balance: [cents, ({ balanceCents }) => balanceCents],
});

export const listPhoneNumbersSchema = camelForm({
  area_code: optional(integer({ min: 1, max: 99_999 })),
  number: optional(soughtNumber),
});

/** v1 has numbers of North America only. */
export const provisionNumberSchema = v.pipe(
  camelForm({ area_code: integer({ min: 1, max: 99_999 }), callback_url: optional(callbackUrl) }),
  v.transform((fields) => ({ ...fields, countryCode: 1 })),
);

/** An answer with an empty list. */
export const releaseNumberAnswer = dataAnswer(v.pipe(v.array(v.string()), v.maxLength(0)), () => []);

/**
 * A number as v1 writes it: ten digits without the country's prefix. A number from outside North America has no such
 * form and keeps its prefix (assumed), so that a client can still call it back.
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

export const listAreaCodesSchema = v.pipe(
  form({ is_toll_free: optional(boolean), state: optional(stateCode) }),
  v.transform((fields) => ({ tollFree: fields.is_toll_free, state: fields.state })),
);

const areaCodesShape = v.record(v.string(), namedRecord('AreaCode', { city: v.string(), state: v.string() }));

/** An object by area code. Source: the v1 Ruby client's description, also for the next. */
export const areaCodesAnswer: AnswerForm<readonly AreaCode[]> = () => ({
  shape: withData(areaCodesShape),
  reply: (areaCodes) => {
    const places = areaCodes.map(({ areaCode, city, state }) => [areaCode, { city, state }] as const);
    const data: OutputOf<typeof areaCodesShape> = Object.fromEntries(places);
    return reply(`${areaCodes.length} area codes available.`, { data: [JSON.stringify(data)] });
  },
});

/** An object by the countries' names. */
export const supportedCountriesAnswer = dataAnswer(
  v.record(v.string(), namedRecord('Country', { price_per_page: cents })),
  (supportedCountries: readonly Country[]) =>
    Object.fromEntries(
      supportedCountries.map(({ name, pricePerPageCents }) => [name, { price_per_page: pricePerPageCents }]),
    ),
);

const batchId = optional(integer({ min: 1 }));

/** Reads the batch's id under any of its possible names. */
export const batchSchema = v.pipe(
  form({ id: batchId, batchId, batch_id: batchId }),
  v.transform(({ id, batchId: camel, batch_id: snake }) => {
    const text = id ?? camel ?? snake;
    if (text === undefined) throw new Refusal('invalid', 'id is required', { field: 'id' });
    return { id: text };
  }),
);
