import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { defaultOf } from '../settings/settings.ts';
import { FileBlobs } from '../persistence/file-blobs.ts';
import { MemoryBlobs } from '../store/blobs.ts';
import type { Blobs } from '../store/blobs.ts';
import type { Contents } from '../store/contents.ts';
import { openDataDirectory } from '../persistence/data-directory.ts';
import type { DataDirectory } from '../persistence/data-directory.ts';
import { accountKey } from '../store/shapes.ts';
import { StoreSnapshot } from '../store/snapshot.ts';
import type { Origin, SavedWorld } from '../persistence/world-folder.ts';
import { refuseFile, withAccount } from './world-seeds.ts';
import { FaultyFile } from '../user-files/faulty-file.ts';
import type { WorldSeed, WorldSeeds } from './world-seeds.ts';
import type { KeepingOptions } from './hosted-world-options.ts';
import type { WorldSnapshot } from './snapshot.ts';
import { SavedTime } from './saved-time.ts';
import { errorText } from '../shared/errors.ts';

/** The options for the first world of a simulator; undefined where no option was given. */
export interface WorldOpening extends Pick<WorldSeed, 'account' | 'time' | 'clockPace' | 'scenarios' | 'pace'> {
  readonly seed: number | undefined;
  readonly fixture: WorldSeed['fixture'] | undefined;
  readonly fixtureSize: number | undefined;
  readonly data: string | undefined;
  /** The real time, ms. */
  readonly now: number;
}

export interface OpenWorld {
  readonly seed: number;
  /** The seed of this world, and the default for others. */
  readonly defaults: WorldSeed;
  readonly snapshot: WorldSnapshot;
  /** The state that a reset returns it to. */
  readonly firstSnapshot: () => Promise<WorldSnapshot>;
  readonly blobs: Blobs;
  readonly keeping: KeepingOptions | undefined;
  /** Waits until all that was changed is on disk, and lets other processes have the directory. */
  close(): Promise<void>;
}

/**
 * Finds the world in its data directory, or makes it from a fixture. Throws a CliError when the directory cannot be
 * used, or was made from another fixture than the given one.
 */
export async function openWorld(opening: WorldOpening, worldSeeds: WorldSeeds): Promise<OpenWorld> {
  if (opening.data !== undefined) return openSaved(opening.data, opening, worldSeeds);
  const worldSeed = worldSeedOf(opening);
  const firstSnapshot = (): Promise<WorldSnapshot> => worldSeeds.snapshotOf(worldSeed).catch(refuseFile);
  const snapshot = await worldSeeds.snapshotOf(worldSeed).catch(explainFixture);
  const blobs = await MemoryBlobs.with(snapshot.blobs?.values());
  const parts = { seed: worldSeed.seed, defaults: worldSeed, blobs, keeping: undefined };
  return { ...parts, snapshot, firstSnapshot, close: () => Promise.resolve() };
}

