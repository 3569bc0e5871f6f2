import type { SystemClock } from '../domain/world-clock.ts';
import type { FindScenario } from '../scenarios/saved-scenario.ts';
import type { Blobs } from '../store/blobs.ts';
import type { DiskUpdate } from '../store/snapshot.ts';
import type { WorldSnapshot } from './snapshot.ts';
import type { World, WorldOptions } from './world.ts';

/** Where a world is kept beyond the process. */
export interface KeepingOptions {
  save(updates: readonly DiskUpdate[]): Promise<void>;
  /** Saves the time of this clock from now on. */
  follow(clock: { now(): number }): Promise<void>;
}

/** The parts of a simulator that all its worlds use. */
export interface Tools extends Pick<
  WorldOptions,
  'documents' | 'fetchPage' | 'post' | 'journalSpace' | 'historySpace' | 'onFault'
> {
  readonly systemClock: SystemClock;
  readonly findScenario: FindScenario;
  /** Called with each world that begins, a reset one included. */
  readonly onWorld?: ((world: World) => void) | undefined;
}

export interface HostedWorldOptions extends Pick<WorldOptions, 'id' | 'credentials' | 'seed' | 'pace'> {
  readonly blobs: Blobs;
  /** For people. */
  readonly name?: string | undefined;
  /** Its present state. */
  readonly snapshot: WorldSnapshot;
  /** The state that a reset returns it to. */
  readonly firstSnapshot: () => Promise<WorldSnapshot> | WorldSnapshot;
  /** The files that its first snapshot names, which stay as long as the world. */
  readonly pins?: ReadonlySet<string> | undefined;
  readonly keeping?: KeepingOptions | undefined;
}
