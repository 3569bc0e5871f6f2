import { wholeSecond } from '../domain/clock.ts';
import { monthlyCents } from '../domain/phone-number.ts';
import type { PhoneNumber } from '../domain/phone-number.ts';
import { findAreaCode } from '../numbering/area-codes.ts';
import { countryOf } from '../numbering/e164.ts';

const countryNames: Readonly<Record<string, string>> = { US: 'United States of America', CA: 'Canada' };

/** A number of the US or Canada as it joins the account. Where its area code is not offered, its place is not known. */
export function portedNumber(number: string, now: number): PhoneNumber {
  const areaCode = Number(number.slice(2, 5));
  const place = findAreaCode(areaCode);
  const at = wholeSecond(now);
  return {
    number,
    countryCode: 1,
    areaCode,
    city: place?.city ?? 'Unknown',
    state: place?.state ?? 'Unknown',
    country: place?.country ?? countryNames[countryOf(number) ?? ''] ?? 'Unknown',
    costCents: monthlyCents,
    lastBilledAt: at,
    provisionedAt: at,
    callbackUrl: null,
    ataName: null,
  };
}
