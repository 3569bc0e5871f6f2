import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readTime } from '../../src/model/domain/time.ts';
import { centralTime, centralTimeWithoutZone } from '../../src/wire/time.ts';

describe('times are shown', () => {
  test.each([
    ['2021-11-04T21:28:30Z', '2021-11-04T16:28:30.000-05:00'],
    ['2021-02-24T18:51:12Z', '2021-02-24T12:51:12.000-06:00'],
    ['2026-03-08T07:59:59Z', '2026-03-08T01:59:59.000-06:00'],
    ['2026-03-08T08:00:00Z', '2026-03-08T03:00:00.000-05:00'],
    ['2026-11-01T06:59:59Z', '2026-11-01T01:59:59.000-05:00'],
    ['2026-11-01T07:00:00Z', '2026-11-01T01:00:00.000-06:00'],
    ['-000003-01-20T07:08:18Z', '-000003-01-20T01:18:18.000-05:50'],
    ['1970-01-01T00:00:00.999Z', '1969-12-31T18:00:00.000-06:00'],
  ])('%s as %s', (instant, shown) => {
    expect(centralTime(Date.parse(instant))).toBe(shown);
  });

  test('by v1 without zone', () => {
    expect(centralTimeWithoutZone(Date.parse('2012-10-11T15:51:33Z'))).toBe('2012-10-11 10:51:33');
  });
});

describe('times are read', () => {
  test.each([
    ['2017-10-28T00:17:00+00:00', '2017-10-28T00:17:00Z'],
    ['2017-10-28T00:17:00Z', '2017-10-28T00:17:00Z'],
    ['2017-10-28t00:17:00z', '2017-10-28T00:17:00Z'],
    ['2017-10-28T00:17:00.123Z', '2017-10-28T00:17:00.123Z'],
    ['2026-11-20T08:03:00.426948+00:00', '2026-11-20T08:03:00.426Z'],
    ['2021-11-04T16:28:30.000-05:00', '2021-11-04T21:28:30Z'],
    ['2021-11-04T16:28:30-0530', '2021-11-04T21:58:30Z'],
    ['2026-11-19 20:08:14 +0000', '2026-11-19T20:08:14Z'],
    ['2026-11-19 20:08:14 UTC', '2026-11-19T20:08:14Z'],
    ['2026-11-19 20:08:14 GMT', '2026-11-19T20:08:14Z'],
    ['2026-11-19 20:08:14 utc', '2026-11-19T20:08:14Z'],
    ['2026-11-19 20:08:14 Gmt', '2026-11-19T20:08:14Z'],
    ['2026-11-20T08:03:00.428130', '2026-11-20T14:03:00.428Z'],
    ['2017-10-01T00:00:00', '2017-10-01T05:00:00Z'],
    ['2017-10-01T00:00', '2017-10-01T05:00:00Z'],
    ['2026-11-20', '2026-11-20T06:00:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00Z'],
  ])('%s as %s', (text, instant) => {
    expect(readTime(text)).toBe(Date.parse(instant));
  });

  test.each([
    '',
    'now',
    '2026',
    '2026-13-01',
    '2026-00-10',
    '2026-02-30',
    '2023-02-29T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00 00:00',
    '2026-01-01T00:00:00+25',
    '2026-01-01 00:00:00 CST',
    '2026-03-01T00:00:00+99:99',
    '2026-03-01T00:00:00+05:60',
    '20260101T000000Z',
    '1511111111',
  ])('but not %p', (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});

const instant = fc
  .integer({ min: Date.parse('1990-01-01'), max: Date.parse('2090-01-01') })
  .map((ms) => Math.floor(ms / 1000) * 1000);

test('a formatted time is read back as the same instant', () => {
  fc.assert(fc.property(instant, (time) => readTime(centralTime(time)) === time));
});

test('without its zone it is read back too, but for the hour that daylight saving repeats', () => {
  const repeated = /-11-0[1-7]T01:/;
  const text = instant.map(centralTime).filter((shown) => !repeated.test(shown));
  fc.assert(fc.property(text, (shown) => readTime(shown.slice(0, 19)) === readTime(shown)));
});
