import { centralOffset } from '../model/domain/time.ts';

const minute = 60_000;

/**
 * `2021-11-04T16:28:30.000-05:00` for ms since the epoch: with the zone's offset at that instant, and always `.000`.
 * Source: recorded v2 and v2.1 answers.
 */
export function centralTime(time: number): string {
  const offset = centralOffset(time);
  const minutes = Math.abs(offset) / minute;
  const clock = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${withoutMs(time + offset)}.000${offset < 0 ? '-' : '+'}${clock}`;
}

/** Central time; null for a time that has not come yet. */
export const centralTimeOrNull = (time: number | null): string | null => (time === null ? null : centralTime(time));

/** `2012-10-11 10:51:33`: v1 shows the times of phone numbers in Central time, without an offset. */
export function centralTimeWithoutZone(time: number): string {
  return withoutMs(time + centralOffset(time)).replace('T', ' ');
}

/** Counts from the end, because years outside of 0 to 9999 have more digits. */
const withoutMs = (time: number): string => new Date(time).toISOString().slice(0, -'.000Z'.length);

const twoDigits = (value: number): string => String(value).padStart(2, '0');
