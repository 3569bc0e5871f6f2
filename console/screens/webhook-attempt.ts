import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { forgeryText } from '../../src/model/shared/forgery-text.ts';

export type Attempt = WebhookRecord['attempts'][number];

/** Whether a rule dropped an attempt, so that nothing was sent. */
export const isDropped = ({ rule_did: did }: Attempt): boolean => did.includes('dropped');

/** `accepted a forged signature with 200: your program does not check signatures`; undefined for a genuine attempt. */
export const attemptForgery = ({ forgery, rule_did: acts, signature, answer }: Attempt): string | undefined =>
  forgery === null
    ? undefined
    : forgeryText(forgery, { acts, hasSignature: signature !== null, status: answer?.status });

/** Whether an attempt counts against its endpoint. A forged one counts if it was accepted, and not if it was refused. */
export const isBad = ({ failure, forgery }: Attempt): boolean =>
  forgery === null ? failure !== null : forgery === 'accepted';

/** Whether the program refused an attempt that no rule forged or answered. */
export const refusesGenuine = ({ forgery, by_rule: isByRule, answer }: Attempt): boolean =>
  forgery === null && !isByRule && (answer?.status === 401 || answer?.status === 403);
