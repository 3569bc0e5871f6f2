import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { centralOffset, startOfCentralDay, startOfCentralMonth } from '../../../src/model/domain/time.ts';

test.each([
  ['2026-11-20T05:59:59Z', '2026-11-19T00:00:00-06:00', '2026-11-01T00:00:00-05:00'],
  ['2026-11-20T06:00:00Z', '2026-11-20T00:00:00-06:00', '2026-11-01T00:00:00-05:00'],
  // The clocks go back at two in the morning of the 1st of November, and forward on the 8th of March.
  ['2026-11-01T05:00:00Z', '2026-11-01T00:00:00-05:00', '2026-11-01T00:00:00-05:00'],
  ['2026-11-02T05:30:00Z', '2026-11-01T00:00:00-05:00', '2026-11-01T00:00:00-05:00'],
  ['2026-03-09T04:59:59Z', '2026-03-08T00:00:00-06:00', '2026-03-01T00:00:00-06:00'],
  ['2027-01-01T05:59:59Z', '2026-12-31T00:00:00-06:00', '2026-12-01T00:00:00-06:00'],
])('%s is in the Central day that began at %s, and the month of %s', (time, day, month) => {
  expect(startOfCentralDay(Date.parse(time))).toBe(Date.parse(day));
  expect(startOfCentralMonth(Date.parse(time))).toBe(Date.parse(month));
});

test('the offset is that of the zone by Intl', () => {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeZoneName: 'longOffset' });
  const named = (time: number) => zone.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value;
  const hours = fc.integer({ min: Date.parse('1990-01-01') / 3_600_000, max: Date.parse('2200-01-01') / 3_600_000 });
  fc.assert(
    fc.property(hours, (hour) => {
      const time = hour * 3_600_000;
      expect(named(time)).toBe(`GMT-0${centralOffset(time) / -3_600_000}:00`);
    }),
  );
  // The hours around each change of the clocks.
  const changes = Array.from({ length: 40 }, (_, at) => 2007 + at).flatMap((year) =>
    [2, 10].flatMap((month) => Array.from({ length: 15 * 24 }, (_, hour) => Date.UTC(year, month, 1, hour))),
  );
  for (const time of changes) expect(named(time)).toBe(`GMT-0${centralOffset(time) / -3_600_000}:00`);
});

test('a day began within the 25 hours before, at midnight, and its month not after it', () => {
  const times = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2100-01-01') });
  fc.assert(
    fc.property(times, (time) => {
      const day = startOfCentralDay(time);
      const month = startOfCentralMonth(time);
      expect(time - day).toBeGreaterThanOrEqual(0);
      expect(time - day).toBeLessThan(25 * 3_600_000);
      expect(new Date(day + centralOffset(day)).toISOString()).toMatch(/T00:00:00\.000Z$/);
      expect(month).toBeLessThanOrEqual(day);
      expect(new Date(month + centralOffset(month)).toISOString()).toMatch(/-01T00:00:00\.000Z$/);
    }),
  );
});
