import { monthsAfter, monthsBetween } from './calendar.ts';
import type { PhoneNumber } from './phone-number.ts';

type BillingDates = Pick<PhoneNumber, 'lastBilledAt' | 'provisionedAt'>;

interface DueRenewals {
  readonly months: number;
  /** When the last of them was due, in ms; without any, when the number was last billed. */
  readonly lastAt: number;
}

/**
 * When the month ends that was billed last, in ms: that is when the next one is. A number of the 31st is billed on the last
 * day of shorter months, and on the 31st again after those.
 */
export const nextRenewal = ({ lastBilledAt, provisionedAt }: BillingDates, months = 1): number =>
  monthsAfter(lastBilledAt, months, provisionedAt);

/** Within so many months the day is found that a number is billed on from then on: a leap year is among them. */
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
