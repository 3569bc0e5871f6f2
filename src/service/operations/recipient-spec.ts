import { faxErrorById } from '../../model/domain/fax-error.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { isDone, newRecipient } from '../../model/domain/fax.ts';
import type { FaxStatus, Recipient, RecipientStatus } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { transmission } from '../../model/domain/script.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import type { Wanted } from './operation-context.ts';

/** The wanted fields of a recipient. */
export interface RecipientSpec extends Wanted<
  Pick<Recipient, 'retryCount' | 'completedAt' | 'bitrate' | 'resolution'>
> {
  readonly number: string;
  readonly status?: RecipientStatus | null | undefined;
  /** An id of the service's error table. */
  readonly error?: number | undefined;
}

/** The default error of a failed fax: busy for a sent fax, a dropped call for a received one (recorded). */
export const usualErrors = { sent: 17, received: 11 } as const;

/** The error with this id. Throws `invalid` if the service has no such error. */
export function errorOfId(id: number, name = 'error'): FaxError {
  const known = faxErrorById(id);
  if (known !== undefined) return known;
  throw new Refusal('invalid', `${name} must be the id of an error that faxes have, got ${id}`, { field: name });
}

interface Outcome {
  readonly status: FaxStatus;
  /** Why the fax failed; null if it did not. */
  readonly error: FaxError | null;
  readonly completedAt: number;
}

/** The recipients of a fax with this outcome. The fields of a spec have precedence over it. */
export function recipientsOf(specs: readonly RecipientSpec[], outcome: Outcome): Recipient[] {
  return specs.map((spec, index) => recipientOf(spec, statusOf(spec, index, outcome), outcome));
}

function statusOf({ status }: RecipientSpec, index: number, fax: Outcome): RecipientStatus | null {
  if (status !== undefined) return status;
  if (fax.status !== 'partialsuccess') return fax.status;
  return index === 0 ? 'success' : 'failure';
}

function recipientOf(spec: RecipientSpec, status: RecipientStatus | null, outcome: Outcome): Recipient {
  const { retryCount, completedAt, bitrate, resolution } = spec;
  return {
    ...newRecipient(spec.number, status),
    ...(isDone({ status }) && { completedAt: outcome.completedAt }),
    ...(status === 'success' && transmission),
    ...(status === 'failure' && { error: outcome.error ?? errorOfId(usualErrors.sent) }),
    ...(spec.error !== undefined && { error: errorOfId(spec.error, 'recipients[error]') }),
    ...omitUndefined({ retryCount, completedAt, bitrate, resolution }),
  };
}
