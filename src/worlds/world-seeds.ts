import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isFixtureName, isFixtureText } from '../../fixtures/names.ts';
import type { FixtureName } from '../../fixtures/names.ts';
import type { Documents } from '../documents/documents.ts';
import { accountDefaults } from '../domain/account.ts';
import type { PaceName } from '../domain/pace.ts';
import { Refusal } from '../domain/refusal.ts';
import type { LoadedFixture } from '../seed-files/load-fixture.ts';
import type { SwitchedOn } from '../scenarios/active-scenario.ts';
import { Store } from '../store/store.ts';
import { StoreSnapshot } from '../store/snapshot.ts';
import type { AccountChange } from '../settings/settings.ts';
import { FaultyFile } from '../user-files/faulty-file.ts';
import type { WorldSnapshot } from './snapshot.ts';
import { reasonOf } from '../shared/errors.ts';
import { omitUndefined } from '../shared/objects.ts';

/** The parameters that a world is created from. The same ones make the same world. */
export interface WorldSeed {
  /** A name, the absolute path of a fixture file, or the text of one. */
  readonly fixture: string;
  /** The number of faxes in the fixture `large`. */
  readonly fixtureSize: number;
  readonly seed: number;
  /** The next steps of unfinished faxes in a fixture file depend on it. */
  readonly pace: PaceName;
  /** The moment that the data leads up to, in ms. */
  readonly dataTime: number;
  /** The changes to the account of the fixture. */
  readonly account: AccountChange;
  /** The first time of the clock, in ms; undefined: the real time. */
  readonly time: number | undefined;
  /** Simulated ms for each real one. */
  readonly clockPace: number;
  readonly scenarios: readonly SwitchedOn[];
}

const maxFixtures = 8;

/** Makes worlds' first snapshots; the latest fixtures are kept, since worlds that begin alike share their records. */
export class WorldSeeds {
  readonly #documents: Documents;
  readonly #fixtures = new Map<string, Promise<LoadedFixture>>();
  /** The text of each fixture file, by path: read once. */
  readonly #texts = new Map<string, Promise<string>>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Throws FaultyFile for a fixture file that cannot be used. */
  async snapshotOf(worldSeed: WorldSeed): Promise<WorldSnapshot> {
    const { fixture, fixtureSize, dataTime, account, time, clockPace, scenarios } = worldSeed;
    const { records, blobs } = await this.#fixture(worldSeed);
    const origin = isFixtureName(fixture) ? { fixture, fixtureSize, dataTime, account } : undefined;
    return { store: withAccount(records, account), time, clockPace, scenarios, blobs, origin };
  }

  #fixture(worldSeed: WorldSeed): Promise<LoadedFixture> {
    const key = keyOf(worldSeed);
    const { fixture } = worldSeed;
    const loading =
      this.#fixtures.get(key) ??
      (isFixtureName(fixture) ? generateFixture(fixture, worldSeed) : this.#loadFixture(worldSeed));
    this.#fixtures.delete(key); // and behind the others again
    this.#fixtures.set(key, loading);
    for (const [oldest] of this.#fixtures) if (this.#fixtures.size > maxFixtures) this.#fixtures.delete(oldest);
    loading.catch(() => this.#fixtures.delete(key)); // a file may be mended
    return loading;
  }

  async #loadFixture({
    fixture,
    seed,
    dataTime: now,
    pace,
    account: { fileStorage },
  }: WorldSeed): Promise<LoadedFixture> {
    const { loadFixture } = await import('../seed-files/load-fixture.ts');
    const options = { seed, now, pace, fileStorage, documents: this.#documents };
    if (isFixtureText(fixture)) return loadFixture({ text: fixture, file: undefined }, options);
    return loadFixture({ text: await this.#textOf(fixture), file: fixture }, options);
  }

  #textOf(path: string): Promise<string> {
    const reading = this.#texts.get(path) ?? readFile(path, 'utf8');
    this.#texts.set(path, reading);
    return reading.catch((error: unknown) => {
      this.#texts.delete(path);
      throw new FaultyFile([`${path} cannot be read: ${reasonOf(error)}`]);
    });
  }
}

/** Worlds with the same key begin with the same records. */
function keyOf(worldSeed: WorldSeed): string {
  const { fixture, fixtureSize, seed, pace, dataTime } = worldSeed;
  const source = isFixtureText(fixture) ? createHash('sha256').update(fixture).digest('hex') : fixture;
  return JSON.stringify([
    source,
    fixtureSize,
    seed,
    storesFiles(worldSeed),
    isFixtureName(fixture) ? '' : pace,
    dataTime,
  ]);
}

/** The fixtures come with faker, which takes its time to load: only who needs them waits for it. */
async function generateFixture(name: FixtureName, worldSeed: WorldSeed): Promise<LoadedFixture> {
  const { fixtureSize: size, seed, dataTime: now } = worldSeed;
  const { generate } = await import('../../fixtures/catalogue.ts');
  const contents = await generate(name, { seed, now, size, fileStorage: storesFiles(worldSeed) });
  return { records: StoreSnapshot.of(contents), blobs: noBlobs };
}

const noBlobs: ReadonlyMap<string, Uint8Array> = new Map();

/** Without file storage the fixture's faxes have no files either. */
const storesFiles = ({ account: { fileStorage = accountDefaults.fileStorage } }: WorldSeed): boolean => fileStorage;

/** The snapshot with the changes to its account. */
export function withAccount(snapshot: StoreSnapshot, account: WorldSeed['account']): StoreSnapshot {
  const changes = omitUndefined(account);
  if (Object.keys(changes).length === 0) return snapshot;
  const store = new Store(snapshot);
  store.account = { ...store.account, ...changes };
  return store.snapshot();
}

/** Throws the Refusal `invalid` in place of a FaultyFile. */
export function refuseFile(error: unknown): never {
  if (!(error instanceof FaultyFile)) throw error;
  const [first = '', ...others] = error.faults;
  const more = others.length === 0 ? '' : ` (and ${others.length} more: ${others.slice(0, 3).join('; ')})`;
  throw new Refusal('invalid', `The fixture cannot be used: ${first}${more}`);
}
