import { getCountries, getCountryCallingCode, isSupportedCountry, parsePhoneNumber } from 'libphonenumber-js/min';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min';
import { BoundedMap } from '../shared/objects.ts';
import { isE164, toE164 } from './phone-text.ts';

const northAmerican = /^\+1(\d{3})\d{7}$/;

/**
 * Reads a phone number as the service's clients send it, with any punctuation: E.164 with or without its plus, or ten digits for a
 * US number. Returns undefined unless the country exists and has numbers of that length. The number need not be assigned, such as
 * +1 555 555 0101.
 */
export function readPhoneNumber(text: string): string | undefined {
  const number = toE164(text);
  if (northAmerican.test(number)) return number; // Most numbers match, and need not cost a look into a library.
  return isE164(number) && parseNumber(number)?.isPossible() === true ? number : undefined;
}

/** Whether a text is a plus followed by a ten-digit North American number, such as +2025550123, and so lacks the 1. */
export function lacksOne(text: string): boolean {
  const digits = /^ *\+(\d{10}) *$/.exec(text)?.[1];
  return digits !== undefined && parseNumber(`+1${digits}`)?.isValid() === true;
}

/** The ten digits of a number of the US, Canada or their neighbours; undefined for any other. */
export function nationalTenDigits(number: string): string | undefined {
  return northAmerican.test(number) ? number.slice(2) : undefined;
}

/** A number as people write it: `+1 318-225-8808` (recorded), `+44 20 7946 0123`. */
export function displayNumber(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  if (area !== undefined) return `+1 ${area}-${exchange}-${line}`; // the library writes spaces
  return parseNumber(number)?.formatInternational() ?? number;
}

/** The calling code of a country; undefined if it has no telephone network of its own. */
export function callingCodeOf(alpha2: string): number | undefined {
  return isSupportedCountry(alpha2) ? Number(getCountryCallingCode(alpha2)) : undefined;
}

/**
 * The alpha-2 code of the country that a number belongs to; undefined if no country has its calling code. A number that
 * its country has not assigned counts as that of the code's main country (+1 555…: the US).
 */
export function countryOf(number: string): string | undefined {
  const known = countries.get(number);
  if (known !== undefined) return known ?? undefined;
  const found = findCountry(number);
  countries.set(number, found ?? null);
  return found;
}

/** Cached countries of numbers, because the library takes longer than the rest of a call; null for no country. */
const countries = new BoundedMap<string, string | null>(10_000);

function findCountry(number: string): string | undefined {
  const known = parseNumber(number);
  return known && (known.country ?? mainCountries().get(known.countryCallingCode));
}

function parseNumber(number: string): PhoneNumber | undefined {
  try {
    return parsePhoneNumber(number);
  } catch {
    return undefined; // the library's way to say that no country has this calling code
  }
}

let mainByCallingCode: Map<string, string> | undefined;

function mainCountries(): Map<string, string> {
  mainByCallingCode ??= new Map(getCountries().map((country) => [getCountryCallingCode(country), mainFor(country)]));
  return mainByCallingCode;
}

/** The main country of each calling code that several countries share. */
const mainCountryByCode: Readonly<Record<string, CountryCode>> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
};

function mainFor(country: CountryCode): CountryCode {
  return mainCountryByCode[getCountryCallingCode(country)] ?? country;
}
