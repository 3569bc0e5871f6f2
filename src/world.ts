import type { Clock } from './domain/clock.ts';
import type { Credentials } from './domain/credentials.ts';
import type { Contents } from './store/contents.ts';
import { Store } from './store/store.ts';
import type { Disk } from './store/store.ts';

export interface WorldOptions {
  /** `default`, or what follows `/w/` in its base URL. */
  readonly id: string;
  /** All chance in the world is drawn from it. */
  readonly seed: number;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly contents: Contents;
  /** Without one, everything stays in memory. */
  readonly disk?: Disk;
}

/** One isolated copy of the service: one account with its data, clock and dice. Nothing in it is seen in another. */
export interface World {
  readonly id: string;
  readonly seed: number;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly store: Store;
}

export function createWorld({ contents, disk, ...rest }: WorldOptions): World {
  return { ...rest, store: new Store(contents, disk) };
}
