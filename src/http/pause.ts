import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/refusal.ts';

/** Waits for so many ms of a world's time. Throws the Refusal `unavailable` when the world ends meanwhile. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      reject(new Refusal('unavailable', 'The world ended while this answer was delayed'));
    };
    if (clock.isStopped) {
      end();
      return;
    }
    const cancel = clock.schedule(clock.now() + ms, () => {
      stopListening();
      resolve();
    });
    const stopListening = clock.onStop(() => {
      cancel();
      end();
    });
  });
}
