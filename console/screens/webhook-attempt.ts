import type { WebhookRecord } from '../../src/control/client/named-types.ts';

export type Attempt = WebhookRecord['attempts'][number];

/** Whether a rule dropped an attempt, so that nothing was sent. */
export const isDropped = ({ rule_did: did }: Attempt): boolean => did.includes('dropped');

/** Whether an attempt counts against its endpoint. A forged one counts if it was accepted, and not if it was refused. */
export const isBad = ({ failure, forgery }: Attempt): boolean =>
  forgery === null ? failure !== null : forgery === 'accepted';
