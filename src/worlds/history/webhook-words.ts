import { forgeryResult } from '../../model/domain/webhook.ts';
import type { Delivery, WebhookAttempt } from '../../model/domain/webhook.ts';
import { durationWords } from '../../model/shared/duration.ts';
import { forgeryText } from '../../model/shared/forgery-text.ts';
import type { Tone } from './fax-event.ts';

/** The result of an attempt to deliver a webhook, by its index: its answer or the reason of its failure. */
export function attemptText(
  { attempts, state }: Delivery,
  index: number,
): { readonly result: string; readonly tone: Tone } {
  const attempt = attempts[index];
  const told = attempt && ruleResult(attempt);
  if (told !== undefined) return told;
  const { answer, failure, tookMs } = attempt ?? { answer: null, failure: null, tookMs: 0 };
  // An attempt has the time of its beginning, so a slow receiver answered noticeably later.
  const later = tookMs < 1000 ? '' : ` after ${durationWords(tookMs)}`;
  const result = failure ?? unpostedReasons[state] ?? `answered ${answer?.status ?? 'nothing'}${later}`;
  return { result, tone: failure === null ? 'plain' : 'bad' };
}

/** The result of an attempt that a rule dropped or forged; undefined for others, and if the program did not decide. */
function ruleResult(attempt: WebhookAttempt): { readonly result: string; readonly tone: Tone } | undefined {
  const { ruleDid = [], failure, signature, answer } = attempt;
  if (ruleDid.includes('dropped')) return { result: `not sent, ${failure ?? 'dropped'}`, tone: 'bad' };
  const forgery = forgeryResult(attempt);
  if (forgery === null) return undefined;
  const result = forgeryText(forgery, { acts: ruleDid, hasSignature: signature !== null, status: answer?.status });
  return { result, tone: forgery === 'accepted' ? 'bad' : 'good' };
}

const unpostedReasons: Readonly<Record<string, string>> = {
  kept: 'recorded only, since it has no URL',
  mailed: 'recorded only, since no mail is sent',
};

/** `transmitting_page, page 3, attempt 2`. */
export function webhookName({ event, page, retryCount }: Delivery['faxEvent'], index: number): string {
  const parts = [
    event,
    ...(page === null ? [] : [`page ${page}`]),
    ...(retryCount === null ? [] : [`retry ${retryCount}`]),
    ...(index === 0 ? [] : [`attempt ${index + 1}`]),
  ];
  return parts.join(', ');
}

/** `, again of webhook 10, whose own retries go on`; empty for a webhook that repeats no other. */
export function redeliveryText({ redelivery }: Pick<Delivery, 'redelivery'>): string {
  if (redelivery === undefined) return '';
  return `, again of webhook ${redelivery.of}${redelivery.retryAt === null ? '' : ', whose own retries go on'}`;
}
