import type { ScreenRoute } from '../routes.ts';

type Query = ScreenRoute['query'];
interface Beginning {
  readonly at: string;
}

/** Undefined for a missing time, and for any other text. */
function timeOf(text = ''): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Whether the list shows a period, and not all times. */
export const hasPeriod = ({ since, until }: Query): boolean => since !== undefined || until !== undefined;

/**
 * The conditions of the faxes that the world had when it began, in the period and with the result that the list shows. Those of a
 * program are younger, even if its clock stands. Undefined if the period begins with the world, or later.
 */
export function seededConditions({ at }: Beginning, { tone, since, until }: Query): Query | undefined {
  const last = Math.min(Date.parse(at) - 1, timeOf(until) ?? Infinity);
  if ((timeOf(since) ?? -Infinity) > last) return undefined;
  return {
    ...(tone === 'bad' && { status: 'failure' }),
    ...(tone === 'good' && { status: 'success' }),
    ...(since !== undefined && { since }),
    until: new Date(last).toISOString(),
  };
}

/** Whether the list shows the beginning of the world: only a period with it, or what went wrong, is chosen. */
export function showsBeginning({ at }: Beginning, query: Query): boolean {
  const { tone, since, until } = query;
  const isPlain = Object.keys(query).every((name) => ['tone', 'since', 'until', 'order'].includes(name));
  const time = Date.parse(at);
  const isWithin = (timeOf(since) ?? time) <= time && time <= (timeOf(until) ?? time);
  return isPlain && (tone === undefined || tone === 'bad') && isWithin;
}
