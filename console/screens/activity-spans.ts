import { writeTime } from '../../src/model/shared/typed-time.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** The periods of the overview, each with the length in ms and the number of its bars. */
export const periods = {
  hour: { ms: 60 * minuteMs, bars: 12 },
  '24 hours': { ms: dayMs, bars: 12 },
  '7 days': { ms: 7 * dayMs, bars: 7 },
  '30 days': { ms: 30 * dayMs, bars: 30 },
} as const;

export type Period = keyof typeof periods;

/** A span of time of the lists: RFC 3339, both ends included. */
export interface Span {
  readonly since: string;
  readonly until: string;
}

/** The period up to the end of the current minute: [from, until). */
export function spanOf(period: Period, now: number): Span {
  const until = (Math.floor(now / minuteMs) + 1) * minuteMs;
  return { since: writeTime(until - periods[period].ms), until: writeTime(until) };
}

/** A part of a span as filters of a list. */
export const filterOf = ({ from, until }: { readonly from: string; readonly until: string }): Span => ({
  since: writeTime(Date.parse(from)),
  until: writeTime(Date.parse(until) - 1),
});

/** Items that a period may lack. */
interface Counted {
  readonly name: string;
  /** The text for zero: `no unsuccessful fax`. */
  readonly none: string;
  /** The name of the items that include these. */
  readonly within?: string;
  readonly isThere: boolean;
}

/**
 * `No unsuccessful fax in the last 24 hours.`, or `Nothing in the last hour.` Where all faxes are missing, unsuccessful ones are not
 * named. Empty if nothing is missing.
 */
export function lackText(period: Period, counted: readonly Counted[]): string {
  const missing = counted.filter(({ isThere }) => !isThere);
  const span = `in the last ${period}.`;
  if (missing.length === counted.length) return `Nothing ${span}`;
  const named = missing.filter(({ within }) => missing.every(({ name }) => name !== within));
  const text = named.map(({ none }) => none).join(' and ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)} ${span}`;
}
