/** The zone that the service lives by, daylight saving included. Source: recorded v2 and v2.1 answers. */
const zone = 'America/Chicago';

const hour = 3_600_000;
const minute = 60_000;

const zoneName = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });

/** Offsets in ms by hour since the epoch: asking Intl costs microseconds, and a list shows fifty times. */
const offsets = new Map<number, number>();
const mostOffsets = 50_000;

/** What is added to an instant to get the time of day in the zone; both in ms. */
export function centralOffset(time: number): number {
  const key = Math.floor(time / hour);
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const name = zoneName.formatToParts(key * hour).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute);
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** The instant at which the zone's clocks show a time; that time is given as if it were UTC. */
export function fromCentral(shown: number): number {
  // The offset depends on the instant, and the instant on the offset: the second look settles it.
  return shown - centralOffset(shown - centralOffset(shown));
}

/** When the day began there that an instant lies in. */
export function startOfCentralDay(time: number): number {
  return fromCentral(shownDate(time).setUTCHours(0, 0, 0, 0));
}

/** When the month began there that an instant lies in. */
export function startOfCentralMonth(time: number): number {
  const date = shownDate(time);
  date.setUTCDate(1);
  return fromCentral(date.setUTCHours(0, 0, 0, 0));
}

/**
 * The instant so many months after another, at the same time of day there. The day is the other's, or where that was the
 * last of its month the day that `anchor` lies on, and in a month that has no such day its last one.
 */
export function centralMonthsAfter(time: number, months: number, anchor: number): number {
  const date = shownDate(time);
  const isLast = date.getUTCDate() === daysInMonth(date);
  const day = isLast ? Math.max(date.getUTCDate(), shownDate(anchor).getUTCDate()) : date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(day, daysInMonth(date)));
  return fromCentral(date.getTime());
}

/** By how many the month that `until` lies in follows that of `from`; days do not count. */
export function centralMonthsBetween(from: number, until: number): number {
  const [first, last] = [shownDate(from), shownDate(until)];
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  return years * 12 + last.getUTCMonth() - first.getUTCMonth();
}

const daysInMonth = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

const shownDate = (time: number): Date => new Date(time + centralOffset(time));
