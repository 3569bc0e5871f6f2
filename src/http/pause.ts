import type { Clock } from '../domain/clock.ts';

/** Waits for so many ms of a world's time. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(clock.now() + ms, resolve);
  });
}
