/** What the headers of an answer say of Retry-After; undefined: nothing. */
export const retryAfterIn = (headers: Readonly<Record<string, string>> = {}): string | undefined =>
  Object.entries(headers).find(([name]) => /^retry-after$/i.test(name))?.[1];

/** How long the header tells a client to wait, in ms: it has seconds, or a date. Undefined: nobody can read it. */
export function waitOf(header: string, now: number): number | undefined {
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? wait : undefined;
}
