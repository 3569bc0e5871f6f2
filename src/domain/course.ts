import { wholeSecond } from './clock.ts';
import type { Account } from './account.ts';
import type { FaxError } from './fax-error.ts';
import { faxErrorById } from './fax-error.ts';
import type { Due, Fax, FaxStatus, FaxStep, Recipient } from './fax.ts';
import type { Pace } from './pace.ts';
import { newsOf } from './webhook.ts';
import type { WebhookNews } from './webhook.ts';

/** What a step of a fax's life depends on. */
export interface Circumstances {
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

/** What a step made of a fax. */
export interface Stepped {
  readonly fax: Fax;
  readonly news: readonly WebhookNews[];
}

type Step = (fax: Fax, circumstances: Circumstances) => Stepped;

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
      news: listeners.map(({ number }) => ({ ...newsOf(fax, 'transmitting_page'), recipientNumber: number, page })),
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
        ...newsOf(fax, 'retry_scheduled'),
        recipientNumber: number,
        retryCount,
      })),
    };
  },

  script: (fax, circumstances) => {
    const { now, priceOf } = circumstances;
    const index = fax.due?.page ?? 0;
    const step = fax.options.script[index];
    const next = fax.options.script[index + 1];
    if (step === undefined) return quiet(fax, due(now, 'stuck'));
    const pages = fax.documentPages;
    if (step.status === 'inprogress') {
      const recipients = each(fax, (to) => ({ ...to, status: 'callactive' }));
      const costCents = recipients.reduce((sum, { number }) => sum + priceOf(number) * pages, 0);
      const shown = { ...fax, status: step.status, pages, costCents, recipients } as const;
      return quiet(shown, next === undefined ? due(now, 'stuck') : due(now + next.afterMs, 'script', index + 1));
    }
    const isReached = (index: number): boolean =>
      step.status === 'success' || (step.status !== 'failure' && index === 0);
    const recipients = fax.recipients.map((to, index) =>
      isReached(index) ? { ...to, ...transmitted, completedAt: wholeSecond(now) } : to,
    );
    return conclude({ ...fax, pages, recipients }, step.error, circumstances);
  },

  /** A scripted course that does not end. Nothing is ever due; cancelling still works. */
  stuck: (fax, { now }) => quiet(fax, due(now, 'stuck')),

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
    file: fax.file === 'deleted' ? 'deleted' : account.storesFiles ? 'stored' : 'not_stored',
  };
  if (fax.options.testFail === 'documentConversionError')
    return conclude(kept, errors.simulated.documentConversionError, circumstances);
  if (!fax.isTest && account.balanceCents < price)
    return conclude({ ...kept, pages: document.pages }, errors.funds, circumstances);
  const [first] = fax.options.script;
  if (first !== undefined) return quiet(kept, due(Math.max(fax.createdAt + first.afterMs, now), 'script'));
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

/**
 * Ends a fax: calls that are done stay so, all others fail with the error. The fax shows that, or else the error of its
 * first recipient that was not reached (recorded for one recipient, assumed for several).
 */
export function conclude(fax: Fax, error: FaxError | null, { now, priceOf }: Circumstances): Stepped {
  const recipients = each(fax, (to) =>
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
  return { fax: done, news: [newsOf(done, 'fax_completed')] };
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

/** Bitrate and resolution as recorded of a test fax. */
export const transmitted = { status: 'success', bitrate: 14_400, resolution: 7700 } as const;

function neverAnswers(fax: Fax, to: Recipient, { errorOf }: Circumstances): boolean {
  return errorOf(fax, to)?.type === 'lineError';
}

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
  /** A fax that the simulator itself cannot bring to its end. */
  lost: error(23),
  /** What `test_fail` asks for. */
  simulated: {
    documentConversionError: error(122),
    lineError: error(121),
    faxError: error(119),
    fatalError: error(126),
    generalError: error(120),
  },
} as const;

/** How long a fax that avoids collisions waits before it looks again. Assumed. */
const whileBusyMs = 5000;

const isDone = ({ status }: Recipient): boolean => status === 'success' || status === 'failure';

function each(fax: Fax, change: (recipient: Recipient) => Recipient): Recipient[] {
  return fax.recipients.map(change);
}

const due = (at: number, step: FaxStep, page = 0): Due => ({ at, step, page });

const quiet = (fax: Fax, next: Due): Stepped => ({ fax: { ...fax, due: next }, news: [] });
