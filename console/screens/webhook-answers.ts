import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { shownForgery } from '../../src/model/shared/forgery-text.ts';
import { durationWords, pluralize, shortReason } from '../format.ts';

interface Told {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'waiting';
}

/** `Webhook 11: answered 200 after 12 ms`; for several, the number of each result. */
export function answersText(webhooks: readonly WebhookRecord[]): Told {
  const results = webhooks.map(resultOf);
  const tone = (['bad', 'waiting'] as const).find((one) => results.some((result) => result.tone === one)) ?? 'good';
  const [only] = webhooks;
  if (webhooks.length === 1 && only !== undefined) {
    return { text: `Webhook ${only.id}: ${results[0]?.text ?? ''}${formerText(only)}`, tone };
  }
  const words = [...new Set(results.map(({ word }) => word))];
  const counts = words.map((word) => `${results.filter((result) => result.word === word).length} ${word}`);
  return { text: `${pluralize(webhooks.length, 'webhook')}: ${counts.join(', ')}`, tone };
}

function resultOf({ attempts, state }: WebhookRecord): Told & { readonly word: string } {
  const last = attempts.at(-1);
  if (last === undefined) return { text: 'no attempt yet', word: 'without an attempt yet', tone: 'waiting' };
  const { answer, failure, took_ms: tookMs } = last;
  const forgery = shownForgery(last);
  if (forgery !== undefined)
    return { text: forgery, word: forgery, tone: last.forgery === 'accepted' ? 'bad' : 'good' };
  const tone = failure === null ? 'good' : 'bad';
  if (answer === null) {
    if (failure === null) return { text: 'recorded only', word: 'recorded only', tone };
    // The whole reason says how the host is allowed.
    if (state === 'refused') return { text: `not posted, ${failure}`, word: 'not posted', tone };
    return { text: shortReason(failure), word: 'without a response', tone };
  }
  return { text: `answered ${answer.status} after ${durationWords(tookMs)}`, word: `answered ${answer.status}`, tone };
}

/** The retries of the webhook that was delivered again, if any are still due. */
const formerText = ({ redelivery_of: former, former_retry_at: retryAt }: WebhookRecord): string =>
  former === null || retryAt === null ? '' : `. Webhook ${former} is still retried`;
