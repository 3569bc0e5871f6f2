import { setTimeout as pause } from 'node:timers/promises';
import type { WorldHandle } from '../client/world-handle.ts';

/** Real ms without an event after which all are taken to wait. */
const quietMs = 60;
const lookMs = 20;

/** Moves the clock of a world to the next due event whenever nothing has happened for a while, until the signal. */
export async function skipWaits(world: WorldHandle, signal: AbortSignal): Promise<void> {
  let last = performance.now();
  const listening = listen(world, signal, () => (last = performance.now()));
  for (;;) {
    await pause(lookMs);
    if (isOver(signal)) break;
    if (performance.now() - last < quietMs) continue;
    await skip(world).catch(() => undefined); // another mover goes first, and the world may be gone
    last = performance.now();
  }
  await listening;
}

const isOver = (signal: AbortSignal): boolean => signal.aborted;

async function skip(world: WorldHandle): Promise<void> {
  const { now, next_due: due } = await world.clock.show();
  const wait = due === null ? 0 : Date.parse(due) - Date.parse(now);
  if (wait > 0) await world.clock.move({ advance: `${wait}ms` });
}

async function listen(world: WorldHandle, signal: AbortSignal, hear: () => void): Promise<void> {
  try {
    for await (const { kind } of world.events({ signal })) if (kind !== 'clock') hear();
  } catch {
    // the world is gone
  }
}
