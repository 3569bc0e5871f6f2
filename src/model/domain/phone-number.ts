import { field, orNull, usualRecord } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import { faxErrorById } from './fax-error.ts';
import type { FaxError } from './fax-error.ts';
import { monthsAfter, monthsBetween } from './time.ts';

/** The fields of a number. Those that only v3 changes have a usual value. */
export const numberTable = {
  /** E.164 with its plus; the record's key. */
  number: 'phoneNumber',
  /** The country's calling code (1 for the US and Canada). */
  countryCode: field('integer', { about: 'The calling code' }),
  areaCode: field('integer', { about: 'The area code in the country' }),
  /** Name of the city, or several names joined by a comma and a space, as the service shows them. */
  city: field('text', { about: 'The city as the API shows it' }),
  /** Name in full: "Louisiana". */
  state: 'text',
  /** Name in full: "United States of America". */
  country: 'text',
  /** US cents a month. */
  costCents: field('price', { about: 'The monthly price in US cents' }),
  lastBilledAt: field('time', { about: 'The time of the last monthly charge' }),
  provisionedAt: field('time', { about: 'The time at which the account got the number' }),
  /** Overrides the account's receive callback URL; null if it does not. */
  callbackUrl: orNull('callbackUrl'),
  /** The ATA that the number is attached to; null if there is none. */
  ataName: field(orNull('text'), { about: 'By default the name of the ATA with this number' }),
  /** The v3 service that the number belongs to; null for the first service of the project. */
  serviceId: field(orNull('key'), {
    usual: null,
    isLater: true,
    about: 'The service of v3 that has the number; by default the first',
  }),
  suspended: field('flag', { usual: false, isLater: true, about: 'Whether v3 has suspended the number' }),
  note: field(orNull('text'), { usual: null, isLater: true, about: 'The reason of the suspension' }),
} as const;

/** A number that the account owns. */
export interface PhoneNumber extends RecordOf<typeof numberTable> {}

/** The defaults of the fields that only v3 has. */
export const numberDefaults = usualRecord(numberTable);

/** The monthly price of a number, in US cents. Source: recorded phone numbers. */
export const monthlyCents = 200;

export const releasedNumberTable = {
  /** E.164 with its plus; the record's key. */
  number: 'phoneNumber',
  releasedAt: 'time',
} as const;

/** A number that the account has released, and that is not available for a while. */
export interface ReleasedNumber extends RecordOf<typeof releasedNumberTable> {}

/** The number that the service itself sends and receives with in tests. Source: a recorded answer. */
export const publicNumber = '+18773346654';

const pattern = /^\+15555551(\d{3})$/;

/**
 * The numbers +1 555 555 1NNN are the simulator's own: a call to one ends with the fax error NNN of the service, or
 * succeeds if there is no such error. Returns undefined for every other number.
 */
export function errorOfTestNumber(number: string): FaxError | undefined {
  const [, id] = pattern.exec(number) ?? [];
  return id === undefined ? undefined : faxErrorById(Number(id));
}

export const isTestNumber = (number: string): boolean => pattern.test(number);

type BillingDates = Pick<PhoneNumber, 'lastBilledAt' | 'provisionedAt'>;

interface DueRenewals {
  readonly months: number;
  /** Instant at which the last of the months was due, in ms; if none is due, that of the last bill. */
  readonly lastAt: number;
}

/**
 * The end of the month that was billed last, in ms: the next month is due then. A number of the 31st is billed on the
 * last day of shorter months, and on the 31st again after those.
 */
export const nextRenewal = ({ lastBilledAt, provisionedAt }: BillingDates, months = 1): number =>
  monthsAfter(lastBilledAt, months, provisionedAt);

/** The number of months to compute one by one until the day of billing stays the same. It includes a leap year. */
const settlingMonths = 60;

/**
 * The months that are due by `now`. The time to compute them does not depend on their number, because a clock can be moved by
 * thousands of years.
 */
export function renewalsDue({ lastBilledAt, provisionedAt }: BillingDates, now: number): DueRenewals {
  let months = 0;
  let at = lastBilledAt;
  while (months < settlingMonths) {
    const next = nextRenewal({ lastBilledAt: at, provisionedAt });
    if (next > now) return { months, lastAt: at };
    at = next;
    months += 1;
  }
  const settled = { lastBilledAt: at, provisionedAt };
  const most = monthsBetween(at, now);
  const rest = nextRenewal(settled, most) > now ? most - 1 : most;
  return { months: months + rest, lastAt: nextRenewal(settled, rest) };
}
