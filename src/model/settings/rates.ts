import type { RateLimit, Traffic } from '../domain/account.ts';
import { durationText } from '../shared/duration.ts';
import type { Duration } from '../shared/duration.ts';
import { integer, duration, string } from '../fields/kinds.ts';
import type { IntegerRange, FieldKind } from '../fields/kinds.ts';

interface Rate {
  readonly count: number;
  readonly windowMs: number;
}

/** `100/5m`; `100/h` is `100/1h`. Returns undefined for other texts, and for counts and times beyond their ranges. */
function rateIn(text: string, counts: IntegerRange, times: IntegerRange): Rate | undefined {
  const [before = '', after = '', ...rest] = text.split('/');
  const count = integer(counts).read(before);
  const windowMs = duration(times).read(/^[a-z]+$/.test(after) ? `1${after}` : after);
  return count === undefined || windowMs === undefined || rest.length > 0 ? undefined : { count, windowMs };
}

const rateText = (count: number, windowMs: number): `${number}/${Duration}` => `${count}/${durationText(windowMs)}`;

/** A number of calls in a time, such as `100/5m`; `off` is null. */
export function rateLimit(
  calls: IntegerRange,
  time: IntegerRange,
): FieldKind<RateLimit | null, `${number}/${Duration}`> {
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

/** A number of faxes in a time, such as `30/h`, up to `perSecondMax` faxes a second; `off` is null. */
export function faxRate(perSecondMax: number, time: IntegerRange): FieldKind<Traffic | null, `${number}/${string}`> {
  return {
    expected: `a number of faxes and a time, such as 30/h or 1/10s, up to ${perSecondMax} faxes a second, or off`,
    schema: { ...string, examples: ['30/h'] },
    read: (text) => {
      if (text === 'off') return null;
      const rate = rateIn(text, { min: 1, max: Infinity }, time);
      if (rate === undefined || rate.count > (perSecondMax * rate.windowMs) / 1000) return undefined;
      return { faxes: rate.count, windowMs: rate.windowMs };
    },
    show: ({ faxes, windowMs }) => rateText(faxes, windowMs),
  };
}
