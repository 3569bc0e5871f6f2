import { unitMs } from './duration.ts';

/**
 * The day of a text such as `15:30`: a clock goes to the next such time, a list begins at the latest one, and ends at the first one
 * after its beginning, else at that of today. A list also ends with the end of a day.
 */
export type Preference = 'next' | 'latest' | 'end';

interface Present {
  /** Ms on the clock of the world. */
  readonly now: number;
  readonly prefers: Preference;
  /** The beginning of the list whose end is read, in ms. */
  readonly since?: number | undefined;
  /** Whether a text without a zone is in UTC; otherwise it is in the zone of this machine. */
  readonly isUtc?: boolean;
}

/**
 * Reads a time that a person typed or copied from the page into RFC 3339: `15:30`, `8pm`, `5 min ago`, `yesterday 15:30`, `Jan 31, 15:30`,
 * `2026-01-31 15:30:00 GMT+5:30`. A day means its beginning, unless a list ends. Throws an Error for any other text.
 */
export function readTime(text: string, present: Present): string {
  const { prefers } = present;
  const typed = in24Hours(withoutRemarks(text.trim()));
  const ms = distantTime(typed, present) ?? writtenTime(typed, present);
  const date = new Date(ms ?? NaN);
  if (!Number.isNaN(date.getTime())) return writeTime(date.getTime());
  const day = slashedDay.exec(typed);
  if (day !== null)
    throw new Error(
      `“${text.trim()}” has a day that countries read in two ways: write the day as ${daysIn(day).join(' or ')}`,
    );
  throw new Error(
    `“${text.trim()}” is no time: write 15:30, ${prefers === 'next' ? 'in 5 min' : '5 min ago'}, Jan 31, 15:30, 2026-01-31 15:30:00, or a day`,
  );
}

/** RFC 3339 in UTC of a time in ms, without the ms of a whole second. */
export const writeTime = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

/** Leaves out the remarks that the page adds to a time: ` · 3 min ago`, ` (1 min real)`. */
function withoutRemarks(text: string): string {
  const [time = ''] = text.split(' · ', 1);
  const bracketAt = time.indexOf(' (');
  return bracketAt > 0 && /real(?: time)?\)$/.test(time) ? time.slice(0, bracketAt) : time;
}

/** Writes the hours of `9am` and `8:30 pm` as `09:00` and `20:30`. */
const in24Hours = (text: string): string =>
  text.replace(
    /(?<!\d)(1[0-2]|0?[1-9])(:\d\d(?::\d\d)?)? ?([ap])\.?m\b\.?/i,
    (_all, hour: string, rest = ':00', half: string) => {
      const inHalf = Number(hour) % 12;
      return `${String(half.toLowerCase() === 'p' ? inHalf + 12 : inHalf).padStart(2, '0')}${rest}`;
    },
  );

/** A day that some countries read as month and day, others as day and month. */
const slashedDay = /^(\d\d?)[/.](\d\d?)[/.](\d{4})(?!\d)/;

