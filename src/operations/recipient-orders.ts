import { transmitted } from '../domain/step.ts';
import type { FaxError } from '../domain/fax-error.ts';
import { faxErrorById } from '../domain/fax-error.ts';
import { isDone, newRecipient } from '../domain/fax.ts';
import type { FaxStatus, Recipient, RecipientStatus } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import { omitUndefined } from '../shared/objects.ts';

/** A recipient of a fax that somebody wants to be there. */
export interface RecipientOrder {
  readonly number: string;
  readonly status?: RecipientStatus | null | undefined;
  /** An id of the service's error table. */
  readonly error?: number | undefined;
  readonly retryCount?: number | undefined;
  readonly completedAt?: number | undefined;
  readonly bitrate?: number | undefined;
  readonly resolution?: number | undefined;
}

/** What a fax fails with when nobody says so: busy when it was sent, and a call that dropped when it came in, as recorded. */
export const usualErrors = { sent: 17, received: 11 } as const;

/** The error of that id. Throws `invalid` when the service has none. */
export function errorOfId(id: number, name = 'error'): FaxError {
  const known = faxErrorById(id);
  if (known !== undefined) return known;
  throw new Refusal('invalid', `${name} must be the id of an error that faxes have, but was ${id}`);
}

interface Outcome {
  readonly status: FaxStatus;
  /** Why the fax failed; null: it did not. */
  readonly error: FaxError | null;
  readonly completedAt: number;
}

/** What recipients of such a fax are, each as far as nothing else was asked of it. */
export function recipientsOf(orders: readonly RecipientOrder[], outcome: Outcome): Recipient[] {
  return orders.map((order, index) => recipientOf(order, statusOf(order, index, outcome), outcome));
}

function statusOf({ status }: RecipientOrder, index: number, fax: Outcome): RecipientStatus | null {
  if (status !== undefined) return status;
  if (fax.status !== 'partialsuccess') return fax.status;
  return index === 0 ? 'success' : 'failure';
}

function recipientOf(order: RecipientOrder, status: RecipientStatus | null, outcome: Outcome): Recipient {
  const { retryCount, completedAt, bitrate, resolution } = order;
  return {
    ...newRecipient(order.number, status),
    ...(isDone({ status }) && { completedAt: outcome.completedAt }),
    ...(status === 'success' && transmitted),
    ...(status === 'failure' && { error: outcome.error ?? errorOfId(usualErrors.sent) }),
    ...(order.error !== undefined && { error: errorOfId(order.error, 'recipients[error]') }),
    ...omitUndefined({ retryCount, completedAt, bitrate, resolution }),
  };
}
