import type { FixtureName } from '../fixtures/catalogue.ts';
import type { Clock } from './domain/clock.ts';
import type { Credentials } from './domain/credentials.ts';
import { Failure } from './failure.ts';
import { settings } from './options.ts';
import type { Contents } from './store/contents.ts';
import { DataDirectoryError } from './store/data-directory-error.ts';
import { openDataDirectory } from './store/data-directory.ts';
import type { DataDirectory } from './store/data-directory.ts';
import type { Origin, SavedWorld } from './store/world-folder.ts';
import type { WorldOptions } from './world.ts';

/** What the first world of a simulator is made from; undefined is what nobody asked for. */
export interface Opening {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly seed: number | undefined;
  readonly fixture: FixtureName | undefined;
  readonly fixtureSize: number | undefined;
  readonly fileStorage: boolean | undefined;
  readonly data: string | undefined;
}

export interface OpenWorld {
  readonly world: WorldOptions;
  /** Waits until all that was changed is on disk, and lets other processes have the directory. */
  close(): Promise<void>;
}

interface NewOrigin extends Origin {
  readonly fixture: FixtureName;
}

/**
 * Finds the world in its data directory, or makes it from a fixture. Throws a Failure when the directory cannot be used,
 * or was made from another fixture than the one that was asked for.
 */
export async function openWorld(opening: Opening): Promise<OpenWorld> {
  const { clock, credentials, data } = opening;
  const common = { id: 'default', clock, credentials };
  if (data === undefined) {
    const origin = originOf(opening);
    const world = { ...common, seed: origin.seed, contents: await generated(origin, opening) };
    return { world, close: () => Promise.resolve() };
  }
  const directory = await openDataDirectory(data).catch(explain);
  try {
    const { disk, contents, origin } = found(directory, opening) ?? (await created(directory, opening));
    const world = { ...common, seed: opening.seed ?? origin.seed, contents, disk };
    return { world, close: () => directory.close().catch(explainLoss) };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

function found({ saved }: DataDirectory, { data, fixture, fileStorage }: Opening): SavedWorld | undefined {
  if (saved === undefined) return undefined;
  const { origin, contents } = saved;
  if (fixture !== undefined && fixture !== origin.fixture) {
    const message = `${data} was made from the fixture ${origin.fixture}, not from ${fixture}`;
    throw new Failure(message, { setting: 'fixture' });
  }
  if (fileStorage === undefined) return saved;
  return { ...saved, contents: { ...contents, account: { ...contents.account, storesFiles: fileStorage } } };
}

async function created(directory: DataDirectory, opening: Opening): Promise<SavedWorld> {
  const origin = originOf(opening);
  return directory.create(await generated(origin, opening), origin).catch(explain);
}

function originOf({ clock, fixture, fixtureSize, seed }: Opening): NewOrigin {
  return {
    fixture: fixture ?? settings.fixture.default,
    fixtureSize: fixtureSize ?? settings.fixtureSize.default,
    seed: seed ?? settings.seed.default,
    startTime: clock.now(),
  };
}

/** The fixtures come with faker, which takes its time to load: only who needs them waits for it. */
async function generated({ fixture, fixtureSize, seed, startTime }: NewOrigin, opening: Opening): Promise<Contents> {
  const { generate } = await import('../fixtures/catalogue.ts');
  const storesFiles = opening.fileStorage ?? settings.fileStorage.default;
  return generate(fixture, { seed, now: startTime, size: fixtureSize, storesFiles });
}

function explain(error: unknown): never {
  throw error instanceof DataDirectoryError ? new Failure(error.message, { setting: 'data' }) : error;
}

function explainLoss(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Failure(`not all could be stored: ${reason}`, { setting: 'data', exitCode: 1 });
}
