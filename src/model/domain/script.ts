import { retriesOf } from './account.ts';
import { wholeSecond } from './clock.ts';
import { faxErrorById } from './fax-error.ts';
import type { FaxError } from './fax-error.ts';
import { isDone, changedFax } from './fax.ts';
import type { Due, Fax, FaxStatus, FaxStep, Recipient } from './fax.ts';
import type { ScriptedStep } from './send-options.ts';
import { faxEvent } from './webhook.ts';
import { concludeReceived } from './received-course.ts';
import type { StepContext, StepResult } from './step.ts';

/** Begins the course that a scenario prescribes for a fax. The documents of the fax are converted. */
export function firstOfScript(fax: Fax, context: StepContext): StepResult {
  const [first] = fax.options.script;
  // Begins at once if the fax was read often enough already.
  if (first?.reads === 0) return playScript(changedFax(fax, { due: dueStep(context.now, 'script') }), context);
  return withoutEvents(fax, { due: dueOf(fax, 0, context) });
}

/** Does the scripted step that is due. A course without an end stays as it is. */
export function playScript(fax: Fax, context: StepContext): StepResult {
  const { now, priceOf } = context;
  const index = fax.due?.page ?? 0;
  const step = fax.options.script[index];
  if (step === undefined) return withoutEvents(fax, { due: dueStep(now, 'stuck') });
  const next = dueOf(fax, index + 1, context);
  const pages = fax.documentPages;
  if (step.status === 'inprogress') {
    const recipients = mapRecipients(fax, (to) => ({ ...to, status: 'callactive' }));
    const costCents = recipients.reduce((sum, { number }) => sum + priceOf(number) * pages, 0);
    return withoutEvents(fax, { status: step.status, pages, costCents, recipients, due: next });
  }
  if (step.status === 'willretry') return scheduleRetry(fax, next);
  const isReached = ({ number }: Recipient, at: number): boolean =>
    step.status === 'success' || (step.status !== 'failure' && (step.reached?.includes(number) ?? at === 0));
  const recipients = fax.recipients.map((to, at) =>
    isReached(to, at) ? { ...to, ...transmission, completedAt: wholeSecond(now) } : to,
  );
  return conclude(changedFax(fax, { pages, recipients }), step.error, context);
}

/** The page on which the script broke the call of a failed fax, from 1; null if it names none, or the fax ended in another way. */
export function scriptedPage({ error, options: { script }, documentPages }: Fax): number | null {
  const last = script.at(-1);
  return last?.page === undefined || last.error?.id !== error?.id ? null : Math.min(last.page, documentPages);
}

/** Schedules the retry of failed calls, as without a script. */
function scheduleRetry(fax: Fax, next: Due): StepResult {
  const recipients = mapRecipients(fax, (to) => ({ ...to, status: 'willretry', retryCount: to.retryCount + 1 }));
  return {
    fax: changedFax(fax, { status: 'inprogress', pages: fax.documentPages, recipients, due: next }),
    events: recipients.map(({ number, retryCount }) => ({
      ...faxEvent(fax, 'retry_scheduled'),
      recipientNumber: number,
      retryCount,
    })),
  };
}

/**
 * The time of a scripted step. The delay of the first step counts from the creation of the fax, not from the end of its conversion.
 */
function dueOf(fax: Fax, index: number, context: StepContext): Due {
  const { now } = context;
  const { script } = fax.options;
  const step = script[index];
  if (step === undefined) return dueStep(now, 'stuck');
  if (step.reads !== null) return dueStep(now, 'unread', index);
  if (step.afterMs === null)
    return dueStep(now + usualMs(fax, step, { ...context, before: script[index - 1] }), 'script', index);
  return dueStep(Math.max((index === 0 ? fax.createdAt : now) + step.afterMs, now), 'script', index);
}

/** The time to the same step without a script, in ms. */
function usualMs(
  fax: Fax,
  { status, error, page = fax.documentPages }: ScriptedStep,
  { pace, account, before }: StepContext & { readonly before: ScriptedStep | undefined },
): number {
  const pause = before?.status === 'willretry' ? retriesOf(fax, account).delayMs : 0;
  if (status === 'inprogress') return pause;
  if (error?.type === 'documentConversionError' || error?.id === errors.funds.id) return 0; // without a call
  const call = pace.ring + pace.answer + pace.page * Math.min(page, fax.documentPages);
  return pause + call + (status === 'willretry' ? 0 : pace.finish);
}

/** Whether a fax's next scripted step waits for the fax to be read. Reads before its documents are converted count. */
export function awaitsRead({ due, options: { script } }: Fax): boolean {
  if (script.length === 0 || due === null) return false;
  if (due.step === 'unread') return true;
  return (due.step === 'fire' || due.step === 'convert') && (script[0]?.reads ?? 0) > 0;
}

/** Counts a read of a fax whose step waits for it. The last read performs the step. */
export function countRead(fax: Fax, context: StepContext): StepResult {
  const { due: waiting, options } = fax;
  const index = waiting?.step === 'unread' ? waiting.page : 0;
  const script = options.script.map((step, at) => (at === index ? { ...step, reads: (step.reads ?? 1) - 1 } : step));
  const counted = changedFax(fax, { options: { ...options, script } });
  if (waiting?.step !== 'unread' || script[index]?.reads !== 0) return { fax: counted, events: [] };
  return playScript(changedFax(counted, { due: dueStep(context.now, 'script', index) }), context);
}

/**
 * Ends a fax. Finished calls stay unchanged, all others fail with the error. The fax shows this error, else that of its first
 * unreached recipient (recorded for one recipient, assumed for several).
 */
export function conclude(fax: Fax, error: FaxError | null, context: StepContext): StepResult {
  if (fax.direction === 'received') return concludeReceived(fax, error, context);
  const { now, priceOf } = context;
  const recipients = mapRecipients(fax, (to) =>
    isDone(to) || error === null ? to : { ...to, status: 'failure', completedAt: wholeSecond(now), error },
  );
  const reached = recipients.filter(({ status }) => status === 'success');
  const done = changedFax(fax, {
    recipients,
    status: statusOf(reached.length, recipients.length),
    completedAt: wholeSecond(now),
    costCents: reached.reduce((sum, { number }) => sum + priceOf(number) * fax.pages, 0),
    error: error ?? recipients.find(({ status }) => status === 'failure')?.error ?? null,
    sources: [],
    document: fax.file === 'stored' ? fax.document : null,
    due: null,
  });
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

/** The error of a fax that fails because of a fault in the simulator. Its message resembles none of the service. */
export const faultError = (reason: string): FaxError => ({
  ...error(23),
  message: `faxsim itself failed, the service did not: ${reason}`,
});

export function mapRecipients(fax: Fax, change: (recipient: Recipient) => Recipient): Recipient[] {
  return fax.recipients.map(change);
}

export const dueStep = (at: number, step: FaxStep, page = 0): Due => ({ at, step, page });

/** The result of a step without events. */
export const withoutEvents = (fax: Fax, changes: Partial<Fax>): StepResult => ({
  fax: changedFax(fax, changes),
  events: [],
});
