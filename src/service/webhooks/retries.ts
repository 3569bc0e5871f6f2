import type { Delivery } from '../../model/domain/webhook.ts';
import type { AttemptOutcome } from './attempt.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The waits before the 16 retries, in ms on the world's clock. Source: the pages on callbacks of all versions. */
export const retryDelays: readonly number[] = [
  5 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  ...Array.from({ length: 12 }, () => 6 * hour),
];

/** The delivery after another attempt, which ended at `now`: done, given up, or due again. */
export function afterAttempt(delivery: Delivery, { attempt, end }: AttemptOutcome, now: number): Delivery {
  const attempts = [...delivery.attempts, attempt];
  const wait = retryDelays[delivery.attempts.length];
  if (end === null && wait !== undefined) return { ...delivery, attempts, dueAt: now + wait };
  return { ...delivery, attempts, state: end ?? 'failed', dueAt: null };
}
