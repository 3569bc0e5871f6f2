import { wholeSecond } from './clock.ts';
import { conclude, transmission } from './step.ts';
import type { StepContext, StepResult } from './step.ts';
import type { FaxError } from './fax-error.ts';
import { isDone } from './fax.ts';
import type { Fax } from './fax.ts';

/** How a fax is to end. */
export interface FaxEnd {
  readonly status: 'success' | 'partialsuccess' | 'failure';
  /** Why it was not transmitted, or not to all; null for `success` alone. */
  readonly error: FaxError | null;
}

/**
 * The end of a fax, whatever it was doing: a `success` reaches all recipients, a `partialsuccess` the first. Calls that are
 * done stay so, and the status is that of all calls together.
 */
export function endFax(fax: Fax, { status, error }: FaxEnd, context: StepContext): StepResult {
  const completedAt = wholeSecond(context.now);
  const recipients = fax.recipients.map((to, index) => {
    const isReached = status === 'success' || (status === 'partialsuccess' && index === 0);
    return isReached && !isDone(to) ? { ...to, ...transmission, completedAt } : to;
  });
  const isTransmitted = recipients.some((to) => to.status === 'success');
  const pages = isTransmitted || fax.status === 'inprogress' ? fax.documentPages : fax.pages;
  return conclude({ ...fax, pages, recipients }, error, context);
}
