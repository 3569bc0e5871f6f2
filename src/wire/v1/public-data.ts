import * as v from 'valibot';
import { Refusal } from '../../model/domain/refusal.ts';
import type { AreaCode } from '../../model/numbering/area-codes.ts';
import type { Country } from '../../model/numbering/countries.ts';
import { boolean, form, integer, optional } from '../fields.ts';
import { reply } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { cents, record } from '../shape.ts';
import type { OutputOf } from '../shape.ts';
import { stateCode } from '../v2/public-data.ts';

export const listAreaCodesForm = v.pipe(
  form({ is_toll_free: optional(boolean), state: optional(stateCode) }),
  v.transform((fields) => ({ tollFree: fields.is_toll_free, state: fields.state })),
);

export const supportedCountriesForm = form({});

export const areaCodesShape = v.record(v.string(), record('AreaCode', { city: v.string(), state: v.string() }));

/** An object by area code. Source: the v1 Ruby client's description, as of the next. */
export function areaCodesReply(areaCodes: readonly AreaCode[]): Reply {
  const places = areaCodes.map(({ areaCode, city, state }) => [areaCode, { city, state }] as const);
  const data: OutputOf<typeof areaCodesShape> = Object.fromEntries(places);
  return reply(`${areaCodes.length} area codes available.`, { data: JSON.stringify(data) });
}

export const supportedCountriesShape = v.record(v.string(), record('Country', { price_per_page: cents }));

/** An object by the countries' names. */
export function supportedCountriesJson(supportedCountries: readonly Country[]): string {
  const prices = supportedCountries.map(
    ({ name, pricePerPageCents }) => [name, { price_per_page: pricePerPageCents }] as const,
  );
  return JSON.stringify(Object.fromEntries(prices) satisfies OutputOf<typeof supportedCountriesShape>);
}

const batchId = optional(integer({ min: 1 }));

/** The batch's id, under any of the names that it may have had. */
export const batchForm = v.pipe(
  form({ id: batchId, batchId, batch_id: batchId }),
  v.transform(({ id, batchId: camel, batch_id: snake }) => {
    const text = id ?? camel ?? snake;
    if (text === undefined) throw new Refusal('invalid', 'id is required');
    return { id: text };
  }),
);
