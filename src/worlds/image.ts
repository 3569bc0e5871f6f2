import type { PaceName } from '../domain/pace.ts';
import type { StoreImage } from '../store/store-image.ts';
import type { SwitchedOn } from '../scenarios/running.ts';

/** All that a world is at a moment, but for its blobs. What no world has changed since is shared. */
export interface WorldImage {
  readonly store: StoreImage;
  /** What the clock shows, in ms; undefined: the real time. */
  readonly time: number | undefined;
  /** Simulated ms for each real one. */
  readonly clockPace: number;
  /** Those that are on; the first goes before the others. */
  readonly scenarios: readonly SwitchedOn[];
  /** Of the world that it was taken from; undefined: those that a world has anyway. */
  readonly seed?: number | undefined;
  readonly pace?: PaceName | undefined;
}

export function imageOf({ store, clock, scenarios, seed, paceName: pace }: Imaged): WorldImage {
  const time = clock.now();
  return { store: store.image(), time, clockPace: clock.pace, scenarios: scenarios.running, seed, pace };
}

interface Imaged {
  readonly seed: number;
  readonly paceName: PaceName;
  readonly store: { image(): StoreImage };
  readonly clock: { now(): number; readonly pace: number };
  readonly scenarios: { readonly running: readonly SwitchedOn[] };
}
