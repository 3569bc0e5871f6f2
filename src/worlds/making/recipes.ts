import { hash } from 'node:crypto';
import { isFixtureName, isFixtureText } from '../../model/domain/fixture-name.ts';
import { assertActiveTogether } from '../../scenarios/active-scenario.ts';
import type { FixtureName } from '../../model/domain/fixture-name.ts';
import type { Contents } from '../../store/memory/contents.ts';
import type { Documents } from '../../documents/documents.ts';
import { accountDefaults } from '../../model/domain/account.ts';
import type { PaceName } from '../../model/domain/pace.ts';
import type { SystemClock } from '../../model/domain/system-clock.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { Store } from '../../store/memory/store.ts';
import { StoreSnapshot } from '../../store/memory/snapshot.ts';
import { readGivenFile } from '../../model/shared/given-file.ts';
import { FaultyFile, fileReasonOf } from '../../model/shared/errors.ts';
import type { WorldOrigin, WorldState } from './state.ts';
import { omitUndefined } from '../../model/shared/objects.ts';

/** The recipe of a world's first state. Equal recipes make equal worlds. */
export interface WorldRecipe
  extends
    Pick<WorldState, 'seed' | 'pace' | 'time' | 'speed' | 'scenarios'>,
    Pick<WorldOrigin, 'fixtureSize' | 'dataTime' | 'account'> {
  /** A name, the absolute path of a fixture file, or the text of one. */
  readonly fixture: string;
}

/** The text of a fixture. */
export interface FixtureSource {
  readonly text: string;
  /** Path of the file; undefined for a text that was sent, which has no files beside it. */
  readonly file: string | undefined;
}

export interface FixtureFileOptions {
  readonly seed: number;
  /** The start of the world, from which the times of the file count, in ms. */
  readonly now: number;
  /** Replaces the setting of the fixture's account. */
  readonly fileStorage: boolean | undefined;
  /** The next steps of unfinished faxes depend on it. */
  readonly pace: PaceName;
}

/** A fixture file that was read, from which worlds begin. */
export interface FixtureReading {
  /** The records of a world that starts at that time. Throws FaultyFile with all faults, in the order of the file. */
  startAt(options: FixtureFileOptions): Promise<LoadedFixture>;
}

export interface LoadedFixture {
  readonly records: StoreSnapshot;
  /** The documents of the fixture's faxes, by name. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

interface GenerationOptions extends Pick<FixtureFileOptions, 'seed' | 'now'> {
  /** The number of faxes in the fixture `large`. */
  readonly size: number;
  readonly fileStorage: boolean;
}

/** The ways in which fixtures are made. */
export interface FixtureSources {
  /** Makes the records of a fixture. */
  generate(name: FixtureName, options: GenerationOptions): Promise<Contents>;
  /** Reads a fixture file. Throws FaultyFile if it is not a mapping. */
  readFile(source: FixtureSource, documents: Documents): Promise<FixtureReading>;
}

const fixturesMax = 8;

type Fixtures = Map<string, Promise<LoadedFixture>>;

/**
 * The small fixtures of all simulators of a process with the same sources: a test runner starts a simulator for each file. `large`
 * would stay in memory after its simulator.
 */
const sharedFixtures = new WeakMap<FixtureSources, Fixtures>();
const isShared = (fixture: string): boolean => fixture === 'demo' || fixture === 'empty';

/** The moment that the data of a named fixture leads up to, in ms: worlds of the same minute share it. */
export const dataTimeAt = (now: number): number => Math.floor(now / minute) * minute;

const minute = 60_000;

/** Makes the first states of worlds; the latest fixtures are kept, since worlds that begin alike share their records. */
export class WorldRecipes {
  readonly #documents: Documents;
  readonly #sources: FixtureSources;
  readonly #fixtures: Fixtures = new Map();
  readonly #shared: Fixtures;
  /** The text of each fixture file, by path: read once. */
  readonly #texts = new Map<string, Promise<string>>();
  readonly #readings = new Map<string, Promise<FixtureReading>>();
  readonly #systemClock: Pick<SystemClock, 'now'>;

