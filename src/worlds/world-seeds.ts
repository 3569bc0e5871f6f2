import type { FixtureName } from '../../fixtures/names.ts';
import { accountDefaults } from '../domain/account.ts';
import type { SwitchedOn } from '../scenarios/active-scenario.ts';
import { Store } from '../store/store.ts';
import { StoreSnapshot } from '../store/snapshot.ts';
import type { AccountChange } from '../settings/settings.ts';
import type { WorldSnapshot } from './snapshot.ts';
import { omitUndefined } from '../shared/objects.ts';

/** What a world begins from. The same seed makes the same world. */
export interface WorldSeed {
  readonly fixture: FixtureName;
  /** The number of faxes in the fixture `large`. */
  readonly fixtureSize: number;
  readonly seed: number;
  /** The moment that the data leads up to, in ms. */
  readonly dataTime: number;
  /** What is to be otherwise in the account than the fixture has it. */
  readonly account: AccountChange;
  /** What the clock shows first, in ms; undefined: the real time. */
  readonly time: number | undefined;
  /** Simulated ms for each real one. */
  readonly clockPace: number;
  readonly scenarios: readonly SwitchedOn[];
}

const mostKept = 8;

/** Makes worlds' first snapshots; the latest fixtures are kept, since worlds that begin alike share their records. */
export class WorldSeeds {
  readonly #fixtures = new Map<string, Promise<StoreSnapshot>>();

  async snapshotOf(worldSeed: WorldSeed): Promise<WorldSnapshot> {
    const { fixture, fixtureSize, dataTime, account, time, clockPace, scenarios } = worldSeed;
    const origin = { fixture, fixtureSize, dataTime, account };
    return { store: withAccount(await this.#fixture(worldSeed), account), time, clockPace, scenarios, origin };
  }

  #fixture(worldSeed: WorldSeed): Promise<StoreSnapshot> {
    const { fixture, fixtureSize, seed, dataTime } = worldSeed;
    const key = JSON.stringify([fixture, fixtureSize, seed, storesFiles(worldSeed), dataTime]);
    const snapshot = this.#fixtures.get(key) ?? generated(worldSeed);
    this.#fixtures.delete(key); // and behind the others again
    this.#fixtures.set(key, snapshot);
    for (const [oldest] of this.#fixtures) if (this.#fixtures.size > mostKept) this.#fixtures.delete(oldest);
    return snapshot;
  }
}

/** The fixtures come with faker, which takes its time to load: only who needs them waits for it. */
async function generated(worldSeed: WorldSeed): Promise<StoreSnapshot> {
  const { fixture, fixtureSize: size, seed, dataTime: now } = worldSeed;
  const { generate } = await import('../../fixtures/catalogue.ts');
  return StoreSnapshot.of(await generate(fixture, { seed, now, size, fileStorage: storesFiles(worldSeed) }));
}

/** Without file storage the fixture's faxes have no files either. */
const storesFiles = ({ account: { fileStorage = accountDefaults.fileStorage } }: WorldSeed): boolean => fileStorage;

/** The snapshot with an account that is as it was asked for. */
export function withAccount(snapshot: StoreSnapshot, asked: WorldSeed['account']): StoreSnapshot {
  const given = omitUndefined(asked);
  if (Object.keys(given).length === 0) return snapshot;
  const store = new Store(snapshot);
  store.account = { ...store.account, ...given };
  return store.snapshot();
}
