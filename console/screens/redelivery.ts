import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { pluralize } from '../format.ts';
import { toast, toastFailure } from '../ui/toast.tsx';
import { answersText } from './webhook-answers.ts';

/** Longer than faxsim waits for the answer to a webhook. */
const patience = '20s';

/** Delivers a webhook again. */
export const redeliver = (id: number, input: Readonly<Record<string, unknown>> = {}) =>
  ask<AnswerOf<'webhooks', 'redeliver'>>(`/webhooks/${id}/redeliver`, { method: 'POST', input });

/** Tells the answers to new webhooks once they are there. The caller goes on at once. */
export function tellAnswers(webhooks: readonly WebhookRecord[]): void {
  const about = `webhooks ${webhooks.map(({ id }) => id).join(' ')}`;
  const subject = webhooks.length === 1 ? `Webhook ${webhooks[0]?.id}` : pluralize(webhooks.length, 'webhook');
  toast(`${subject} on the way`, 'waiting', about);
  const tell = async (): Promise<void> => {
    const ended = await Promise.all(webhooks.map(firstAttempt));
    const { text, tone } = answersText(ended);
    toast(text, tone, about);
  };
  void tell().catch(toastFailure);
}

const firstAttempt = async (webhook: WebhookRecord): Promise<WebhookRecord> =>
  (await ask<WebhookRecord | null>('/webhooks/wait', { input: { id: webhook.id, timeout: patience } })) ?? webhook;
