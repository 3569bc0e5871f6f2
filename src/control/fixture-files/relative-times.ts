import { snakeCase } from '../../model/fields/names.ts';
import { durationText, parseDuration } from '../../model/shared/duration.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { mapFields } from '../../store/memory/record-checks.ts';

/** `-2h` or `+5m`: a time before or after the one at which the world starts. */
const relative = /^[+-](?=\d)/;

/** The fields of records that hold a time. */
const times = /(?:_at|^at|^requested_for|^last_registered|^expiry_time)$/;

/** Mappings with names of the user's own. */
const maps: ReadonlySet<string> = new Set(Array.from(mapFields, snakeCase));

/** Replaces the values of time fields within a value. */
function withTimes(value: unknown, change: (text: string) => unknown, name = ''): unknown {
  if (typeof value === 'string') return times.test(name) ? change(value) : value;
  if (Array.isArray(value)) return value.map((item) => withTimes(item, change));
  if (!isPlainObject(value) || Object.getPrototypeOf(value) !== Object.prototype || maps.has(name)) return value;
  return membersWithTimes(value, change);
}

const membersWithTimes = (value: Mapping, change: (text: string) => unknown): Mapping =>
  Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTimes(part, change, key)]));

/** The mapping with relative times as RFC 3339 times. Other texts, and times that no Date can be, stay for the schema to refuse. */
export const absoluteTimes = (value: Mapping, now: number): Mapping =>
  membersWithTimes(value, (text) => {
    const ms = relative.test(text) ? parseDuration(text.slice(1)) : undefined;
    const date = new Date(ms === undefined ? NaN : text.startsWith('-') ? now - ms : now + ms);
    return Number.isNaN(date.getTime()) ? text : date.toISOString();
  });

/** The value with RFC 3339 times as relative ones, so that a world made from it is as fresh as this one. */
export const relativeTimes = (value: Mapping, now: number): Mapping =>
  membersWithTimes(value, (text) => {
    const ms = Date.parse(text) - now;
    return Number.isNaN(ms) ? text : `${ms > 0 ? '+' : '-'}${durationText(Math.abs(ms))}`;
  });
