import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import type { Tone } from '../ui/badge.tsx';

/** The words for the states of a webhook. A file of its own, because the first screen needs no more of the words for webhooks. */
export const webhookStates: Readonly<Record<WebhookRecord['state'], { readonly tone: Tone; readonly word: string }>> = {
  pending: { tone: 'waiting', word: 'Pending' },
  delivered: { tone: 'good', word: 'Delivered' },
  failed: { tone: 'bad', word: 'Failed' },
  refused: { tone: 'bad', word: 'Not allowed' },
  mailed: { tone: 'good', word: 'Mailed' },
  kept: { tone: 'plain', word: 'Recorded only' },
};
