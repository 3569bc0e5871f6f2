import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextRenewal, renewalsDue } from '../../../src/model/domain/phone-number.ts';

const at = (text: string): number => Date.parse(text);

test.each([
  ['a month later', '2026-11-04T17:03:25-06:00', '2026-11-04T17:03:25-06:00', '2026-12-04T17:03:25-06:00'],
  ['at the same time of day in UTC', '2026-02-10T08:00:00Z', '2026-01-10T08:00:00Z', '2026-03-10T08:00:00Z'],
  [
    'also in the hour that daylight saving skips',
    '2011-02-13T02:30:00-06:00',
    '2011-02-13T02:30:00-06:00',
    '2011-03-13T02:30:00-06:00',
  ],
  [
    'on the last day of a short month',
    '2026-01-31T08:00:00-06:00',
    '2025-12-31T08:00:00-06:00',
    '2026-02-28T08:00:00-06:00',
  ],
  [
    'on its own day after a short month',
    '2026-02-28T08:00:00-06:00',
    '2025-12-31T08:00:00-06:00',
    '2026-03-31T08:00:00-06:00',
  ],
  ['in the next year', '2026-12-31T23:30:00-06:00', '2026-12-31T23:30:00-06:00', '2027-01-31T23:30:00-06:00'],
])('a number is renewed %s', (_, lastBilledAt, provisionedAt, next) => {
  expect(nextRenewal({ lastBilledAt: at(lastBilledAt), provisionedAt: at(provisionedAt) })).toBe(at(next));
});

test('months that are billed at once are those that would have been billed one after the other', () => {
  const times = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
  const waits = fc.array(fc.integer({ min: 0, max: 9_000 * 86_400_000 }), { maxLength: 4 });
  fc.assert(
    fc.property(times, fc.nat(1500), waits, (lastBilledAt, days, moves) => {
      const provisionedAt = lastBilledAt - days * 86_400_000;
      let step = { lastBilledAt, provisionedAt };
      let [now, months] = [lastBilledAt, 0];
      for (const move of moves) {
        now += move;
        const due = renewalsDue(step, now);
        step = { lastBilledAt: due.lastAt, provisionedAt };
        months += due.months;
      }
      expect({ months, lastAt: step.lastBilledAt }).toEqual(renewalsDue({ lastBilledAt, provisionedAt }, now));
      expect(nextRenewal(step)).toBeGreaterThan(now);
      expect(step.lastBilledAt).toBeLessThanOrEqual(now);
    }),
    // A renewal in the hour that daylight saving skips.
    { examples: [[923986800000, 0, [218246866836, 160440733164]]] },
  );
});

test('a jump of thousands of years is billed to the month', () => {
  const born = at('2026-01-31T12:00:00-06:00');
  const due = renewalsDue({ lastBilledAt: born, provisionedAt: born }, at('8026-03-01T12:00:00-06:00'));
  expect(due).toEqual({ months: 72_001, lastAt: at('8026-02-28T12:00:00-06:00') });
});
