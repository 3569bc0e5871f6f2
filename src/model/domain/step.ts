import type { Account } from './account.ts';
import type { FaxError } from './fax-error.ts';
import type { Fax, Recipient } from './fax.ts';
import type { Pace } from './pace.ts';
import type { FaxEvent } from './webhook.ts';

/** The state that a step of a fax depends on. */
export interface StepContext {
  /** Ms; steps follow each other on it. */
  readonly now: number;
  readonly pace: Pace;
  readonly account: Account;
  /** US cents for a page to that number. */
  readonly priceOf: (number: string) => number;
  /** Why the call to a recipient fails; null when it does not. */
  readonly errorOf: (fax: Fax, recipient: Recipient) => FaxError | null;
  /** Whether another fax is just being sent to that number. */
  readonly isBusy: (number: string) => boolean;
}

/** The result of a step: the changed fax, and the events about it. */
export interface StepResult {
  readonly fax: Fax;
  readonly events: readonly FaxEvent[];
}

export type StepFunction = (fax: Fax, context: StepContext) => StepResult;
