import type { RateLimit, Traffic } from '../domain/account.ts';
import { durationText } from '../domain/duration.ts';
import type { Duration } from '../domain/duration.ts';
import { duration, integer, string } from './kinds.ts';
import type { IntegerRange, SettingKind } from './kinds.ts';

interface Rate {
  readonly count: number;
  readonly windowMs: number;
}

/** `100/5m`; `100/h` is `100/1h`. Undefined for other texts, and for counts and times beyond their ranges. */
function rateIn(text: string, counts: IntegerRange, times: IntegerRange): Rate | undefined {
  const [before = '', after = '', ...rest] = text.split('/');
  const count = integer(counts).read(before);
  const windowMs = duration(times).read(/^[a-z]+$/.test(after) ? `1${after}` : after);
  return count === undefined || windowMs === undefined || rest.length > 0 ? undefined : { count, windowMs };
}

const rateText = (count: number, windowMs: number): `${number}/${Duration}` => `${count}/${durationText(windowMs)}`;

/** So many calls in so much time; `off` is null. */
export function rateLimit(
  calls: IntegerRange,
  time: IntegerRange,
): SettingKind<RateLimit | null, `${number}/${Duration}`> {
  return {
    expected: 'a number of calls and a time, such as 1/1s or 100/5m, or off',
    schema: { ...string, examples: ['100/5m'] },
    read: (text) => {
      if (text === 'off') return null;
      const rate = rateIn(text, calls, time);
      return rate && { calls: rate.count, windowMs: rate.windowMs };
    },
    show: (limit) => rateText(limit.calls, limit.windowMs),
  };
}

/** So many faxes in so much time, up to so many a second; `off` is null. */
export function faxRate(mostPerSecond: number, time: IntegerRange): SettingKind<Traffic | null, `${number}/${string}`> {
  return {
    expected: `a number of faxes and a time, such as 30/h or 1/10s, up to ${mostPerSecond} faxes a second, or off`,
    schema: { ...string, examples: ['30/h'] },
    read: (text) => {
      if (text === 'off') return null;
      const rate = rateIn(text, { min: 1, max: Infinity }, time);
      if (rate === undefined || rate.count > (mostPerSecond * rate.windowMs) / 1000) return undefined;
      return { faxes: rate.count, windowMs: rate.windowMs };
    },
    show: ({ faxes, windowMs }) => rateText(faxes, windowMs),
  };
}
