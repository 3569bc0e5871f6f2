/** The Retry-After header of a response; undefined: none. */
export const retryAfterIn = (headers: Readonly<Record<string, string>> = {}): string | undefined =>
  Object.entries(headers).find(([name]) => /^retry-after$/i.test(name))?.[1];

/** The header has whole seconds: a client that waits for a shorter time comes too early. */
export const retryAfterSeconds = (ms: number): number => Math.ceil(ms / 1000);

/** A longer wait counts as this one: JavaScript's dates have an end. */
const longestMs = 100 * 366 * 86_400_000;

/**
 * The wait in a Retry-After header, in ms: it has whole seconds, or a date, as in RFC 9110; 0 for a past date.
 * Undefined for any other text.
 */
export function waitOf(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, longestMs);
  const date = httpDates.some((form) => form.test(header)) ? Date.parse(`${header.replace(/ GMT$/, '')} GMT`) : NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), longestMs);
}

/** The three forms of RFC 9110, section 5.6.7, of which the latter two are only read. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d \d\d:\d\d:\d\d \d{4}$/,
];
