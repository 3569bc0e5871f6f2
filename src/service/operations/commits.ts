import type { Clock } from '../../model/domain/clock.ts';
import { isRefusedByDisk } from '../../model/domain/refusal.ts';
import { orElse } from '../../model/shared/errors.ts';

/** The result of a commit: immediate in memory, a promise if the disk must store it. */
export type Stored<T> = T | Promise<T>;

/** Delay before a refused step is tried again, in ms. */
export const tryAgainMs = 1000;

/** Runs work that commits. If the disk refuses the commit, calls `retry` with the time of the next try. */
export function retryOnDiskError(
  clock: Pick<Clock, 'now'>,
  work: () => Stored<void>,
  retry: (at: number) => void,
): Promise<void> | undefined {
  return orElse(work, (error) => {
    if (!isRefusedByDisk(error)) throw error;
    retry(clock.now() + tryAgainMs);
  });
}
