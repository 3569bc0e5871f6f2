/** The result of an expectation so far; pending: there is nothing to check yet. */
export interface ExpectationResult {
  readonly verdict: 'passed' | 'failed' | 'pending';
  /** A sentence that says why: which request, and when. */
  readonly because: string;
}

/** A request, a fax or a webhook, as the expectations of a rule see it. */
export interface Observation {
  /** The operation; `fax` or `webhook`. */
  readonly on: string;
  /** The same for all that ask for the same, whichever client asks. */
  readonly identity: string;
  /** Its name in reports. */
  readonly label: string;
  /** On the world's clock. */
  readonly at: number;
  /** The key that the rule counts by. */
  readonly countKey: string | undefined;
}

/** A created fax. */
export interface CreatedFax {
  readonly id: number;
  /** Recipients and document. */
  readonly content: string;
  /** The fax whose document it sends again. */
  readonly resends: number | undefined;
  readonly at: number;
}

/** How an application answered a webhook that a rule has damaged. */
export interface WebhookOutcome {
  readonly label: string;
  readonly at: number;
  /** Null: there was no answer. */
  readonly status: number | null;
}

/** Checks one expectation of a rule. Its memory is bounded. */
export interface Expectation {
  /** A request came, whether the rule touches it or not. */
  observe?(observation: Observation): void;
  /** The rule fired. `retryAfter` is in ms. */
  touched?(observation: Observation, retryAfter: number | undefined): void;
  /** A fax was created. */
  created?(fax: CreatedFax): void;
  /** A fax was created, and its response was lost. */
  lost?(fax: CreatedFax): void;
  delivered?(webhook: WebhookOutcome): void;
  result(): ExpectationResult;
}

/** At most this number is followed, by each expectation. */
export const mostFollowed = 1000;

export const time = (ms: number): string => new Date(ms).toISOString();

export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** A range in words. */
export function rangeText({ min, max }: { readonly min: number; readonly max: number }): string {
  if (min === max) return `${min}`;
  if (max === Infinity) return `${min} or more`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}
