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
}

export function imageOf({ store, clock, scenarios }: Imaged): WorldImage {
  return { store: store.image(), time: clock.now(), clockPace: clock.pace, scenarios: scenarios.running };
}

interface Imaged {
  readonly store: { image(): StoreImage };
  readonly clock: { now(): number; readonly pace: number };
  readonly scenarios: { readonly running: readonly SwitchedOn[] };
}
