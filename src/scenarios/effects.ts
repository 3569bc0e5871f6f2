import { draw } from '../model/domain/draws.ts';

/** Events without an operation: a sent fax, a port order, or an attempt to deliver a webhook. */
export const eventKinds = ['fax', 'portOrder', 'webhook'] as const;
export type RuleEventKind = (typeof eventKinds)[number];

/** The possible effects of a rule, by its scope. */
export const effectScopes = {
  answer: ['delay', 'fail', 'retry_after', 'respond', 'patch', 'wire', 'commit', 'file', 'rate_limit', 'arrivals'],
  fax: ['course', 'delay'],
  portOrder: ['course'],
  webhook: ['delay', 'drop', 'duplicate', 'hold_until', 'sign', 'credentials', 'patch', 'body', 'receiver'],
} as const satisfies Record<string, readonly string[]>;

export type EffectScope = keyof typeof effectScopes;

/** The scope of a value of `on`. Operations and `*` have the scope `answer`. */
export const scopeOf = (on: string): EffectScope => eventKinds.find((kind) => kind === on) ?? 'answer';

/** The error responses of the service. */
export const failures = [
  'unauthorized',
  'not_found',
  'invalid',
  'rate_limited',
  'unavailable',
  'server_error',
] as const;
export type Failure = (typeof failures)[number];

/** The ways to break a TCP connection. */
export const brokenWires = ['reset', 'empty', 'garbage', 'bad-chunk', 'hang'] as const;

/** Statuses of responses without a body. */
export const bodiless: readonly number[] = [204, 205, 304];

export const signings = ['none', 'wrong-token', 'other-url', 'tampered-body'] as const;
/** The credentials that replace those in a webhook's URL. */
export const wrongCredentials = ['none', 'wrong'] as const;
export const faultyBodies = ['empty', 'truncated', 'extra-fields'] as const;

/** A duration in ms: fixed, uniform between two limits, or log-normal around a median. */
export type Delay =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma: number; readonly max: number };

/** The delay in ms. A random delay depends only on the seed and the key. */
export function drawDelay(delay: Delay, seed: number, key: string): number {
  if (typeof delay === 'number') return delay;
  if ('min' in delay) return delay.min + draw(seed, key, 'delay') * (delay.max - delay.min);
  // Log-normal, by the Box-Muller method.
  const [a, b] = [draw(seed, key, 'delay a'), draw(seed, key, 'delay b')];
  const normal = Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b);
  return Math.min(delay.median * Math.exp(delay.sigma * normal), delay.max);
}

/** The key of an effect in a file: `holdUntil` is `hold_until`. */
export const keyOfEffect = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** The Retry-After header of a response; undefined if there is none. */
export const retryAfterIn = (headers: Readonly<Record<string, string>> = {}): string | undefined =>
  Object.entries(headers).find(([name]) => /^retry-after$/i.test(name))?.[1];

/** The value of the header, which has whole seconds. It is rounded up, so that a client does not come too early. */
export const retryAfterSeconds = (ms: number): number => Math.ceil(ms / 1000);

/** Limit for a wait, because JavaScript's dates have an end. */
const delayMsMax = 100 * 366 * 86_400_000;

/**
 * The wait in a Retry-After header, in ms. The header contains whole seconds or a date, as in RFC 9110; a past date is
 * 0. Undefined for any other text.
 */
export function waitOf(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, delayMsMax);
  const date = httpDates.some((form) => form.test(header)) ? Date.parse(`${header.replace(/ GMT$/, '')} GMT`) : NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), delayMsMax);
}

/** The three forms of RFC 9110, section 5.6.7. The latter two are only read, never written. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d \d\d:\d\d:\d\d \d{4}$/,
];
