import type { FixtureName } from '../../fixtures/names.ts';
import { blobsOf } from '../domain/fax.ts';
import type { PaceName } from '../domain/pace.ts';
import type { AccountChange } from '../settings/settings.ts';
import type { StoreSnapshot } from '../store/snapshot.ts';
import type { SwitchedOn } from '../scenarios/active-scenario.ts';

/** The whole state of a world at a moment, except most of its blobs. Worlds share the unchanged parts. */
export interface WorldSnapshot {
  readonly store: StoreSnapshot;
  /** The time of the clock, in ms; undefined: the real time. */
  readonly time: number | undefined;
  /** Simulated ms for each real one. */
  readonly clockPace: number;
  /** Those that are on; the first goes before the others. */
  readonly scenarios: readonly SwitchedOn[];
  /** Files that its records name and that may not be stored yet: those of a fixture. */
  readonly blobs?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Of the world that it was taken from; undefined: those that a world has anyway. */
  readonly seed?: number | undefined;
  readonly pace?: PaceName | undefined;
  /** Undefined: it is not as a fixture makes it. */
  readonly origin?: WorldOrigin | undefined;
}

/** The fixture that creates the records of a world again, with its seed. */
export interface WorldOrigin {
  readonly fixture: FixtureName;
  readonly fixtureSize: number;
  /** The moment that the data leads up to, in ms. */
  readonly dataTime: number;
  readonly account: AccountChange;
}

export function snapshotOf({ store, clock, scenarios, seed, paceName: pace }: SnapshotSource): WorldSnapshot {
  const time = clock.now();
  return { store: store.snapshot(), time, clockPace: clock.pace, scenarios: scenarios.running, seed, pace };
}

interface SnapshotSource {
  readonly seed: number;
  readonly paceName: PaceName;
  readonly store: { snapshot(): StoreSnapshot };
  readonly clock: { now(): number; readonly pace: number };
  readonly scenarios: { readonly running: readonly SwitchedOn[] };
}

/** The names of the files that the faxes of a snapshot need. */
export const blobsIn = ({ collections }: StoreSnapshot): Set<string> =>
  new Set([...collections.faxes.values()].flatMap(blobsOf));
