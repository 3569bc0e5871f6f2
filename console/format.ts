import { asText } from '../src/model/shared/conversion.ts';
import { durationWords } from '../src/model/shared/duration.ts';
import { signal } from '@preact/signals';

export { durationWords };

/** The zone in which times are shown: that of the simulator, or that of this machine. */
export const zone = signal<'UTC' | 'local'>('UTC');

/** `UTC`, or the zone of this machine at a time: `GMT+5:30`. */
export function zoneName(time: string | number = Date.now()): string {
  if (zone.value === 'UTC') return 'UTC';
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(new Date(time));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local';
}

/** `GMT+5:30 (Asia/Kolkata)`. */
export function fullZoneName(time?: number): string {
  const name = zoneName(time);
  return zone.value === 'UTC' ? name : `${name} (${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
}

/** A time in the chosen zone, written as if it were UTC. */
function zoned(time: string | number): string {
  const date = new Date(time);
  const offsetMs = zone.value === 'UTC' ? 0 : date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - offsetMs).toISOString();
}

/** `09:45:02`, of an RFC 3339 time. */
export const clockTime = (time: string | number): string => zoned(time).slice(11, 19);

/** The times of a list, all to the millisecond if two neighbours share a second: `09:45:02.150`. */
export function preciseTimes(times: readonly string[]): readonly string[] {
  const seconds = times.map(clockTime);
  const isPrecise = seconds.some((second, at) => second === seconds[at - 1]);
  return isPrecise ? times.map((time) => zoned(time).slice(11, 23)) : seconds;
}

/** `2026-01-31 09:45:02.150`. */
export const exactTime = (time: string | number): string => `${dateOf(time)} ${zoned(time).slice(11, 23)}`;

/** `2026-01-31`. */
export const dateOf = (time: string | number): string => zoned(time).slice(0, 10);

/** `Jan 31`. */
export const dayText = (time: string | number): string =>
  new Date(zoned(time)).toLocaleString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `2026-01-31 09:45:02`. */
export const timeText = (time: string | number): string => `${dateOf(time)} ${clockTime(time)}`;

const writtenTime = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Converts the RFC 3339 times in a text into the chosen zone. They get milliseconds if two different ones would look equal. */
export function withTimes(text: string): string {
  const times = new Set(text.match(writtenTime));
  const isPrecise = new Set([...times].map(timeText)).size < times.size;
  return text.replaceAll(writtenTime, isPrecise ? exactTime : timeText);
}

/** `2026-01-31 09:45:02 UTC`. */
export const zonedText = (time: string | number): string => `${timeText(time)} ${zoneName(time)}`;

/** Today: the time. This year: the day and the time. Else the date and the time. */
export function shortTime(time: string, now: number): readonly [first: string, rest?: string] {
  const today = dateOf(now);
  const ofDay = clockTime(time).slice(0, 5);
  if (dateOf(time) === today) return [ofDay];
  if (dateOf(time).slice(0, 4) !== today.slice(0, 4)) return [dateOf(time), ` ${ofDay}`];
  return [dayText(time), `, ${ofDay}`];
}

/** The time of a row in a table: `15:30:02` of today, `Jan 30, 15:30:02` of this year, else with the year. */
export function rowTime(time: string, now: number): string {
  if (dateOf(time) === dateOf(now)) return clockTime(time);
  const isThisYear = dateOf(time).slice(0, 4) === dateOf(now).slice(0, 4);
  return isThisYear ? `${dayText(time)}, ${clockTime(time)}` : timeText(time);
}

/**
 * The distance to a coming time: `in 200 ms`. The word `now` means that it has come to the millisecond, because a frozen clock can
 * stand just before the next step.
 */
export function dueIn(time: string | number, now: number): string {
  const ms = Math.round(new Date(time).getTime() - now);
  return ms <= 0 ? 'now' : `in ${durationWords(ms)}`;
}

/** The distance to a past time: `2 h ago`. The page may learn of a record before it learns that the clock has moved on. */
export function agoText(time: string | number, now: number): string {
  const ms = Math.round(now - new Date(time).getTime());
  return ms <= 0 ? 'now' : `${durationWords(ms)} ago`;
}

/** `$0.07`, of US cents. */
export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** `1 page`, `2 pages`. */
export const pluralize = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : noun.endsWith('x') ? 'es' : 's'}`;

/** A text whose numbers, such as `+1 202 555 0177`, do not break at their spaces. */
export const unbroken = (text: string): string => text.replaceAll(/(?<=\d) (?=\d)/g, '\u00a0');

/** The label of a choice, or the labels of several choices with commas: `Success, Failure`. Undefined without choices. */
export const choiceWords = (choices: Readonly<Record<string, string>> | undefined, value: string): string | undefined =>
  choices &&
  (choices[value] ??
    value
      .split(',')
      .map((one) => choices[one] ?? one)
      .join(', '));

/** `real time`, `×60`, `frozen`. */
export const speedText = (speed: number): string => (speed === 0 ? 'frozen' : speed === 1 ? 'real time' : `×${speed}`);

/** Removes JSON's quotes and escapes from a quoted text in a reason: `answered 401 with {"error":"…"}`. */
export const unquoted = (reason: string): string =>
  reason.replace(/"(?:\\.|[^"\\])*"/, (quoted) => (quoted.includes('\\') ? asText(JSON.parse(quoted)) : quoted));

/** The message in a JSON response that may be cut off: that of `{"error":"…"}` or `{"error":{"message":"…"}}`. */
export function messageIn(body: string): string | undefined {
  if (!body.startsWith('{')) return undefined;
  const [, text, end] = /"(?:error|message|detail)"\s*:\s*"((?:\\.|[^"\\])+)("?)/s.exec(body) ?? [];
  if (text === undefined) return undefined;
  if (end === '') return `${text.replace(/\\u.{0,3}$/, '')}…`;
  try {
    return asText(JSON.parse(`"${text}"`));
  } catch {
    return text; // a program may write JSON with wrong escapes
  }
}

/**
 * Why an attempt failed, in one line: `answered 401 · Invalid signature`. The detail of the attempt shows the advice
 * and the whole body.
 */
export function shortReason(reason: string): string {
  const short = unquoted(withoutAdvice(reason));
  const [answered = '', body = ''] = short.split(/ with (.*)/s);
  const message = messageIn(body);
  return message === undefined ? short : `${answered} · ${message}`;
}

/** The reason of a failure, without the advice: `connection refused at 127.0.0.1:9`. A quoted body stays whole. */
export const withoutAdvice = (reason: string): string =>
  reason.replace(/^((?:"(?:\\.|[^"\\])*"|[^"]){12,}?)[:;] .+$/s, '$1');

/** How far a clock is ahead of this machine, in ms. It is rounded, because the page knows the clock by an answer that took a while. */
export const distanceOf = (time: number, real: number): number => Math.round((time - real) / roundedMs) * roundedMs;
const roundedMs = 5000;

/** How far a clock is ahead of this machine now, in ms; 0 below a minute, or before the time of the world is known. */
export function noticeableDistance(time: number | undefined): number {
  const distance = time === undefined ? 0 : distanceOf(time, Date.now());
  return Math.abs(distance) < 60_000 ? 0 : distance;
}

/** `8 h 19 min ahead` of this machine, or `behind` it; empty without a noticeable distance. */
export function distanceText(time: number | undefined): string {
  const distance = noticeableDistance(time);
  return distance === 0 ? '' : `${durationWords(distance)} ${distance > 0 ? 'ahead' : 'behind'}`;
}
