import type { Clock } from '../../model/domain/clock.ts';
import { isRefusedByDisk } from '../../model/domain/refusal.ts';
import { orElse } from '../../model/shared/errors.ts';

/** The result of a commit: at once in memory, or once the disk has it. */
export type Stored<T> = T | Promise<T>;

/** Ms after which a refused step is tried again. */
export const tryAgainMs = 1000;

/** Runs work that commits; where the disk refuses it, calls `retry` with the time of another try. */
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
