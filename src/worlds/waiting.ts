import { Refusal } from '../domain/refusal.ts';
import type { SystemClock } from '../domain/world-clock.ts';
import type { World } from './world.ts';

interface Patience {
  readonly systemClock: SystemClock;
  /** In real ms. */
  readonly longestMs: number;
  /** Aborted when the client has closed the connection. */
  readonly disconnected?: AbortSignal | undefined;
}

/**
 * Looks for something in a world now and after every change. Resolves to undefined when the time is up or `gone` is
 * aborted. Rejects with the Refusal `unavailable` when the world ends.
 */
export async function waitFor<T>(
  world: World,
  look: (world: World) => T | undefined,
  { systemClock, longestMs, disconnected }: Patience,
): Promise<T | undefined> {
  const found = look(world);
  if (found !== undefined || longestMs <= 0 || disconnected?.aborted === true) return found;
  return new Promise((resolve, reject) => {
    const cancels: (() => void)[] = [];
    const settle = (work: () => void): void => {
      for (const cancel of cancels) cancel();
      work();
    };
    const end = (result: T | undefined): void => settle(() => resolve(result));
    const giveUp = (): void => end(undefined);
    disconnected?.addEventListener('abort', giveUp);
    cancels.push(
      () => disconnected?.removeEventListener('abort', giveUp),
      world.store.watch(() => {
        const current = look(world);
        if (current !== undefined) end(current);
      }),
      world.clock.onStop(() => {
        settle(() => reject(new Refusal('unavailable', 'The world ended while this was waited for')));
      }),
      systemClock.wake(longestMs, () => end(look(world))),
    );
  });
}
