import type { Clock } from '../../model/domain/clock.ts';
import { isRefusedByDisk } from '../../model/domain/refusal.ts';

/** The result of a commit: at once in memory, or once the disk has it. */
export type Stored<T> = T | Promise<T>;

/** Ms after which a refused step is tried again. */
export const tryAgainMs = 1000;

/** Runs work that commits; where the disk refuses it, calls `retry` with the time of another try. */
export async function retryOnDiskError(
  clock: Pick<Clock, 'now'>,
  work: () => Promise<void> | void,
  retry: (at: number) => void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRefusedByDisk(error)) throw error;
    retry(clock.now() + tryAgainMs);
  }
}
