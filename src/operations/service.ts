import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Store } from '../store/store.ts';

/** What an operation works on: one world's records, its time and its chance. */
export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  readonly seed: number;
}

/** The service keeps times in whole seconds; all that it shows end in `.000`. In ms since the epoch. */
export function currentSecond({ clock }: Service): number {
  return Math.floor(clock.now() / 1000) * 1000;
}

/** Source of the text: a recorded answer to an unknown route; for records it is assumed to be the same. */
export const notFound = () => new Refusal('not_found', 'Not found');