/** The days that a day with slashes can mean: `2026-11-27`; the form of all days if it means none. */
function daysIn([, one = '', other = '', year = '']: readonly string[]): readonly string[] {
  const days = [
    [one, other],
    [other, one],
  ].filter(([month, day]) => Number(month) <= 12 && Number(day) <= 31);
  const texts = days.map(([month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return texts.length === 0 ? ['2026-01-31'] : [...new Set(texts)];
}

const isUnit = (name: string): name is keyof typeof unitMs => Object.hasOwn(unitMs, name);

const distance =
  /^(in )?((?:\d+(?:\.\d+)? ?(?:ms|s|sec|seconds?|m|min|minutes?|h|hours?|d|days?|w|weeks?) ?)+)( ago)?$/i;

/** The time of `now`, `in 5 min` or `2 h 3 min ago`. A distance alone goes the preferred way. */
function distantTime(text: string, { now, prefers }: Present): number | undefined {
  if (/^(?:right )?now$/i.test(text)) return now;
  const [, coming, parts = '', past] = distance.exec(text) ?? [];
  if (parts === '' || (coming !== undefined && past !== undefined)) return undefined;
  const isComing = coming !== undefined || (past === undefined && prefers === 'next');
  return isComing ? now + msOf(parts) : now - msOf(parts);
}

function msOf(parts: string): number {
  let ms = 0;
  for (const [, count, word = ''] of parts.toLowerCase().matchAll(/(?<![\d.])(\d+(?:\.\d+)?) ?([a-z]+)/g)) {
    const unit = word === 'ms' ? word : word.slice(0, 1);
    ms += Number(count) * (isUnit(unit) ? unitMs[unit] : NaN);
  }
  return Math.round(ms);
}

/** The forms of a time, with their parts by name. */
const written: readonly RegExp[] = [
  /^(?<time>\d?\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(?: ?(?<zoned>Z|[+-]\d\d:?\d\d|[A-Z]{2,5}(?:[+-]\d\d?(?::\d\d)?)?))?$/i,
  /^(?<date>\d{4}-\d\d-\d\d)(?:(?:,? +|T)(?<time>\d?\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?(?: ?(?<zoned>Z|[+-]\d\d:?\d\d|[A-Z]{2,5}(?:[+-]\d\d?(?::\d\d)?)?))?$/i,
  /^(?<word>today|yesterday|tomorrow)(?:,? +(?:at )?(?<time>\d?\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?(?: ?(?<zoned>Z|[+-]\d\d:?\d\d|[A-Z]{2,5}(?:[+-]\d\d?(?::\d\d)?)?))?$/i,
  /^(?:[A-Z]{3,6}day, )?(?<month>[A-Z]{3,9}) (?<day>\d\d?)(?:, (?<year>\d{4}))?(?:,? +(?<time>\d?\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?(?: ?(?<zoned>Z|[+-]\d\d:?\d\d|[A-Z]{2,5}(?:[+-]\d\d?(?::\d\d)?)?))?$/i,
];

function writtenTime(text: string, present: Present): number | undefined {
  const groups = written.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const { time, zoned = usualZone(present.isUtc) } = groups;
  const today = dateIn(present.now, zoned);
  if (!(groups['date'] ?? groups['word'] ?? groups['month'])) return timeOfDay(time, zoned, present);
  const date = dateOf(groups, today);
  if (date === undefined) return undefined;
  return time === undefined && present.prefers === 'end' ? dayEnd(date, zoned) : instantOf(date, time, zoned);
}

/** The time of a text without a day, on the preferred day. */
function timeOfDay(time: string | undefined, zoned: string | undefined, present: Present): number | undefined {
  const { now, prefers, since } = present;
  const nearest = prefers === 'end' ? (since ?? now) : now;
  const day = dateIn(nearest, zoned);
  const ofDay = instantOf(day, time, zoned);
  const isPast = (ofDay ?? NaN) <= nearest;
  const days = {
    next: isPast ? 1 : 0,
    latest: (ofDay ?? NaN) > now ? -1 : 0,
    end: isPast && since !== undefined ? 1 : 0,
  };
  return days[prefers] === 0 ? ofDay : instantOf(daysAfter(day, days[prefers]), time, zoned);
}

/** The last ms of a day. */
function dayEnd(date: string, zoned: string | undefined): number | undefined {
  const next = instantOf(daysAfter(date, 1), undefined, zoned);
  return next === undefined ? undefined : next - 1;
}

/** The name of the zone of a text without one; undefined for that of this machine. */
const usualZone = (isUtc = false): string | undefined => (isUtc ? 'UTC' : undefined);

const wordDays: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };

/** `2026-01-31` of the parts of a day; undefined if there is no such day. A day without a year is in the year of today. */
function dateOf({ date, word, month, day, year }: Readonly<Record<string, string>>, today: string): string | undefined {
  if (word !== undefined) return daysAfter(today, wordDays[word.toLowerCase()] ?? 0);
  const named = `${month} ${day}, ${year ?? today.slice(0, 4)} UTC`;
  const ms = Date.parse(date === undefined ? named : `${date}T00:00Z`);
  if (Number.isNaN(ms)) return undefined;
  const found = new Date(ms).toISOString().slice(0, 10);
  return Number(found.slice(8)) === Number(day ?? date?.slice(8)) ? found : undefined; // February 30 would become March 2
}

const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * unitMs.d).toISOString().slice(0, 10);

/** The date of a time in a zone: `2026-01-31`. */
function dateIn(ms: number, zoned: string | undefined): string {
  const offset = offsetOf(zoned);
  const offsetMs = offset ?? -new Date(ms).getTimezoneOffset() * unitMs.m;
  return new Date(ms + offsetMs).toISOString().slice(0, 10);
}

/** The ms by which a zone is ahead of UTC; undefined for that of this machine. */
function offsetOf(zoned: string | undefined): number | undefined {
  if (zoned === undefined) return undefined;
  const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d\d?):?(\d\d)?$/i.exec(zoned) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * unitMs.h + Number(minutes) * unitMs.m);
  return /^(?:Z|UTC|GMT)$/i.test(zoned) ? 0 : undefined;
}

/** The ms of a date and a time in a zone. Undefined for a zone that is neither UTC nor that of this machine. */
function instantOf(date: string, time = '00:00', zoned?: string): number | undefined {
  const padded = time.replace(/^\d:/, '0$&').replace(/^\d\d:\d\d$/, '$&:00');
  const offset = offsetOf(zoned);
  if (offset !== undefined) return Date.parse(`${date}T${padded}Z`) - offset;
  const first = Date.parse(`${date}T${padded}`); // without a zone, a date with a time is one of this machine
  if (zoned === undefined || Number.isNaN(first)) return first;
  // An hour that comes twice in a night has two names: PDT, then PST.
  return [first, first + unitMs.h].find((ms) => isNamed(ms, zoned) && dateAndHour(ms) === dateAndHour(first));
}

const dateAndHour = (ms: number): string => new Date(ms).toString().slice(0, 18);

/** Whether the zone of this machine has this name at a time. */
function isNamed(ms: number, name: string): boolean {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(ms);
  return parts.some(({ type, value }) => type === 'timeZoneName' && value.toLowerCase() === name.toLowerCase());
}

/** The beginning of a day, of today or of a number of days after today. */
export function dayStart(now: number, { days = 0, isUtc }: { days?: number; isUtc?: boolean } = {}): number {
  const zoned = usualZone(isUtc);
  return instantOf(daysAfter(dateIn(now, zoned), days), undefined, zoned) ?? NaN;
}
