import type { Host } from '../domain/world-clock.ts';
import type { World } from './world.ts';

interface Patience {
  readonly host: Host;
  /** In real ms. */
  readonly longestMs: number;
  /** Aborted when nobody waits any more. */
  readonly gone?: AbortSignal | undefined;
}

/**
 * Looks for something in a world now and after every change; undefined when it was not there in time. What waits in a world
 * that is put away waits in vain, and so does what nobody waits for any more.
 */
export async function waitFor<T>(
  world: World,
  look: (world: World) => T | undefined,
  { host, longestMs, gone }: Patience,
): Promise<T | undefined> {
  const found = look(world);
  if (found !== undefined || longestMs <= 0) return found;
  return new Promise((resolve) => {
    const cancels: (() => void)[] = [];
    const end = (result: T | undefined): void => {
      for (const cancel of cancels) cancel();
      resolve(result);
    };
    const endInVain = (): void => {
      end(undefined);
    };
    const lookAgain = (): void => {
      const seen = look(world);
      if (seen !== undefined) end(seen);
    };
    gone?.addEventListener('abort', endInVain);
    cancels.push(
      world.store.watch(lookAgain),
      world.clock.onStop(endInVain),
      host.wake(longestMs, () => {
        end(look(world));
      }),
    );
  });
}
