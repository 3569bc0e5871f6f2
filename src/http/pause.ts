import type { Clock } from '../model/domain/clock.ts';
import { Refusal } from '../model/domain/refusal.ts';

/**
 * Waits for so many ms of a world's time. Throws the Refusal `unavailable` when the world ends meanwhile. `timerName` is the name of
 * its end on the clock.
 */
export function pause(clock: Clock, ms: number, timerName?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Refusal('unavailable', 'The world ended while this answer was delayed'));
    if (clock.isStopped) {
      end();
      return;
    }
    const over = (): void => {
      stopListening();
      resolve();
    };
    clock.schedule(clock.now() + ms, over, timerName);
    const stopListening = clock.onStop(end);
  });
}
