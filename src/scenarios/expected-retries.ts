import { pluralize } from '../model/shared/words.ts';
import { Table } from '../store/memory/memory.ts';
import { followedMax, rangeText, seconds, time, times } from './expectations.ts';
import type { Expectation, ExpectationContext, ExpectationResult } from './expectations.ts';
import type { Range } from './schema.ts';

/** A request that the rule has affected, with its repetitions. */
interface Followed {
  readonly label: string;
  readonly at: number;
  readonly again: number;
  /** The end of the time for the next repetition, in ms on the world's clock. */
  readonly openUntil: number;
  /** Instant of the first repetition. */
  readonly firstAgain?: number;
}

/**
 * Checks how often the client repeats a request that the rule has affected. A repetition may still come while the rule's window is
 * open, or before twice the Retry-After of the last response has passed.
 */
export function expectRetries(range: Range, { memory, closesAt }: ExpectationContext): Expectation {
  const followed = new Table<string, Followed>(memory);
  const windowEnd = closesAt === Infinity ? -Infinity : closesAt;
  return {
    observe: ({ identity, at }) => {
      const known = followed.get(identity);
      if (known === undefined) return false;
      followed.set(identity, { ...known, again: known.again + 1, firstAgain: known.firstAgain ?? at });
      return true;
    },
    touched: ({ identity, label, at }, retryAfter = 0) => {
      const known = followed.get(identity);
      const openUntil = Math.max(windowEnd, at + 2 * retryAfter);
      if (known !== undefined) {
        if (openUntil > known.openUntil) followed.set(identity, { ...known, openUntil });
      } else if (followed.size < followedMax) followed.set(identity, { label, at, again: 0, openUntil });
    },
    result: (now) => {
      const all = [...followed.values()];
      if (all.length === 0) return { verdict: 'pending', because: noneHit };
      const tooMany = all.filter(({ again }) => again > range.max);
      const tooFew = all.filter(({ again }) => again < range.min);
      const closed = tooFew.filter(({ openUntil }) => openUntil <= now);
      const wrong = tooMany.length > 0 ? tooMany : closed;
      if (wrong.length > 0) return withReason('failed', () => missText(wrong, range, false));
      if (tooFew.length === 0) return withReason('passed', () => passText(all, range));
      const until = Math.min(...tooFew.map(({ openUntil }) => openUntil));
      return withReason('waiting', () => missText(tooFew, range, true), until);
    },
  };
}

/** A result whose text is only made when it is read, because a monitor compares the verdict after each request. */
const withReason = (
  verdict: ExpectationResult['verdict'],
  reason: () => string,
  until?: number,
): ExpectationResult => ({
  verdict,
  get because() {
    return reason();
  },
  ...(until !== undefined && { until }),
});

/** `the request came again 3 times, first after 12 s`; of several requests, the lowest and the highest number. */
function passText(all: readonly Followed[], { max }: Range): string {
  const requests = pluralize(all.length, 'request');
  const [only] = all.length === 1 ? all : [];
  if (max === 0)
    return only === undefined
      ? `none of ${requests} came again, as expected`
      : 'the request did not come again, as expected';
  const counts = all.map(({ again }) => again);
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  const count = low === high ? times(low) : `${low} to ${high} times`;
  const first = only?.firstAgain === undefined ? '' : `, first after ${seconds(only.firstAgain - only.at)}`;
  return `${only === undefined ? `each of ${requests}` : 'the request'} came again ${count}${first}, as expected`;
}

/** The rule's hits may be calls of the console, which say nothing about a program. */
const noneHit = 'the rule has not hit a request of a program yet; calls of the console do not count';

/** `listFaxes, hit at …, has not come again yet; expected: 1 or more; 2 more requests were not repeated`. */
function missText(missing: readonly Followed[], range: Range, isOpen: boolean): string {
  const [first] = missing;
  if (first === undefined) return '';
  const others = missing.length - 1;
  const more = others === 1 ? '1 more request was' : `${others} more requests were`;
  const yet = isOpen ? ' yet' : '';
  const came = first.again === 0 ? `has not come again${yet}` : `came again ${times(first.again)}`;
  const why =
    first.again > range.max ? 'repeated too often' : range.min > 1 ? `not repeated enough${yet}` : `not repeated${yet}`;
  const end = others === 0 ? '' : `; ${more} ${why}`;
  return `${first.label}, hit at ${time(first.at)}, ${came}; expected: ${rangeText(range)}${end}`;
}
