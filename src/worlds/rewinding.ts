import { reachOf } from '../history/reach.ts';
import type { Reach } from '../history/reach.ts';
import { recordsAt } from './former-records.ts';
import type { ContinuedWorld } from './instantiate.ts';
import type { WorldSnapshot } from './snapshot.ts';
import type { World } from './world.ts';

/** The world that replaces another. */
export interface Replacement {
  readonly snapshot: WorldSnapshot;
  /** Ends the world, and gives the parts that the next one continues; undefined: none. */
  handOver?(): Promise<ContinuedWorld>;
}

/**
 * The world before a request, which replaces the present one. Closes the store, so that unfinished work cannot change
 * it any more. Throws the Refusal `not_found` for a moment out of reach; the store stays open then.
 */
export async function rewindingTo(
  world: World,
  id: number,
  reason: string,
): Promise<Required<Replacement> & { readonly reach: Reach }> {
  const { store, history, seed, paceName: pace } = world;
  const reach = reachOf(history, id);
  store.close(reason);
  await store.settled();
  const { at: time, pace: clockPace } = reach;
  const snapshot = { store: recordsAt(world, reach.mark), time, clockPace, scenarios: [], seed, pace };
  return { reach, snapshot, handOver: () => handOver(world, reach) };
}

async function handOver({ clock, deliveries, journal, memory, start }: World, reach: Reach): Promise<ContinuedWorld> {
  clock.stop();
  const before = journal.until(reach.before);
  journal.close();
  // Aborted deliveries undo their counts, and the rewind includes that change.
  await deliveries.close();
  memory.history.rewind(reach);
  return { start, memory, journal: before };
}
