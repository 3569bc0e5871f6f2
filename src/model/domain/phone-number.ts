import { faxErrorById } from './fax-error.ts';
import type { FaxError } from './fax-error.ts';
import { monthsAfter, monthsBetween } from './time.ts';

/** A number that the account owns. */
export interface PhoneNumber {
  /** E.164 with its plus; the record's key. */
  readonly number: string;
  /** The country's calling code (1 for the US and Canada). */
  readonly countryCode: number;
  readonly areaCode: number;
  /** Name of the city, or several names joined by a comma and a space, as the service shows them. */
  readonly city: string;
  /** Name in full: "Louisiana". */
  readonly state: string;
  /** Name in full: "United States of America". */
  readonly country: string;
  /** US cents a month. */
  readonly costCents: number;
  readonly lastBilledAt: number;
  readonly provisionedAt: number;
  /** Overrides the account's receive callback URL; null if it does not. */
  readonly callbackUrl: string | null;
  /** The ATA that the number is attached to; null if there is none. */
  readonly ataName: string | null;
}

/** The monthly price of a number, in US cents. Source: recorded phone numbers. */
export const monthlyCents = 200;

/** A number that was the account's, and is not given to anyone for a while. */
export interface ReleasedNumber {
  /** E.164 with its plus; the record's key. */
  readonly number: string;
  readonly releasedAt: number;
}

/** The number that the service itself sends and receives with in tests. Source: a recorded answer. */
export const publicNumber = '+18773346654';

const pattern = /^\+15555551(\d{3})$/;

/**
 * The numbers +1 555 555 1NNN are the simulator's own: a call to one ends with the fax error NNN of the service, or
 * succeeds when there is none. Returns undefined for every other number.
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

/** Number of months in which the day is found that a number is billed on from then on: a leap year is among them. */
const settlingMonths = 60;

/** The months that are due by `now`. They cost the same however many there are: a clock can be moved by thousands of years. */
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
