/** The years that users may give for a world's clock and its data; both ends are far from the limits of Date. */
const clockTimeRange = { first: Date.UTC(1900, 0), last: Date.UTC(9000, 0) } as const;

/** Whether users may give this moment, in ms since the epoch. */
export const isInCalendar = (time: number): boolean => time >= clockTimeRange.first && time <= clockTimeRange.last;

/**
 * The times of records reach further: fixtures have some before the start of their world, and a running clock passes the last one.
 */
export const recordTimeRange = { first: Date.UTC(1800, 0), last: Date.UTC(10_000, 0) - 1 } as const;

/**
 * The instant some UTC months after another, in ms. The day stays the same. The last day of a month becomes the day
 * of `anchor`, or the last one of a month without that day. UTC has no daylight saving, so no hour is skipped or
 * repeated.
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

/** The zone that the service lives by, daylight saving included. Source: recorded v2 and v2.1 answers. */
const zone = 'America/Chicago';

const hour = 3_600_000;
const minute = 60_000;

/** Format for times before 2007, made for the first one that is shown: the first format of a process takes 30 ms. */
let zoneName: Intl.DateTimeFormat | undefined;

/** Cached offsets in ms, by hour since the epoch: a list shows fifty times. */
const offsets = new Map<number, number>();
const offsetsMax = 50_000;

/** The offset of US Central time from UTC at an instant; both in ms. */
export function centralOffset(time: number): number {
  const key = Math.floor(time / hour);
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = time >= presentRuleSince ? offsetByRule(key * hour) : offsetByIntl(key * hour);
  if (offsets.size >= offsetsMax) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** Source: Energy Policy Act of 2005, section 110. */
const presentRuleSince = Date.UTC(2007, 0);

/**
 * The offset at a time: daylight saving lasts from two o'clock on the second Sunday of March to two o'clock on the first Sunday
 * of November.
 */
function offsetByRule(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const isSummer = time >= sundayOf(year, 2, 2) + 8 * hour && time < sundayOf(year, 10, 1) + 7 * hour;
  return (isSummer ? -5 : -6) * hour;
}

/** The beginning of the n-th Sunday of a month in UTC; the month counts from 0. */
function sundayOf(year: number, month: number, n: number): number {
  const day = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - day) % 7) + 7 * (n - 1));
}

function offsetByIntl(time: number): number {
  zoneName ??= new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = zoneName.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute);
}

/** Converts a time of the zone's clocks, given as if in UTC, into an instant. */
function fromCentral(localTime: number): number {
  // The offset depends on the instant, and the instant on the offset. A second round is exact.
  return localTime - centralOffset(localTime - centralOffset(localTime));
}

/** The beginning of the Central day in which an instant lies, in ms. */
export function startOfCentralDay(time: number): number {
  return fromCentral(shownDate(time).setUTCHours(0, 0, 0, 0));
}

/** The beginning of the Central month in which an instant lies, in ms. */
export function startOfCentralMonth(time: number): number {
  const date = shownDate(time);
  date.setUTCDate(1);
  return fromCentral(date.setUTCHours(0, 0, 0, 0));
}

const shownDate = (time: number): Date => new Date(time + centralOffset(time));

/** Completes "must be …". */
export const expectedDuration = 'a duration such as 60s or 5m';

/** The longest wait of a request, in real ms. Many clients give up after five minutes, including Node's fetch. */
export const waitMsMax = 240_000;

/** A written time, as if in UTC, and the offset of its zone from UTC; both in ms. */
interface Timestamp {
  readonly local: number;
  /** Offset of the zone; undefined if the text names none. */
  readonly offset: number | undefined;
}

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|GMT|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?)?$/i;

/**
 * Reads an RFC 3339 time into ms since the epoch; undefined for other texts, and for times outside of the calendar.
 * Clients also leave out the zone, the time of day, or write a space for the `T`. Text without a zone is Central time,
 * as in responses. Ruby writes a zone only for UTC; GMT and lower case are accepted too.
 */
export function readTime(text: string): number | undefined {
  const parsedTime = readTimestamp(text.trim());
  if (parsedTime === undefined) return undefined;
  return parsedTime.offset === undefined ? fromCentral(parsedTime.local) : parsedTime.local - parsedTime.offset;
}

/** The largest number of seconds that Date can hold. */
export const unixSecondsMax = 8_640_000_000_000;

/** Reads the seconds of v1, or the text that Ruby's client sends in their place, into ms since the epoch. */
export function readUnixTime(text: string): number | undefined {
  if (!/^-?\d{1,16}$/.test(text)) return readTime(text);
  const seconds = Number(text);
  return Math.abs(seconds) <= unixSecondsMax ? seconds * 1000 : undefined;
}

/** Reads the forms of `readTime`. Returns undefined for a time that no calendar has. */
export function readTimestamp(text: string): Timestamp | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', offset] = match;
  const date = utcDate([year, month, day, hours, minutes, seconds].map(Number));
  if (date === undefined) return undefined;
  const local = date + Number(fraction.padEnd(3, '0').slice(0, 3));
  return { local, offset: offset === undefined ? undefined : readOffset(offset) };
}

/** The time of a date in UTC; undefined for impossible dates, which Date would carry over: 30 February, 25:00. */
function utcDate(parts: readonly number[]): number | undefined {
  const [year = NaN, month = NaN, day = NaN, hours = NaN, minutes = NaN, seconds = NaN] = parts;
  const date = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  date.setUTCFullYear(year); // Date.UTC takes the years 0 to 99 for 1900 to 1999
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hours;
  return same && minutes < 60 && seconds < 60 ? date.getTime() : undefined;
}

function readOffset(text: string): number {
  if (!/^[+-]/.test(text)) return 0;
  const digits = text.slice(1).replace(':', '');
  const ms = Number(digits.slice(0, 2)) * hour + Number(digits.slice(2)) * minute;
  return text.startsWith('-') ? -ms : ms;
}
