import { Refusal } from '../model/domain/refusal.ts';
import type { HostedWorld } from './hosted-world.ts';
import type { World } from './world.ts';

/** Waits in a world, and again in each world that replaces it. The wait rejects when its world ends. */
export async function waitThroughResets<T>(hosted: HostedWorld, wait: (world: World) => Promise<T>): Promise<T> {
  const { world } = hosted;
  try {
    return await wait(world);
  } catch (error) {
    if (!world.clock.isStopped || !hosted.isThere) throw error;
    await hosted.replacing;
    return waitThroughResets(hosted, wait);
  }
}

interface Bounds {
  /** In real ms. */
  readonly longestMs: number;
  /** Aborted when the client has closed the connection. */
  readonly disconnected?: AbortSignal | undefined;
}

/**
 * Looks for something in a world now and after every change, through resets. Resolves to undefined when the time is over, or the
 * client is gone. Rejects with the Refusal `unavailable` when the world ends.
 */
export function waitFor<T>(
  hosted: HostedWorld,
  look: (world: World) => T | undefined,
  { longestMs, disconnected }: Bounds,
): Promise<T | undefined> {
  const { systemClock } = hosted;
  const until = systemClock.now() + longestMs;
  return waitThroughResets(hosted, async (world) => {
    const found = look(world);
    const leftMs = until - systemClock.now();
    if (found !== undefined || leftMs <= 0 || disconnected?.aborted === true) return found;
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
        systemClock.wake(leftMs, () => end(look(world))),
      );
    });
  });
}
