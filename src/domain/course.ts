import { wholeSecond } from './clock.ts';
import { isDone } from './fax.ts';
import type { Fax, FaxStep, Recipient } from './fax.ts';
import { firstOfScript, playScript } from './script.ts';
import { conclude, due, each, errors, quiet, transmitted } from './step.ts';
import type { Circumstances, Step, Stepped } from './step.ts';
import { faxEvent } from './webhook.ts';

/**
 * The life of a sent fax, a function for each step. Each says what it makes of the fax and, in `due`, what comes next.
 * `convert` is not among them: it needs the documents (see `converted`).
 *
 *     (fire →) convert → ring → answer → page … → hangup → finish
 *                          ↖──── willretry ────────┘
 */
export const steps: Readonly<Record<Exclude<FaxStep, 'convert'>, Step>> = {
  fire: (fax, { now, pace, isBusy }) => {
    if (fax.options.avoidsCollisions && fax.recipients.some(({ number }) => isBusy(number))) {
      return quiet(fax, due(now + whileBusyMs, 'fire'));
    }
    const queued = { ...fax, status: 'queued', recipients: each(fax, (to) => ({ ...to, status: 'queued' })) } as const;
    return quiet(queued, due(now + pace.convert, 'convert'));
  },

  ring: (fax, { now, pace }) => {
    const recipients = each(fax, (to) => (isDone(to) ? to : { ...to, status: 'ringing' }));
    return quiet({ ...fax, recipients }, due(now + pace.answer, 'answer'));
  },

  answer: (fax, circumstances) => {
    const { now, pace, account } = circumstances;
    const recipients = each(fax, (to) =>
      isDone(to) || neverAnswers(fax, to, circumstances) ? to : { ...to, status: 'callactive' },
    );
    // Pages are steps of their own only where someone hears of them.
    const next = account.inflightWebhooks ? due(now, 'page', 1) : due(now + pace.page * fax.pages, 'hangup');
    return quiet({ ...fax, recipients }, next);
  },

  page: (fax, { now, pace }) => {
    const page = fax.due?.page ?? 1;
    const listeners = fax.recipients.filter(({ status }) => status === 'callactive');
    const next = page < fax.pages ? due(now + pace.page, 'page', page + 1) : due(now + pace.page, 'hangup');
    return {
      fax: { ...fax, due: next },
      news: listeners.map(({ number }) => ({ ...faxEvent(fax, 'transmitting_page'), recipientNumber: number, page })),
    };
  },

  hangup: (fax, circumstances) => {
    const { now, pace, account } = circumstances;
    const recipients = each(fax, (to) => (isDone(to) ? to : afterCall(fax, to, circumstances)));
    const again = recipients.filter(({ status }) => status === 'willretry');
    const next = again.length > 0 ? due(now + account.faxRetryDelayMs, 'ring') : due(now + pace.finish, 'finish');
    return {
      fax: { ...fax, recipients, due: next },
      news: again.map(({ number, retryCount }) => ({
        ...faxEvent(fax, 'retry_scheduled'),
        recipientNumber: number,
        retryCount,
      })),
    };
  },

  script: playScript,

  /** A scripted course that does not end, or waits for the fax to be read. Nothing is due; cancelling still works. */
  stuck: (fax, { now }) => quiet(fax, due(now, 'stuck')),
  unread: (fax) => ({ fax, news: [] }),

  finish: (fax, circumstances) => conclude(fax, null, circumstances),

  cancel: (fax, circumstances) => conclude(fax, errors.cancelled, circumstances),
};

/** A fax whose documents were converted into one of so many pages, kept as a blob; null for a fixture's. */
export function converted(
  fax: Fax,
  document: { readonly blob: string | null; readonly pages: number },
  circumstances: Circumstances,
): Stepped {
  const { now, pace, account, priceOf } = circumstances;
  const price = fax.recipients.reduce((sum, { number }) => sum + priceOf(number), 0) * document.pages;
  const kept: Fax = {
    ...fax,
    documentPages: document.pages,
    document: document.blob,
    sources: [],
    file: fax.file === 'deleted' ? 'deleted' : account.fileStorage ? 'stored' : 'not_stored',
  };
  if (fax.options.testFail === 'documentConversionError')
    return conclude(kept, errors.simulated.documentConversionError, circumstances);
  if (!fax.isTest && account.balanceCents < price)
    return conclude({ ...kept, pages: document.pages }, errors.funds, circumstances);
  if (fax.options.script.length > 0) return firstOfScript(kept, circumstances);
  return quiet(
    {
      ...kept,
      status: 'inprogress',
      pages: document.pages,
      costCents: price,
      recipients: each(kept, (to) => ({ ...to, status: 'inprogress' })),
    },
    due(now + pace.ring, 'ring'),
  );
}

function afterCall(fax: Fax, to: Recipient, circumstances: Circumstances): Recipient {
  const { account, now } = circumstances;
  const error = circumstances.errorOf(fax, to);
  // What a test asked for comes at once.
  const isFinal = error?.type !== 'lineError' || fax.options.testFail !== null || to.retryCount >= account.faxRetries;
  if (!isFinal) return { ...to, status: 'willretry', retryCount: to.retryCount + 1 };
  const completedAt = wholeSecond(now);
  if (error !== null) return { ...to, status: 'failure', completedAt, error };
  return { ...to, ...transmitted, completedAt };
}

function neverAnswers(fax: Fax, to: Recipient, { errorOf }: Circumstances): boolean {
  return errorOf(fax, to)?.type === 'lineError';
}

/** How long a fax that avoids collisions waits before it looks again. Assumed. */
const whileBusyMs = 5000;
