import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import type { Tone } from '../ui/badge.tsx';

export type Attempt = WebhookRecord['attempts'][number];

export const webhookStates: Readonly<Record<WebhookRecord['state'], { readonly tone: Tone; readonly word: string }>> = {
  pending: { tone: 'waiting', word: 'Pending' },
  delivered: { tone: 'good', word: 'Delivered' },
  failed: { tone: 'bad', word: 'Failed' },
  refused: { tone: 'bad', word: 'Not allowed' },
  mailed: { tone: 'good', word: 'Mailed' },
  kept: { tone: 'plain', word: 'Recorded only' },
};

/** The state in the list: a pending webhook whose attempts fail waits for a retry. */
export function shownState({ state, attempts }: WebhookRecord): { readonly tone: Tone; readonly word: string } {
  if (state === 'pending' && attempts.length > 0) return { tone: 'mixed', word: 'Will retry' };
  return webhookStates[state];
}

/** The response of an attempt in a word: `200`, `no response`. */
export function attemptResult({ answer, failure }: Attempt): { readonly tone: Tone; readonly word: string } {
  if (answer !== null) return { tone: failure === null ? 'good' : 'bad', word: String(answer.status) };
  return failure === null ? { tone: 'plain', word: 'recorded' } : { tone: 'bad', word: 'no response' };
}

/** All that a search finds a webhook by, in lower case. */
export const searchedText = ({ id, event, fax_id: fax, url, attempts }: WebhookRecord): string =>
  [id, event, fax, url, ...attempts.map(({ failure, rule }) => `${failure ?? ''} ${rule ?? ''}`)]
    .join(' ')
    .toLowerCase();
