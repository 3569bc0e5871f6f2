import type { Fax } from '../domain/fax.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { Store } from '../store/store.ts';
import type { AttemptOutcome } from './retries.ts';
import type { InjectedFault } from './fault-injection.ts';

/** A delivery that waits for its time. */
export interface Task {
  readonly id: number;
  /** As last known, for the case that it is deleted; undefined after a restart. */
  readonly fax: Fax | undefined;
  /** How often it could not be tried, or not be recorded, in a row. */
  readonly faults: number;
  /** The fault that a scenario injects into its next attempt; undefined before the rules were matched. */
  readonly injected?: InjectedFault | null;
  /** It delivers a copy, which no rule copies again. A restart forgets this. */
  readonly isCopy?: boolean;
}

/** An attempt that was made. */
export interface FinishedAttempt {
  readonly delivery: Delivery;
  readonly fax: Fax | undefined;
  readonly outcome: AttemptOutcome;
}

/** A delivery that is due at a time, under the next id. */
export function newDelivery(
  { deliveries }: Pick<Store, 'deliveries'>,
  { faxEvent, url, editedFields }: Pick<Delivery, 'faxEvent' | 'url' | 'editedFields'>,
  at: number,
): Delivery {
  const id = (deliveries.highestKey ?? 0) + 1;
  return { id, createdAt: at, faxEvent, url, editedFields, state: 'pending', dueAt: at, attempts: [] };
}