async function openSaved(data: string, opening: WorldOpening, worldSeeds: WorldSeeds): Promise<OpenWorld> {
  const directory = await openDataDirectory(data);
  try {
    const saved = worldIn(directory, opening) ?? (await createSaved(directory, opening, worldSeeds));
    const { disk, contents, origin, records } = saved;
    const worldSeed = { ...worldSeedOf(opening), ...fixtureOf(origin, opening) };
    const folder = join(data, 'default');
    const blobs = new FileBlobs(join(folder, 'blobs'));
    for (const bytes of saved.files ?? []) await blobs.put(bytes);
    const time = await SavedTime.open(folder);
    const store = withAccount(records, worldSeedOf(opening).account);
    const account = store.collections.account.get(accountKey);
    await disk.save([{ collection: 'account', key: accountKey, record: account }]).catch(explainLoss);
    const { clockPace, scenarios } = opening;
    return {
      seed: worldSeed.seed,
      defaults: worldSeed,
      snapshot: { store, time: startOf(opening, contents, time), clockPace, scenarios },
      firstSnapshot: () => worldSeeds.snapshotOf(worldSeed).catch(refuseFile),
      blobs,
      keeping: { save: (updates) => disk.save(updates), follow: (clock) => time.follow(clock) },
      close: async () => {
        await time.close().catch(() => undefined); // the records, which matter more, are yet to be closed
        await directory.close().catch(explainLoss);
      },
    };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** The clock does not go back at a restart. */
function startOf(
  { time, now }: WorldOpening,
  contents: Contents,
  { former = -Infinity }: SavedTime,
): number | undefined {
  const earliest = Math.max(latestTime(contents), former);
  return earliest > (time ?? now) ? earliest : time;
}

/** The time of the last event in a world: its clock may have been moved far ahead. */
function latestTime({ faxes, portOrders, deliveries }: Contents): number {
  return Math.max(
    latest(faxes, ({ createdAt, completedAt }) => completedAt ?? createdAt),
    latest(portOrders, ({ updatedAt }) => updatedAt),
    latest(deliveries, ({ createdAt, attempts }) => attempts.at(-1)?.at ?? createdAt),
  );
}

const latest = <T>(records: readonly T[], timeOf: (record: T) => number): number =>
  records.reduce((before, record) => Math.max(before, timeOf(record)), -Infinity);

/** A world on disk, with its records as a snapshot. */
interface OpenedWorld extends SavedWorld {
  readonly records: StoreSnapshot;
  /** Files of its fixture that are yet to be stored. */
  readonly files?: Iterable<Uint8Array> | undefined;
}

function worldIn({ saved }: DataDirectory, { data, fixture }: WorldOpening): OpenedWorld | undefined {
  if (saved === undefined) return undefined;
  const { origin } = saved;
  if (fixture !== undefined && fixture !== origin.fixture) {
    const message = `${data ?? ''} was made from the fixture ${origin.fixture}, not from ${fixture}`;
    throw new CliError(message, { setting: 'fixture' });
  }
  return { ...saved, records: StoreSnapshot.of(saved.contents) };
}

async function createSaved(
  directory: DataDirectory,
  opening: WorldOpening,
  worldSeeds: WorldSeeds,
): Promise<OpenedWorld> {
  const worldSeed = worldSeedOf(opening);
  const { fixture, fixtureSize, seed, dataTime: startTime } = worldSeed;
  const { store, blobs } = await worldSeeds.snapshotOf(worldSeed).catch(explainFixture);
  const origin = { fixture, fixtureSize, seed, startTime };
  const saved = await directory.create(store.contents(), origin);
  return { ...saved, records: store, files: blobs?.values() };
}

function worldSeedOf({ fixture, fixtureSize, seed, now, ...opening }: WorldOpening): WorldSeed {
  const { account, time, clockPace, scenarios, pace } = opening;
  return {
    fixture: fixture ?? defaultOf('fixture'),
    fixtureSize: fixtureSize ?? defaultOf('fixtureSize'),
    seed: seed ?? defaultOf('seed'),
    dataTime: time ?? now,
    account,
    time,
    clockPace,
    scenarios,
    pace,
  };
}

/** The fixture that the data directory was made from. */
function fixtureOf({ fixture, fixtureSize, seed, startTime }: Origin, opening: WorldOpening) {
  return { fixture, fixtureSize, seed: opening.seed ?? seed, dataTime: startTime };
}

function explainFixture(error: unknown): never {
  if (!(error instanceof FaultyFile)) throw error;
  const { faults } = error;
  // Faults have semicolons of their own.
  const text = faults.length === 1 ? faults.join() : `${faults.length} faults\n  ${faults.join('\n  ')}`;
  throw new CliError(text, { setting: 'fixture' });
}

function explainLoss(error: unknown): never {
  const reason = errorText(error);
  throw new CliError(`not all could be stored: ${reason}`, { setting: 'data', exitCode: 1 });
}
