/** The years that users may give for a world's clock and its data; both ends are far from the limits of Date. */
const clockTimeRange = { first: Date.UTC(1900, 0), last: Date.UTC(9000, 0) } as const;

/** Whether a moment, in ms since the epoch, is one that people may name. */
export const isInCalendar = (time: number): boolean => time >= clockTimeRange.first && time <= clockTimeRange.last;

/** The times of records reach further: fixtures put some before the start of their world, and a clock that runs, after its last. */
export const recordTimeRange = { first: Date.UTC(1800, 0), last: Date.UTC(10_000, 0) - 1 } as const;

/**
 * The instant so many UTC months after another, in ms. The day stays the same. From the last day of a month it becomes
 * the day of `anchor`, or the last one of a month without that day. UTC has no daylight saving, so no hour is skipped
 * or repeated.
 */
export function monthsAfter(time: number, months: number, anchor: number): number {
  const date = new Date(time);
  const isLast = date.getUTCDate() === daysInMonth(date);
  const day = isLast ? Math.max(date.getUTCDate(), new Date(anchor).getUTCDate()) : date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.setUTCDate(Math.min(day, daysInMonth(date)));
}

/** The number of months from the month of one instant to that of another. Days do not count. */
export function monthsBetween(from: number, until: number): number {
  const [first, last] = [new Date(from), new Date(until)];
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
}

const daysInMonth = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
