import { Refusal } from '../../model/domain/refusal.ts';
import type { HostedWorld } from '../hosting/hosted-world.ts';
import { onAbort, watchUntil } from './watch-until.ts';
import type { World } from '../world.ts';

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
  /** Calls `callback` after each relevant change. Default: each change of a record. */
  readonly watch?: (world: World, callback: () => void) => () => unknown;
}

/**
 * Waits until `find` finds something in a world, now or after a change, across resets. Resolves to undefined after the time limit,
 * or if the client disconnects. Rejects with the Refusal `unavailable` if the world ends.
 */
export function waitFor<T>(
  hosted: HostedWorld,
  look: (world: World) => T | undefined,
  { longestMs, disconnected, watch = ({ store }, callback) => store.watch(callback) }: Bounds,
): Promise<T | undefined> {
  const { systemClock } = hosted;
  const until = systemClock.now() + longestMs;
  return waitThroughResets(hosted, async (world) => {
    const found = look(world);
    const leftMs = until - systemClock.now();
    if (found !== undefined || leftMs <= 0 || disconnected?.aborted === true) return found;
    return watchUntil(
      () => look(world),
      (wait) => [
        onAbort(disconnected, () => wait.end(undefined)),
        watch(world, wait.look),
        world.clock.onStop(() => wait.fail(new Refusal('unavailable', 'The world ended while this was waited for'))),
        systemClock.wake(leftMs, () => wait.end(look(world))),
      ],
    );
  });
}
