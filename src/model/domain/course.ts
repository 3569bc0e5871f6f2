import { keepsFile, retriesOf } from './account.ts';
import { wholeSecond } from './clock.ts';
import { isDone, changedFax } from './fax.ts';
import type { Fax, FaxStep, Recipient } from './fax.ts';
import {
  conclude,
  dueStep,
  errors,
  firstOfScript,
  mapRecipients,
  playScript,
  transmission,
  withoutEvents,
} from './script.ts';
import type { Pace } from './pace.ts';
import type { StepContext, StepFunction, StepResult } from './step.ts';
import { faxEvent } from './webhook.ts';

/**
 * The life of a sent fax, a function for each step. Each says what it makes of the fax and, in `due`, what comes next.
 * `convert` is not among them: it needs the documents (see `completeConversion`).
 *
 *     (fire →) convert → ring → answer → page … → hangup → finish
 *                          ↖──── willretry ────────┘
 */
export const faxStepFunctions: Readonly<Record<Exclude<FaxStep, 'convert'>, StepFunction>> = {
  fire: (fax, { now, pace, isBusy }) => {
    if (fax.options.avoidsCollisions && fax.recipients.some(({ number }) => isBusy(number))) {
      return withoutEvents(fax, { due: dueStep(now + whileBusyMs, 'fire') });
    }
    const recipients = mapRecipients(fax, (to) => ({ ...to, status: 'queued' }));
    return withoutEvents(fax, { status: 'queued', recipients, due: dueStep(now + pace.convert, 'convert') });
  },

  ring: (fax, { now, pace }) => {
    const recipients = mapRecipients(fax, (to) => (isDone(to) ? to : { ...to, status: 'ringing' }));
    return withoutEvents(fax, { recipients, due: dueStep(now + pace.answer, 'answer') });
  },

  answer: (fax, context) => {
    const { now, pace, account } = context;
    const recipients = mapRecipients(fax, (to) =>
      isDone(to) || neverAnswers(fax, to, context) ? to : { ...to, status: 'callactive' },
    );
    const isHeard = recipients.some(isAnswered);
    // Pages are separate steps only where events about them are sent.
    const next =
      account.inflightWebhooks && isHeard
        ? dueStep(now, 'page', 1)
        : dueStep(now + pace.page * fax.pages, 'hangup', isHeard ? fax.pages : 0);
    return withoutEvents(fax, { recipients, due: next });
  },

  page: (fax, { now, pace }) => {
    const page = fax.due?.page ?? 1;
    const listeners = fax.recipients.filter(isAnswered);
    const next = page < fax.pages ? dueStep(now + pace.page, 'page', page + 1) : dueStep(now + pace.page, 'hangup');
    return {
      fax: changedFax(fax, { due: next }),
      events: listeners.map(({ number }) => ({ ...faxEvent(fax, 'transmitting_page'), recipientNumber: number, page })),
    };
  },

  hangup: (fax, context) => {
    const { now, pace, account } = context;
    const recipients = mapRecipients(fax, (to) => (isDone(to) ? to : afterCall(fax, to, context)));
    const again = recipients.filter(({ status }) => status === 'willretry');
    const next =
      again.length > 0 ? dueStep(now + retriesOf(fax, account).delayMs, 'ring') : dueStep(now + pace.finish, 'finish');
    return {
      fax: changedFax(fax, { recipients, due: next }),
      events: again.map(({ number, retryCount }) => ({
        ...faxEvent(fax, 'retry_scheduled'),
        recipientNumber: number,
        retryCount,
      })),
    };
  },

  script: playScript,

  /** A scripted course that does not end, or waits for the fax to be read. No step is due; cancelling still works. */
  stuck: (fax, { now }) => withoutEvents(fax, { due: dueStep(now, 'stuck') }),
  unread: (fax) => ({ fax, events: [] }),

  finish: (fax, context) => conclude(fax, null, context),

  cancel: (fax, context) => conclude(fax, errors.cancelled, context),
};

/**
 * The fax after the conversion of its documents, with the pages and the blob of the result. The blob is null for a
 * fixture's fax.
 */
export function completeConversion(
  fax: Fax,
  document: { readonly blob: string | null; readonly pages: number },
  context: StepContext,
): StepResult {
  const { now, pace, account, priceOf } = context;
  const price = fax.recipients.reduce((sum, { number }) => sum + priceOf(number), 0) * document.pages;
  const kept = changedFax(fax, {
    documentPages: document.pages,
    document: document.blob,
    sources: [],
    file: fax.file === 'deleted' ? 'deleted' : keepsFile(fax, account) ? 'stored' : 'not_stored',
  });
  if (fax.options.testFail === 'documentConversionError')
    return conclude(kept, errors.simulated.documentConversionError, context);
  if (!fax.isTest && account.balanceCents < price)
    return conclude(changedFax(kept, { pages: document.pages }), errors.funds, context);
  if (fax.options.script.length > 0) return firstOfScript(kept, context);
  return withoutEvents(kept, {
    status: 'inprogress',
    pages: document.pages,
    costCents: price,
    recipients: mapRecipients(kept, (to) => ({ ...to, status: 'inprogress' })),
    due: dueStep(now + pace.ring, 'ring'),
  });
}

function afterCall(fax: Fax, to: Recipient, context: StepContext): Recipient {
  const { account, now } = context;
  const error = context.errorOf(fax, to);
  // An error that `test_fail` asks for is final at once.
  const isFinal =
    error?.type !== 'lineError' || fax.options.testFail !== null || to.retryCount >= retriesOf(fax, account).retries;
  if (!isFinal) return { ...to, status: 'willretry', retryCount: to.retryCount + 1 };
  const completedAt = wholeSecond(now);
  if (error !== null) return { ...to, status: 'failure', completedAt, error };
  return { ...to, ...transmission, completedAt };
}

function neverAnswers(fax: Fax, to: Recipient, { errorOf }: StepContext): boolean {
  return errorOf(fax, to)?.type === 'lineError';
}

/** The page that a call transmits at a time in ms, from 1; null if it transmits no page then. */
export function pageAt({ due, pages, recipients }: Fax, at: number, pace: Pace): number | null {
  if (due === null || !recipients.some(isAnswered)) return null;
  const last = due.step === 'page' ? due.page - 1 : due.step === 'hangup' ? pages : 0;
  if (last < 1) return null;
  // All pages until the hangup can share one step, whose time is that of its last page.
  const later = pace.page === 0 ? 0 : Math.ceil((due.at - at) / pace.page) - 1;
  return Math.min(Math.max(last - later, 1), last);
}

/** The end of a page in a call, in ms on the world's clock. */
export interface PageEnd {
  readonly page: number;
  readonly at: number;
}

/** The pages that end by the time of the due step: all pages of the call if they share this step, else the latest one. */
export function pageEndsOf({ due, pages, recipients }: Fax, pace: Pace): PageEnd[] {
  if (due === null || !recipients.some(isAnswered)) return [];
  const { at, step, page } = due;
  if (step === 'page') return page === 1 ? [] : [{ page: page - 1, at }];
  if (step !== 'hangup') return [];
  const first = page === 0 ? pages : 1;
  return Array.from({ length: pages - first + 1 }, (_, index) => ({
    page: first + index,
    at: at - (pages - first - index) * pace.page,
  }));
}

/** Whether the call to a recipient is under way. */
export const isAnswered = ({ status }: Recipient): boolean => status === 'callactive';

/** How long a fax that avoids collisions waits before it looks again. Assumed. */
const whileBusyMs = 5000;
