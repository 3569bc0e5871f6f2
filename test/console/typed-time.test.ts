import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  agoText,
  clockTime,
  dayText,
  dueIn,
  exactTime,
  rowTime,
  shortTime,
  timeText,
  zone,
  zonedText,
} from '../../console/format.ts';
import { dayStart, readTime } from '../../console/typed-time.ts';
import type { Preference } from '../../console/typed-time.ts';

const now = Date.parse('2026-01-31T12:00:00Z');
const read = (text: string, prefers: Preference = 'next'): string => readTime(text, { now, prefers });

afterEach(() => {
  zone.value = 'UTC';
});

describe('a typed time', () => {
  test.each([
    ['20:00', '2026-01-31T20:00:00Z', '2026-01-30T20:00:00Z'],
    ['9:05', '2026-02-01T09:05:00Z', '2026-01-31T09:05:00Z'],
    ['12:00', '2026-02-01T12:00:00Z', '2026-01-31T12:00:00Z'],
    ['8pm', '2026-01-31T20:00:00Z', '2026-01-30T20:00:00Z'],
    ['9 AM', '2026-02-01T09:00:00Z', '2026-01-31T09:00:00Z'],
    ['12:30 a.m.', '2026-02-01T00:30:00Z', '2026-01-31T00:30:00Z'],
    [' 12:00:01 ', '2026-01-31T12:00:01Z', '2026-01-30T12:00:01Z'],
    ['12:00:00.250', '2026-01-31T12:00:00.250Z', '2026-01-30T12:00:00.250Z'],
    ['5 min', '2026-01-31T12:05:00Z', '2026-01-31T11:55:00Z'],
  ])('%j is the next such moment, %s, or the latest one, %s', (typed, next, latest) => {
    expect([read(typed), read(typed, 'latest')]).toEqual([next, latest]);
  });

  test.each([
    ['now', '2026-01-31T12:00:00Z'],
    ['5 min ago', '2026-01-31T11:55:00Z'],
    ['2h 3m ago', '2026-01-31T09:57:00Z'],
    ['2.5 s ago', '2026-01-31T11:59:57.500Z'],
    ['in 200 ms', '2026-01-31T12:00:00.200Z'],
    ['in 1 h (1 min real)', '2026-01-31T13:00:00Z'],
    ['today', '2026-01-31T00:00:00Z'],
    ['yesterday 15:30', '2026-01-30T15:30:00Z'],
    ['tomorrow', '2026-02-01T00:00:00Z'],
    ['yesterday at 3:05 pm', '2026-01-30T15:05:00Z'],
    ['2026-11-30 9am GMT-8', '2026-11-30T17:00:00Z'],
    ['2026-11-30', '2026-11-30T00:00:00Z'],
    ['2026-11-30 07:00', '2026-11-30T07:00:00Z'],
    ['2026-11-30T07:00:00+02:00', '2026-11-30T05:00:00Z'],
    ['2026-12-02T09:00+05:30', '2026-12-02T03:30:00Z'],
    ['2026-11-30 04:04:05 UTC', '2026-11-30T04:04:05Z'],
    ['2026-11-30 04:04:05 GMT+5:30', '2026-11-29T22:34:05Z'],
    ['2026-11-30 04:04:05 UTC · 3 min ago', '2026-11-30T04:04:05Z'],
    ['09:00 GMT-8', '2026-01-31T17:00:00Z'],
    ['Nov 30, 05:10:00', '2026-11-30T05:10:00Z'],
    ['Nov 3, 05:10', '2026-11-03T05:10:00Z'],
    ['Nov 3', '2026-11-03T00:00:00Z'],
    ['Sunday, November 29, 2026', '2026-11-29T00:00:00Z'],
  ])('%j is %s', (typed, at) => {
    expect(read(typed)).toBe(at);
  });

  test.each(
    [
      '13pm',
      '20:00 IST',
      '25:00',
      'soon',
      'Foo 30, 05:10',
      'Feb 30',
      '2026-02-30',
      '2026-11-30 7',
      '5 months ago',
      '999999999999 weeks ago',
    ].concat('in 5 min ago', ''),
  )('%j is refused in words', (typed) => {
    expect(() => read(typed)).toThrow(/is no time: write 15:30, in 5 min, Jan 31, 15:30, 2026-01-31/);
    expect(() => read(typed, 'latest')).toThrow(/is no time: write 15:30, 5 min ago, Jan 31, 15:30, 2026-01-31/);
  });
});

test.each([
  ['11/27/2026', 'write the day as 2026-11-27'],
  ['27.11.2026 9am', 'write the day as 2026-11-27'],
  ['3/4/2026', 'write the day as 2026-03-04 or 2026-04-03'],
  ['40/40/2026', 'write the day as 2026-01-31'],
])('the day of %j is refused with the form that has one meaning', (typed, advice) => {
  expect(() => read(typed, 'latest')).toThrow(advice);
});

/** The forms in which the page writes times, with the ms to which each is exact. */
const writers: readonly (readonly [name: string, write: (at: string) => string, exactMs: number])[] = [
  ['a time with its zone', zonedText, 1000],
  ['a time', timeText, 1000],
  ['an exact time', exactTime, 1],
  ['RFC 3339', (at) => at, 1],
  ['the time of a row', (at) => rowTime(at, now), 1000],
  ['the short time of a row', (at) => shortTime(at, now).join(''), 60_000],
  ['the time below a title', (at) => `${zonedText(at)} · ${agoText(at, now)}`, 1000],
];

describe.each(['UTC', 'local'] as const)('in the zone %s of the page', (shown) => {
  test.each(writers)('%s is read as the same time', (_, write, exactMs) => {
    zone.value = shown;
    const times = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(times, (date) => {
        const at = new Date(Math.floor(date.getTime() / exactMs) * exactMs).toISOString();
        // An hour that a zone has twice in a night means the first of them.
        expect(write(new Date(readTime(write(at), { now, prefers: 'latest' })).toISOString())).toBe(write(at));
      }),
    );
  });

  test('a time of day and a distance are read as the page writes them around now', () => {
    zone.value = shown;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_399_000 }), (ms) => {
        const seconds = Math.floor(ms / 1000) * 1000;
        const past = new Date(now - seconds).toISOString();
        expect(readTime(clockTime(past), { now, prefers: 'latest' })).toBe(past.replace('.000Z', 'Z'));
        const read = Date.parse(readTime(agoText(now - ms, now), { now, prefers: 'latest' }));
        expect(agoText(read, now)).toBe(agoText(now - ms, now));
        const coming = Date.parse(readTime(dueIn(now + ms, now), { now, prefers: 'latest' }));
        expect(dueIn(coming, now)).toBe(dueIn(now + ms, now));
      }),
    );
  });

  test('a day begins where its date does', () => {
    zone.value = shown;
    expect(clockTime(dayStart(now))).toBe('00:00:00');
    expect([dayText(dayStart(now)), dayText(dayStart(now) - 1)]).toEqual([dayText(now), dayText(dayStart(now, -1))]);
  });
});
