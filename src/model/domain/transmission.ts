import { isDone, isOpenStatus } from './fax.ts';
import type { Fax, Recipient } from './fax.ts';

/**
 * A fax to or from one number, which v3 calls a fax. A v2.1 fax to n numbers has n transmissions, but one document and one webhook.
 */
export interface Transmission {
  readonly fax: Fax;
  /** The position of the recipient in the fax; 0 for a received fax. */
  readonly index: number;
}

/** The transmissions of a fax, in the order of its recipients. */
export const transmissionsOf = (fax: Fax): readonly Transmission[] =>
  fax.recipients.length < 2 ? [{ fax, index: 0 }] : fax.recipients.map((_recipient, index) => ({ fax, index }));

export const recipientOf = ({ fax, index }: Transmission): Recipient | undefined => fax.recipients[index];

/** The number that a transmission was sent to, or received on; E.164. */
export const calledNumber = (one: Transmission): string | null => recipientOf(one)?.number ?? one.fax.toNumber;

/** The number that a transmission was sent from; null for the service's public number. */
export const callingNumber = ({ fax }: Transmission): string | null =>
  fax.direction === 'sent' ? fax.callerId : fax.fromNumber;

/** Source: the API reference of v3. */
export const transmissionStatuses = ['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILURE'] as const;
export type TransmissionStatus = (typeof transmissionStatuses)[number];

/**
 * The status of a transmission. A new fax is in progress, as in every sample; only a fax in a v2.1 batch is queued. Partial success
 * does not exist here.
 */
export function transmissionStatus(one: Transmission): TransmissionStatus {
  const { status } = isTransmissionDone(one) ? (doneRecipient(one) ?? one.fax) : one.fax;
  if (status === 'success' || status === 'partialsuccess') return 'COMPLETED';
  if (status === 'failure') return 'FAILURE';
  return one.fax.status === 'pendingbatch' ? 'QUEUED' : 'IN_PROGRESS';
}

/** Whether a transmission has ended, successfully or not. The fax may still call its other numbers. */
export const isTransmissionDone = (one: Transmission): boolean =>
  doneRecipient(one) !== undefined || !isOpenStatus(one.fax.status);

function doneRecipient(one: Transmission): Recipient | undefined {
  const recipient = recipientOf(one);
  return recipient !== undefined && isDone(recipient) ? recipient : undefined;
}
