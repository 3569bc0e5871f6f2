import type { WebhookEvent, WebhookVersion } from '../../domain/webhook.ts';
import type { WriteWebhook } from './form.ts';
import { writeV1Webhook } from './v1.ts';
import { writeV2Webhook } from './v2.ts';
import { writeV21Webhook } from './v2-1.ts';

/** How a webhook is written in each version. */
export const webhookWriters: Readonly<Record<WebhookVersion, WriteWebhook>> = {
  v1: writeV1Webhook,
  v2: writeV2Webhook,
  'v2.1': writeV21Webhook,
};

/** Events during transmission came with v2.1. Source: its page on webhooks. */
export const knowsEvent = (version: WebhookVersion, event: WebhookEvent): boolean =>
  version === 'v2.1' || event === 'fax_completed';
