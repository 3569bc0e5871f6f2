import { wholeSecond } from './clock.ts';
import type { Due, Fax, ScriptedStep } from './fax.ts';
import { conclude, dueStep, mapRecipients, withoutEvents, transmission } from './step.ts';
import type { StepContext, StepResult } from './step.ts';
import { faxEvent } from './webhook.ts';

/** Begins the course that a scenario has for a fax, whose documents are converted. */
export function firstOfScript(fax: Fax, context: StepContext): StepResult {
  const [first] = fax.options.script;
  // It was read often enough already.
  if (first?.reads === 0) return playScript({ ...fax, due: dueStep(context.now, 'script') }, context);
  return withoutEvents(fax, nextDue(first, 0, { now: context.now, since: fax.createdAt }));
}

/** Does the scripted step that is due. A course without an end stays as it is. */
export function playScript(fax: Fax, context: StepContext): StepResult {
  const { now, priceOf } = context;
  const index = fax.due?.page ?? 0;
  const step = fax.options.script[index];
  if (step === undefined) return withoutEvents(fax, dueStep(now, 'stuck'));
  const next = nextDue(fax.options.script[index + 1], index + 1, { now, since: now });
  const pages = fax.documentPages;
  if (step.status === 'inprogress') {
    const recipients = mapRecipients(fax, (to) => ({ ...to, status: 'callactive' }));
    const costCents = recipients.reduce((sum, { number }) => sum + priceOf(number) * pages, 0);
    return withoutEvents({ ...fax, status: step.status, pages, costCents, recipients }, next);
  }
  if (step.status === 'willretry') return scheduleRetry(fax, next);
  const isReached = (at: number): boolean => step.status === 'success' || (step.status !== 'failure' && at === 0);
  const recipients = fax.recipients.map((to, at) =>
    isReached(at) ? { ...to, ...transmission, completedAt: wholeSecond(now) } : to,
  );
  return conclude({ ...fax, pages, recipients }, step.error, context);
}

/** The calls have failed and are made again, as they are without a script. */
function scheduleRetry(fax: Fax, next: Due): StepResult {
  const recipients = mapRecipients(fax, (to) => ({ ...to, status: 'willretry', retryCount: to.retryCount + 1 }));
  return {
    fax: { ...fax, status: 'inprogress', pages: fax.documentPages, recipients, due: next },
    events: recipients.map(({ number, retryCount }) => ({
      ...faxEvent(fax, 'retry_scheduled'),
      recipientNumber: number,
      retryCount,
    })),
  };
}

function nextDue(step: ScriptedStep | undefined, index: number, { now, since }: { now: number; since: number }): Due {
  if (step === undefined) return dueStep(now, 'stuck');
  if (step.reads !== null) return dueStep(now, 'unread', index);
  return dueStep(Math.max(since + step.afterMs, now), 'script', index);
}

/** Whether a fax's next scripted step waits for the fax to be read. Reads before its documents are converted count. */
export function awaitsRead({ due, options: { script } }: Fax): boolean {
  if (script.length === 0 || due === null) return false;
  if (due.step === 'unread') return true;
  return (due.step === 'fire' || due.step === 'convert') && (script[0]?.reads ?? 0) > 0;
}

/** Counts a read of such a fax; at the last one the step is done. */
export function countRead(fax: Fax, context: StepContext): StepResult {
  const { due: waiting, options } = fax;
  const index = waiting?.step === 'unread' ? waiting.page : 0;
  const script = options.script.map((step, at) => (at === index ? { ...step, reads: (step.reads ?? 1) - 1 } : step));
  const counted: Fax = { ...fax, options: { ...options, script } };
  if (waiting?.step !== 'unread' || script[index]?.reads !== 0) return { fax: counted, events: [] };
  return playScript({ ...counted, due: dueStep(context.now, 'script', index) }, context);
}
