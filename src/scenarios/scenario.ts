import type { ScriptedStep } from '../domain/fax.ts';
import type { WebhookEvent } from '../domain/webhook.ts';
import type { OperationId } from '../domain/operation.ts';
import type { PortOrderStatus } from '../domain/port-order.ts';

/** A comparison of one fact of a request with what a rule wants it to be. All that are given must hold. */
export interface Comparison {
  readonly in?: readonly Value[];
  readonly not?: Value;
  readonly matches?: Pattern;
  readonly contains?: string;
  readonly gt?: number;
  readonly lt?: number;
  readonly exists?: boolean;
}

/** A regular expression. */
export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
}

export type Value = string | number | boolean;

/** A duration in ms: fixed, even between two, or log-normal around a median. */
export type Delay =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma: number; readonly max: number };

/** The service's own answers to what it refuses. */
export const failures = [
  'unauthorized',
  'not_found',
  'invalid',
  'rate_limited',
  'unavailable',
  'server_error',
] as const;
export type Failure = (typeof failures)[number];

/** A really broken connection. */
export const brokenWires = ['reset', 'empty', 'garbage', 'bad-chunk', 'hang'] as const;
export type BrokenWire =
  | (typeof brokenWires)[number]
  | { readonly truncate: number }
  | { readonly dribble: { readonly chunks: number; readonly over: number } };

export interface Respond {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The message of an envelope; or else `body`, as it is. */
  readonly message: string | undefined;
  readonly body: unknown;
}

/** A quota of calls in a window of time, of the account or of each key. */
export interface RateLimit {
  readonly limit: number;
  /** Ms. */
  readonly window: number;
  /** Whether a call that comes before Retry-After begins the window anew. */
  readonly punishEarlyRetry: boolean;
}

/** A step of a scripted course, so long, or so many reads of the fax, after the one before. */
export interface CourseStep {
  readonly after: Delay | undefined;
  /** Of a fax. */
  readonly reads: number | undefined;
  /** A fax's or a port order's, as the rule listens to; `partialsuccess` reaches the first recipient only. */
  readonly status: ScriptedStep['status'] | PortOrderStatus;
  /** Of a fax: an id of the service's table of errors. */
  readonly error: number | undefined;
  /** Of a port order: what the porting team writes. */
  readonly note: string | undefined;
}

export const signings = ['none', 'wrong-token', 'other-url', 'tampered-body'] as const;
export const spoiltBodies = ['empty', 'truncated', 'extra-fields'] as const;

/** What a rule does to a webhook. They combine; `delay` is shared with answers. */
export interface WebhookEffects {
  readonly delay?: Delay;
  /** It is never told. */
  readonly drop?: boolean;
  /** It is told so often, so long after each other. */
  readonly duplicate?: { readonly times: number; readonly gap: number };
  /** It waits until the fax's news of that event was told. */
  readonly holdUntil?: WebhookEvent;
  readonly sign?: (typeof signings)[number];
  readonly body?: (typeof spoiltBodies)[number];
  /** The status that the application is taken to have answered with; it is asked nothing. */
  readonly receiver?: number;
}

/** What a rule does to an answer. They combine. */
export interface AnswerEffects {
  readonly delay?: Delay;
  readonly fail?: Failure;
  /** With `fail`: how long Retry-After tells the client to wait, in ms. */
  readonly retryAfter?: number;
  readonly respond?: Respond;
  /** A JSON merge patch (RFC 7396) on the answer that would have been given. */
  readonly patch?: unknown;
  readonly wire?: BrokenWire;
  /** With `fail`, `respond` or `wire`: whether the work is done first. */
  readonly commit?: boolean;
  /** As if the fax's stored file were so. */
  readonly file?: 'missing' | 'corrupt';
  readonly rateLimit?: RateLimit;
  /** So many faxes are received just before it. */
  readonly arrivals?: number;
}

/** All that a rule can do; which of it goes with what the rule listens to is checked when it is loaded. */
export interface Effects extends AnswerEffects, Omit<WebhookEffects, 'delay'> {
  readonly course?: readonly CourseStep[];
}

/** What happens by itself, and is no operation: a sent fax's course, a port order's, an attempt to tell an application. */
export const eventKinds = ['fax', 'portOrder', 'webhook'] as const;
export type EventKind = (typeof eventKinds)[number];

/** `*` is every operation. */
export type Listened = OperationId | '*' | EventKind;

/** What is counted by itself. */
export const countedPer = ['rule', 'account', 'fax', 'number'] as const;
export type CountedPer = (typeof countedPer)[number];

/** From `min` to `max`, both included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** What a client must show by the end, where a rule has touched it. */
export interface Expect {
  /** How often the rule fires. */
  readonly fired?: Range;
  /** How often the client sends a request again that the rule has touched. */
  readonly retries?: Range;
  /** It does not come again before Retry-After has passed. */
  readonly honoursRetryAfter?: true;
  /** It does not send again the fax of which it never heard. */
  readonly noDuplicateFax?: true;
  /** It answers a badly signed webhook with no success. */
  readonly rejectsWebhook?: true;
}

export interface Rule {
  /** Unique in its scenario. */
  readonly id: string;
  /** `*` is every operation. */
  readonly on: readonly Listened[];
  readonly where: ReadonlyMap<string, Value | Comparison>;
  /** Skips the first so many matches; then fires on every nth (3: the third, the sixth), so often at most. */
  readonly after: number;
  readonly every: number;
  readonly times: number;
  readonly per: CountedPer;
  /** From 0 to 1. */
  readonly chance: number;
  /** Ms since the scenario was switched on. */
  readonly during: { readonly from: number; readonly until: number };
  /** The state that the scenario must be in, and the one that it goes to. */
  readonly state: string | undefined;
  readonly then: string | undefined;
  readonly do: Effects;
  readonly expect: Expect | undefined;
}

export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly rules: readonly Rule[];
  /**
   * A file that says the same by itself: what it extends worked in, its parameters filled in. Undefined for those of the
   * library, which anyone has by their name.
   */
  readonly source: string | undefined;
}
