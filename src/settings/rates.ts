import type { RateLimit, Traffic } from '../domain/account.ts';
import { durationText } from '../domain/duration.ts';
import type { Duration } from '../domain/duration.ts';
import { duration, integer, string } from './kinds.ts';
import type { IntegerRange, Kind } from './kinds.ts';

/** So many calls in so much time. */
export function rateLimit(calls: IntegerRange, time: IntegerRange): Kind<RateLimit, `${number}/${Duration}`> {
  const [count, span] = [integer(calls), duration(time)];
  return {
    expected: 'a number of calls and a time, such as 1/1s or 100/5m',
    schema: { ...string, examples: ['100/5m'] },
    read: (text) => {
      const [before = '', after = '', ...rest] = text.split('/');
      const [limit, windowMs] = [count.read(before), span.read(after)];
      return limit === undefined || windowMs === undefined || rest.length > 0 ? undefined : { calls: limit, windowMs };
    },
    show: (limit) => `${limit.calls}/${durationText(limit.windowMs)}`,
  };
}

/** So many faxes in so much time; `30/h` is `30/1h`. */
export function faxRate(faxes: IntegerRange, time: IntegerRange): Kind<Traffic, `${number}/${string}`> {
  const rate = rateLimit(faxes, time);
  return {
    expected: `a number of faxes and a time, such as 30/h or 1/10s, ${faxes.max} faxes a second at most`,
    schema: { ...string, examples: ['30/h'] },
    read: (text) => {
      const { calls, windowMs } = rate.read(text.replace(/\/(?=[a-z]+$)/, '/1')) ?? {};
      return calls === undefined || windowMs === undefined ? undefined : { faxes: calls, windowMs };
    },
    show: ({ faxes: calls, windowMs }) => `${calls}/${durationText(windowMs)}`,
  };
}
