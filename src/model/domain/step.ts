import type { Account } from './account.ts';
import type { FaxError } from './fax-error.ts';
import type { Fax, Recipient } from './fax.ts';
import type { Pace } from './pace.ts';
import type { FaxEvent } from './webhook.ts';

/** The state that a step of a fax depends on. */
export interface StepContext {
  /** The time of the step, in ms. */
  readonly now: number;
  readonly pace: Pace;
  readonly account: Account;
  /** US cents for a page to that number. */
  readonly priceOf: (number: string) => number;
  /** Why the call to a recipient fails; null if it does not. */
  readonly errorOf: (fax: Fax, recipient: Recipient) => FaxError | null;
  /** Whether another fax is being sent to that number now. */
  readonly isBusy: (number: string) => boolean;
}

/** The result of a step: the changed fax, and the events about it. */
export interface StepResult {
  readonly fax: Fax;
  readonly events: readonly FaxEvent[];
}

export type StepFunction = (fax: Fax, context: StepContext) => StepResult;