  constructor(documents: Documents, sources: FixtureSources, systemClock: Pick<SystemClock, 'now'>) {
    this.#documents = documents;
    this.#sources = sources;
    this.#systemClock = systemClock;
    this.#shared = sharedFixtures.get(sources) ?? new Map<string, Promise<LoadedFixture>>();
    sharedFixtures.set(sources, this.#shared);
  }

  /** Throws FaultyFile for a fixture file that cannot be used. */
  async stateOf(recipe: WorldRecipe): Promise<WorldState> {
    const { fixture, fixtureSize, seed, pace, account, speed, scenarios } = recipe;
    assertActiveTogether(scenarios.map(({ scenario }) => scenario));
    const { dataTime, time } = isFixtureName(fixture) ? recipe : await this.#startOf(recipe);
    const { records, blobs } = await this.#fixture({ ...recipe, dataTime });
    const origin = isFixtureName(fixture) ? { fixture, fixtureSize, dataTime, account } : undefined;
    return { store: withAccount(records, account), time, speed, scenarios, seed, pace, blobs, origin };
  }

  /**
   * The start of a world from a file: the given time, or the moment at which the file is read. The times in the file count from
   * it.
   */
  async #startOf({ fixture, time }: WorldRecipe): Promise<{ readonly dataTime: number; readonly time: number }> {
    await this.#readingOf(fixture);
    const start = time ?? this.#systemClock.now();
    return { dataTime: start, time: start };
  }

  /** The SHA-256 of the text of a fixture file; undefined for a named fixture. Throws FaultyFile if the file cannot be read. */
  async hashOf(fixture: WorldRecipe['fixture']): Promise<string | undefined> {
    if (isFixtureName(fixture)) return undefined;
    return sha256(isFixtureText(fixture) ? fixture : await this.#textOf(fixture));
  }

  #fixture(recipe: WorldRecipe): Promise<LoadedFixture> {
    const key = keyOf(recipe);
    const { fixture } = recipe;
    const fixtures = isShared(fixture) ? this.#shared : this.#fixtures;
    const loading =
      fixtures.get(key) ?? (isFixtureName(fixture) ? this.#generate(fixture, recipe) : this.#loadFixture(recipe));
    keepLatest(fixtures, key, loading);
    return loading;
  }

  async #loadFixture({
    fixture,
    seed,
    dataTime: now,
    pace,
    account: { fileStorage },
  }: WorldRecipe): Promise<LoadedFixture> {
    const reading = await this.#readingOf(fixture);
    return reading.startAt({ seed, now, pace, fileStorage });
  }

  #readingOf(fixture: string): Promise<FixtureReading> {
    const key = sourceOf(fixture);
    const reading = this.#readings.get(key) ?? this.#readFixture(fixture);
    keepLatest(this.#readings, key, reading);
    return reading;
  }

  async #readFixture(fixture: string): Promise<FixtureReading> {
    const source = isFixtureText(fixture)
      ? { text: fixture, file: undefined }
      : { text: await this.#textOf(fixture), file: fixture };
    return this.#sources.readFile(source, this.#documents);
  }

  async #generate(name: FixtureName, recipe: WorldRecipe): Promise<LoadedFixture> {
    const { fixtureSize: size, seed, dataTime: now } = recipe;
    const contents = await this.#sources.generate(name, { seed, now, size, fileStorage: storesFiles(recipe) });
    return { records: StoreSnapshot.of(contents), blobs: new Map() };
  }

  #textOf(path: string): Promise<string> {
    const reading = this.#texts.get(path) ?? readGivenFile(path);
    this.#texts.set(path, reading);
    return reading.catch((error: unknown) => {
      this.#texts.delete(path);
      throw new FaultyFile([`${path} cannot be read: ${fileReasonOf(error)}`]);
    });
  }
}

/**
 * Keeps the latest values of a map. A value that failed is made again at the next call, because the file may have been
 * corrected.
 */
function keepLatest<T>(values: Map<string, Promise<T>>, key: string, value: Promise<T>): void {
  values.delete(key); // moves the value behind the others
  values.set(key, value);
  for (const [oldest] of values) if (values.size > fixturesMax) values.delete(oldest);
  value.catch(() => values.delete(key));
}

/** A fixture's text is replaced by its hash, because it can be long. */
const sourceOf = (fixture: string): string => (isFixtureText(fixture) ? sha256(fixture) : fixture);

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Worlds with the same key begin with the same records. */
function keyOf(recipe: WorldRecipe): string {
  const { fixture, fixtureSize, seed, pace, dataTime } = recipe;
  return JSON.stringify([
    sourceOf(fixture),
    fixtureSize,
    seed,
    storesFiles(recipe),
    isFixtureName(fixture) ? '' : pace,
    dataTime,
  ]);
}

/** True if files are stored; otherwise the fixture's faxes have no files either. */
const storesFiles = ({ account: { fileStorage = accountDefaults.fileStorage } }: WorldRecipe): boolean => fileStorage;

/** The snapshot with the changes to its account. */
export function withAccount(snapshot: StoreSnapshot, account: WorldRecipe['account']): StoreSnapshot {
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
