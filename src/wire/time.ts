import { centralOffset, fromCentral } from '../domain/central-time.ts';

const hour = 3_600_000;
const minute = 60_000;

/**
 * `2021-11-04T16:28:30.000-05:00` from ms since the epoch: with the zone's offset of the instant that is shown, and always
 * `.000`. Source: recorded v2 and v2.1 answers.
 */
export function centralTime(time: number): string {
  const offset = centralOffset(time);
  const minutes = Math.abs(offset) / minute;
  const clock = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${withoutMs(time + offset)}.000${offset < 0 ? '-' : '+'}${clock}`;
}

/** Null for what has not happened yet. */
export const centralTimeOrNull = (time: number | null): string | null => (time === null ? null : centralTime(time));

/** `2012-10-11 10:51:33`, as v1 shows the times of phone numbers: Central time, without saying so. */
export function centralTimeWithoutZone(time: number): string {
  return withoutMs(time + centralOffset(time)).replace('T', ' ');
}

/** Counted from the end: years outside of 0 to 9999 are written with more letters. */
const withoutMs = (time: number): string => new Date(time).toISOString().slice(0, -'.000Z'.length);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|GMT|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?)?$/i;

/**
 * Reads an RFC 3339 time into ms since the epoch; undefined when it is none or not in the calendar. Clients also leave
 * out the zone, the time of day, or write a space for the `T`. Without a zone it is Central time, as in answers. Ruby's
 * times as text name a zone only where that is UTC, and it is taken as GMT and in lower case too.
 */
export function readTime(text: string): number | undefined {
  const match = pattern.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', offset] = match;
  const wanted = [year, month, day, hours, minutes, seconds].map(Number) as DateParts;
  const date = utcDate(wanted);
  if (date === undefined) return undefined;
  const local = date + Number(fraction.padEnd(3, '0').slice(0, 3));
  if (offset !== undefined) return local - readOffset(offset);
  return fromCentral(local);
}

type DateParts = [year: number, month: number, day: number, hours: number, minutes: number, seconds: number];

/** Undefined where Date would carry over: 30 February, 25:00. */
function utcDate([year, month, day, hours, minutes, seconds]: DateParts): number | undefined {
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
