import type { StoreSnapshot } from '../store/snapshot.ts';
import type { World } from './world.ts';

/** The records of a world as they were at a mark of its history. */
export function recordsAt({ store, history }: Pick<World, 'store' | 'history'>, mark: number): StoreSnapshot {
  const snapshot = store.snapshot();
  const later = history.commits.filter(([at]) => at >= mark).toReversed();
  snapshot.rewind(later.map(([, change]) => change));
  return snapshot;
}
