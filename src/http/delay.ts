import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { drawDelay } from '../scenarios/effects.ts';
import type { ApiCall } from './api-call.ts';

/** Waits as long as the rule says that fired. */
export function delay({ firedRule, world, requestId }: ApiCall): Promise<void> | undefined {
  if (firedRule?.do.delay === undefined) return undefined;
  const timerName = requestId === undefined ? undefined : `request ${requestId}`;
  return pause(world.clock, drawDelay(firedRule.do.delay, world.seed, firedRule.key), timerName);
}

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
      if (timerName !== undefined) clock.noteProgress(timerName);
      stopListening();
      resolve();
    };
    const cancel = clock.schedule(clock.now() + ms, over, timerName);
    const stopListening = clock.onStop(() => {
      cancel();
      end();
    });
  });
}
