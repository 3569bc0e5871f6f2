import { countries } from 'countries-list';
import { callingCodeOf } from './e164.ts';

/** Whether ISO 3166 has this alpha-2 code, in upper case. Kosovo is in the list of countries, but has no such code. */
export function isCountry(alpha2: string): boolean {
  return Object.hasOwn(countries, alpha2) && !reserved.includes(alpha2) && alpha2 !== 'XK';
}

export type Support = 'full' | 'none';

/** A country, and what the service offers there. */
export interface Country {
  readonly name: string;
  readonly alpha2: string;
  /** Calling code of the country: `44`. */
  readonly countryCode: number;
  /** US cents. */
  readonly pricePerPageCents: number;
  readonly sendSupport: Support;
  readonly receiveSupport: Support;
}

/**
 * The countries with a lower price of a page, in US cents, cheapest first. Source: the first page of the recorded list
 * of countries, 2021, which ends with NO. The prices of later countries are assumed.
 */
const prices: readonly (readonly [cents: number, countries: readonly string[]])[] = [
  [7, ['US', 'CA', 'PR']],
  [10, 'AR AT AU BE BR CH DE DK ES FR GB GR HK IE IL IN IT JE JP LU NL NO NZ PL PT SE SG'.split(' ')],
];
const elsewhereCents = 20;

const listedPrices = new Map(prices.flatMap(([cents, some]) => some.map((alpha2) => [alpha2, cents] as const)));

/** The price of a page to that country, in US cents. */
export function pricePerPageCents(alpha2: string): number {
  return listedPrices.get(alpha2) ?? elsewhereCents;
}

/** Countries in which numbers are offered. Source: recorded. */
const receiveCountries: readonly string[] = ['US', 'CA'];

/**
 * Names that the first page of the recorded list of countries writes in full, as ISO 3166 does. The 23 other names on
 * that page are the common ones.
 */
const recordedNames: Readonly<Record<string, string>> = {
  US: 'United States of America',
  GB: 'United Kingdom of Great Britain and Northern Ireland',
};

/** Parts of countries for which ISO 3166 reserves a code without listing them as countries. */
const reserved: readonly string[] = ['AC', 'TA'];

const elsewhere = Object.keys(countries).filter((alpha2) => !listedPrices.has(alpha2) && !reserved.includes(alpha2));

/** All countries, 250 as recorded, by price and then by code. */
export const allCountries: readonly Country[] = [...listedPrices.keys(), ...elsewhere.sort()].map(country);

function country(alpha2: string): Country {
  const { name, phone } = countries[alpha2 as keyof typeof countries]; // a key of it
  const callingCode = callingCodeOf(alpha2);
  return {
    name: recordedNames[alpha2] ?? name,
    alpha2,
    countryCode: callingCode ?? Number(phone[0]),
    pricePerPageCents: pricePerPageCents(alpha2),
    // A country without a telephone network of its own cannot be reached.
    sendSupport: callingCode === undefined ? 'none' : 'full',
    receiveSupport: receiveCountries.includes(alpha2) ? 'full' : 'none',
  };
}
