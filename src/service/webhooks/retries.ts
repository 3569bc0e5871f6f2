import { retryDelays } from '../../model/domain/retry-delays.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import type { AttemptOutcome } from './attempt.ts';

/** The delivery after another attempt, which ended at `now`: done, given up, or due again. */
export function afterAttempt(delivery: Delivery, { attempt, end }: AttemptOutcome, now: number): Delivery {
  const attempts = [...delivery.attempts, attempt];
  const wait = retryDelays[delivery.attempts.length];
  if (end === null && wait !== undefined) return { ...delivery, attempts, dueAt: now + wait };
  return { ...delivery, attempts, state: end ?? 'failed', dueAt: null };
}
