import { wholeSecond } from '../../model/domain/clock.ts';
import { snakeCase } from '../../model/fields/names.ts';
import { durationText, parseDuration } from '../../model/shared/duration.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { mapFields } from '../../store/memory/record-checks.ts';

/** `-2h` or `+5m`: a time before or after the start of the world. */
const relative = /^[+-](?=\d)/;

/** The fields of records that hold a time. */
const times = /(?:_at|^at|^requested_for|^last_registered|^expiry_time)$/;

/** The fields whose mappings have names chosen by the user. */
const maps: ReadonlySet<string> = new Set(Array.from(mapFields, snakeCase));

/** The lists whose records have times in ms. Other records have times in whole seconds, except those of their next steps. */
const listsInMs: ReadonlySet<string> = new Set(['services', 'cover_pages', 'emails']);
const fieldsInMs = /^(?:at|cancel_at)$/;

/** A change of a time; `isSecond`: the service stores it in whole seconds. */
type Change = (text: string, isSecond: boolean) => unknown;

/** Replaces the values of time fields within a fixture. */
const withTimes = (fixture: Mapping, change: Change): Mapping =>
  Object.fromEntries(
    Object.entries(fixture).map(([list, entries]) => {
      const changeIn = (text: string, name: string) => change(text, !listsInMs.has(list) && !fieldsInMs.test(name));
      return [list, timesWithin(entries, changeIn, list)];
    }),
  );

function timesWithin(value: unknown, change: (text: string, name: string) => unknown, name = ''): unknown {
  if (typeof value === 'string') return times.test(name) ? change(value, name) : value;
  if (Array.isArray(value)) return value.map((item) => timesWithin(item, change));
  if (!isPlainObject(value) || Object.getPrototypeOf(value) !== Object.prototype || maps.has(name)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, timesWithin(part, change, key)]));
}

/**
 * Converts relative times into RFC 3339. Times that the service stores in whole seconds count from the second of the start, since
 * a time that is rounded afterwards would sometimes lose a second. Other texts stay for the schema to refuse.
 */
export const absoluteTimes = (value: Mapping, now: number): Mapping =>
  withTimes(value, (text, isSecond) => {
    const ms = relative.test(text) ? parseDuration(text.slice(1)) : undefined;
    const start = isSecond ? wholeSecond(now) : now;
    const date = new Date(ms === undefined ? NaN : text.startsWith('-') ? start - ms : start + ms);
    return Number.isNaN(date.getTime()) ? text : date.toISOString();
  });

/**
 * Converts RFC 3339 times into relative ones, so that a world made from the fixture is as recent as this one. A time
 * within the second of the clock becomes the start of that second, because a world must not begin before something that
 * has happened.
 */
export const relativeTimes = (value: Mapping, now: number): Mapping =>
  withTimes(value, (text, isSecond) => {
    const time = Date.parse(text);
    if (Number.isNaN(time)) return text;
    const start = isSecond ? wholeSecond(now) : now;
    const ms = time <= now ? Math.min(time - start, 0) : time - start;
    return `${ms > 0 ? '+' : '-'}${ms === 0 ? '0s' : durationText(Math.abs(ms))}`;
  });
