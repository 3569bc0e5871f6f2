import { draw } from '../model/domain/draws.ts';
import type { ScriptedStep } from '../model/domain/fax.ts';
import type { PortOrderStatus } from '../model/domain/port-order.ts';
import type { WebhookEvent } from '../model/domain/webhook.ts';

/** Events without an operation: the course of a sent fax or a port order, an attempt to deliver a webhook. */
export const eventKinds = ['fax', 'portOrder', 'webhook'] as const;
export type RuleEventKind = (typeof eventKinds)[number];

/** The effects that a rule may have, by the scope that it matches. */
export const effectScopes = {
  answer: ['delay', 'fail', 'retry_after', 'respond', 'patch', 'wire', 'commit', 'file', 'rate_limit', 'arrivals'],
  fax: ['course'],
  portOrder: ['course'],
  webhook: ['delay', 'drop', 'duplicate', 'hold_until', 'sign', 'body', 'receiver'],
} as const satisfies Record<string, readonly string[]>;

export type EffectScope = keyof typeof effectScopes;

/** The scope of a word of `on`: operations and `*` have the scope of answers. */
export const scopeOf = (on: string): EffectScope => eventKinds.find((kind) => kind === on) ?? 'answer';

/** A duration in ms: fixed, even between two, or log-normal around a median. */
export type Delay =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma: number; readonly max: number };

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

/** A broken TCP connection. */
export const brokenWires = ['reset', 'empty', 'garbage', 'bad-chunk', 'hang'] as const;
export type BrokenWire =
  | (typeof brokenWires)[number]
  | { readonly truncate: number }
  | { readonly dribble: { readonly chunks: number; readonly over: number } };

export interface Respond {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The message of an envelope; or else `body`, as it is. */
  readonly message?: string;
  readonly body?: unknown;
}

/** Statuses of responses without a body. */
export const bodiless: readonly number[] = [204, 205, 304];

/** A quota of requests in a window of time. */
export interface RateLimitEffect {
  readonly limit: number;
  /** Ms. */
  readonly window: number;
  /** Whether a request before Retry-After has passed restarts the window. */
  readonly punishEarlyRetry: boolean;
}

/** A step of a scripted course: after a delay, at the world's pace, or after a number of reads of the fax. */
export interface CourseStep {
  /** Since the step before. */
  readonly after?: Delay | 'pace';
  /** Of a fax. */
  readonly onRead?: number;
  /** Of a fax or a port order, by the scope of the rule; `partialsuccess` reaches the first recipient only. */
  readonly status: ScriptedStep['status'] | PortOrderStatus;
  /** Of a fax: an id of the service's table of errors. */
  readonly error?: number;
  /** Of a port order: the note of the porting team. */
  readonly note?: string;
}

export const signings = ['none', 'wrong-token', 'other-url', 'tampered-body'] as const;
export const faultyBodies = ['empty', 'truncated', 'extra-fields'] as const;

/** The effects of a rule on a webhook, in any combination; responses have `delay` too. */
export interface WebhookEffects {
  readonly delay?: Delay;
  /** The webhook is never delivered. */
  readonly drop?: boolean;
  /** The number of deliveries, and the ms between two of them. */
  readonly duplicate?: { readonly times: number; readonly gap: number };
  /** Waits until that event of the same fax has been delivered. */
  readonly holdUntil?: WebhookEvent;
  readonly sign?: (typeof signings)[number];
  readonly body?: (typeof faultyBodies)[number];
  /** Sends no request, and records this status as the response of the application. */
  readonly receiver?: number;
}

/** The effects of a rule on a response, in any combination. */
export interface AnswerEffects {
  readonly delay?: Delay;
  readonly fail?: Failure;
  /** With `fail`: the wait in Retry-After, in ms. */
  readonly retryAfter?: number;
  readonly respond?: Respond;
  /** A JSON merge patch (RFC 7396) on the answer that would have been given. */
  readonly patch?: unknown;
  readonly wire?: BrokenWire;
  /** With `fail`, `respond` or `wire`: whether the operation runs first. */
  readonly commit?: boolean;
  /** The state of the fax's stored file. */
  readonly file?: 'missing' | 'corrupt';
  readonly rateLimit?: RateLimitEffect;
  /** Receives this number of faxes just before the response. */
  readonly arrivals?: number;
}

/** All effects of a rule. The loader checks that they fit its scope. */
export interface Effects extends AnswerEffects, Omit<WebhookEffects, 'delay'> {
  readonly course?: readonly CourseStep[];
}

/** A delay in ms; where it is left to chance, the draw depends on the seed and the key alone. */
export function drawDelay(delay: Delay, seed: number, key: string): number {
  if (typeof delay === 'number') return delay;
  if ('min' in delay) return delay.min + draw(seed, key, 'delay') * (delay.max - delay.min);
  // Log-normal, by Box and Muller.
  const [a, b] = [draw(seed, key, 'delay a'), draw(seed, key, 'delay b')];
  const normal = Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b);
  return Math.min(delay.median * Math.exp(delay.sigma * normal), delay.max);
}

/** The key of an effect in a file: `holdUntil` is `hold_until`. */
export const keyOfEffect = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

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
