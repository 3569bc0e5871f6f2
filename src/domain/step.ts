import { wholeSecond } from './clock.ts';
import type { Account } from './account.ts';
import type { FaxError } from './fax-error.ts';
import { faxErrorById } from './fax-error.ts';
import { isDone } from './fax.ts';
import type { Due, Fax, FaxStatus, FaxStep, Recipient } from './fax.ts';
import type { Pace } from './pace.ts';
import { faxEvent } from './webhook.ts';
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

/**
 * Ends a fax: calls that are done stay so, all others fail with the error. The fax shows that, or else the error of its
 * first recipient that was not reached (recorded for one recipient, assumed for several).
 */
export function conclude(fax: Fax, error: FaxError | null, { now, priceOf }: StepContext): StepResult {
  const recipients = mapRecipients(fax, (to) =>
    isDone(to) || error === null ? to : { ...to, status: 'failure', completedAt: wholeSecond(now), error },
  );
  const reached = recipients.filter(({ status }) => status === 'success');
  const done: Fax = {
    ...fax,
    recipients,
    status: statusOf(reached.length, recipients.length),
    completedAt: wholeSecond(now),
    costCents: reached.reduce((sum, { number }) => sum + priceOf(number) * fax.pages, 0),
    error: error ?? recipients.find(({ status }) => status === 'failure')?.error ?? null,
    sources: [],
    document: fax.file === 'stored' ? fax.document : null,
    due: null,
  };
  return { fax: done, events: [faxEvent(done, 'fax_completed')] };
}

/** Bitrate and resolution as recorded of a test fax. */
export const transmission = { status: 'success', bitrate: 14_400, resolution: 7700 } as const;

function statusOf(reached: number, all: number): FaxStatus {
  if (reached === all) return 'success';
  return reached === 0 ? 'failure' : 'partialsuccess';
}

function error(id: number): FaxError {
  const known = faxErrorById(id);
  if (known === undefined) throw new Error(`the service has no error ${id}`);
  return known;
}

export const errors = {
  cancelled: error(75),
  timedOut: error(76),
  funds: error(5),
  callRejected: error(50),
  /** The error that `test_fail` asks for. */
  simulated: {
    documentConversionError: error(122),
    lineError: error(121),
    faxError: error(119),
    fatalError: error(126),
    generalError: error(120),
  },
} as const;

/** The error of a fax that the simulator itself cannot bring to its end. No message of the service is like it. */
export const faultError = (reason: string): FaxError => ({
  ...error(23),
  message: `faxsim itself failed, the service did not: ${reason}`,
});

export function mapRecipients(fax: Fax, change: (recipient: Recipient) => Recipient): Recipient[] {
  return fax.recipients.map(change);
}

export const dueStep = (at: number, step: FaxStep, page = 0): Due => ({ at, step, page });

export const withoutEvents = (fax: Fax, next: Due): StepResult => ({ fax: { ...fax, due: next }, events: [] });
