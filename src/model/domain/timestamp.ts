const hour = 3_600_000;
const minute = 60_000;

/** A time of day as it is written, as if in UTC, and how far its zone is ahead of UTC; both in ms. */
export interface Timestamp {
  readonly local: number;
  /** Undefined where the text names no zone. */
  readonly offset: number | undefined;
}

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|GMT|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?)?$/i;

/** Reads an RFC 3339 time, and the other forms of clients: see readTime. Undefined for a time that no calendar has. */
export function readTimestamp(text: string): Timestamp | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', offset] = match;
  const date = utcDate([year, month, day, hours, minutes, seconds].map(Number));
  if (date === undefined) return undefined;
  const local = date + Number(fraction.padEnd(3, '0').slice(0, 3));
  return { local, offset: offset === undefined ? undefined : readOffset(offset) };
}

/** Undefined where Date would carry over: 30 February, 25:00. */
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
