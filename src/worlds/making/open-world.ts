import { join } from 'node:path';
import * as v from 'valibot';
import type { LongWork } from '../../model/domain/long-work.ts';
import { defaultOf } from '../../model/settings/settings.ts';
import { CliError, errorCode, errorText, fileReasonOf } from '../../model/shared/errors.ts';
import { readRegularFile } from '../../store/disk/regular-file.ts';
import { writeWholeFile } from '../../model/shared/whole-file.ts';
import { openDataDirectory } from '../../store/disk/data-directory.ts';
import { FileBlobs } from '../../store/disk/file-blobs.ts';
import { ReportedWrites, writeLines } from '../../store/disk/reported-writes.ts';
import type { DataDirectory } from '../../store/disk/data-directory.ts';
import { parseStoredJson } from '../../store/disk/json-files.ts';
import type { SavedWorld } from '../../store/disk/world-folder.ts';
import { MemoryBlobs } from '../../store/memory/swept-blobs.ts';
import type { Blobs } from '../../store/memory/swept-blobs.ts';
import type { Contents } from '../../store/memory/contents.ts';
import { accountKey } from '../../store/memory/collections.ts';
import { isReadable, formatVersion } from '../../store/memory/format-version.ts';
import { numberWithin, time } from '../../store/memory/value-schemas.ts';
import { StoreSnapshot } from '../../store/memory/snapshot.ts';
import { assertSameOrigin, explainFixture } from './origin-check.ts';
import { dataTimeAt, refuseFile, withAccount } from './recipes.ts';
import type { WorldRecipe, WorldRecipes } from './recipes.ts';
import type { WorldState } from './state.ts';
import type { KeepingOptions } from '../world.ts';

/** The options for the first world of a simulator; undefined if an option was not given. */
export interface FirstWorldOptions extends Pick<WorldRecipe, 'account' | 'time' | 'scenarios' | 'pace'> {
  readonly speed: number | undefined;
  readonly seed: number | undefined;
  readonly fixture: WorldRecipe['fixture'] | undefined;
  readonly fixtureSize: number | undefined;
  readonly data: string | undefined;
  /** The real time, ms. */
  readonly now: number;
  /** Called with a line about each part of the data directory that is lost. */
  readonly report: (line: string) => void;
  readonly work: LongWork;
}

export interface OpenWorld {
  /** The recipe of this world, and the default for others. */
  readonly recipe: WorldRecipe;
  readonly state: WorldState;
  /** The state to which a reset returns. */
  readonly firstState: () => Promise<WorldState>;
  readonly blobs: Blobs;
  readonly keeping: KeepingOptions | undefined;
  /** Waits until each change is on disk, and releases the directory for other processes. */
  close(): Promise<void>;
}

/**
 * Finds the world in its data directory, or makes it from a fixture. Throws a CliError when the directory cannot be
 * used, or was made from another fixture or seed than the given one.
 */
export async function openWorld(opening: FirstWorldOptions, recipes: WorldRecipes): Promise<OpenWorld> {
  if (opening.data !== undefined) return openSaved(opening.data, opening, recipes);
  const recipe = recipeOf(opening);
  const firstState = (): Promise<WorldState> => recipes.stateOf(recipe).catch(refuseFile);
  const state = await recipes.stateOf(recipe).catch(explainFixture);
  const blobs = await MemoryBlobs.with(state.blobs?.values());
  return { recipe, state, firstState, blobs, keeping: undefined, close: () => Promise.resolve() };
}

async function openSaved(data: string, opening: FirstWorldOptions, recipes: WorldRecipes): Promise<OpenWorld> {
  const directory = await openShown(data, opening);
  try {
    const { saved: former } = directory;
    const { disk, origin, records, files, firstTime } =
      former === undefined ? await createSaved(directory, opening, recipes) : await recordsOf(former, opening, recipes);
    const { dataTime, fixture, fixtureSize, seed } = origin;
    const recipe = { ...recipeOf(opening), fixture, fixtureSize, dataTime, seed };
    const folder = join(data, 'default');
    const { report } = opening;
    const reported = {
      files: new ReportedWrites(writeLines.files, report),
      changes: new ReportedWrites(writeLines.changes, report),
    };
    const blobs = new FileBlobs(join(folder, 'blobs'), reported.files);
    for (const bytes of files) await blobs.put(bytes);
    const savedTime = await SavedTime.open(folder);
    const store = withAccount(records, recipeOf(opening).account);
    const account = store.collections.account.get(accountKey);
    await disk.save([{ collection: 'account', key: accountKey, record: account }]).catch(explainLoss);
    const { scenarios, pace } = recipe;
    const clock =
      former === undefined ? { time: firstTime, speed: recipe.speed } : continuedClock(opening, former, savedTime);
    return {
      recipe,
      state: { store, time: clock.time, speed: clock.speed, scenarios, seed, pace },
      firstState: () => recipes.stateOf(recipe).catch(refuseFile),
      blobs,
      keeping: {
        save: (updates) => reported.changes.run(() => disk.save(updates)),
        refusal: () => reported.changes.refusal ?? reported.files.refusal,
        follow: (clock) => savedTime.follow(clock),
      },
      close: async () => {
        await savedTime.close().catch(() => undefined); // the records, which matter more, are yet to be closed
        await directory.close().catch(explainLoss);
      },
    };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** Opens a data directory, which is shown among the long work. */
function openShown(data: string, { work }: FirstWorldOptions): Promise<DataDirectory> {
  const files = { done: 0, total: 0 };
  const reached = () => ({ done: files.done, total: files.total === 0 ? null : files.total });
  return work.during({ kind: 'start', world: null, unit: 'files', reached }, () => openDataDirectory(data, { files }));
}

/** The time and speed with which a world continues. Options override its own, but no option sets its clock back. */
function continuedClock(
  { data = '', time: startTime = -Infinity, speed: chosenSpeed, now, report }: FirstWorldOptions,
  { contents, origin }: SavedWorld,
  { former }: SavedTime,
): Pick<WorldState, 'time' | 'speed'> {
  const earliest = Math.max(latestTime(contents), origin.dataTime, startTime);
  if ('fault' in former) {
    const speed = chosenSpeed ?? defaultOf('clock');
    report(`${former.fault}. The clock continues at ${isoTime(earliest)}, after the latest record, at speed ${speed}`);
    return { time: earliest, speed };
  }
  const time = Math.max(earliest, continuedTime(former, now));
  // The start time of the first start is no wish to move the clock: the same command starts a directory each time.
  if (startTime > -Infinity && startTime < time && startTime !== origin.dataTime) {
    const fact = `the clock of ${data} continues at ${isoTime(time)}`;
    report(`${fact}, not at the start time ${isoTime(startTime)}: a start never sets the clock back`);
  }
  return { time, speed: chosenSpeed ?? former.speed };
}

const isoTime = (at: number): string => new Date(at).toISOString();

/** The time of the last event in a world: its clock may have been moved far ahead. */
function latestTime({ faxes, phoneNumbers, portOrders, deliveries }: Contents): number {
  return Math.max(
    latest(faxes, ({ createdAt, completedAt }) => completedAt ?? createdAt),
    latest(phoneNumbers, ({ lastBilledAt }) => lastBilledAt),
    latest(portOrders, ({ updatedAt }) => updatedAt),
    latest(deliveries, ({ createdAt, attempts }) => attempts.at(-1)?.at ?? createdAt),
  );
}

const latest = <T>(records: readonly T[], timeOf: (record: T) => number): number =>
  records.reduce((before, record) => Math.max(before, timeOf(record)), -Infinity);

/** A world on disk, with its records as a snapshot. Throws a CliError if options ask for another origin. */
async function recordsOf(saved: SavedWorld, opening: FirstWorldOptions, recipes: WorldRecipes) {
  await assertSameOrigin(saved.origin, opening, recipes);
  return { ...saved, records: StoreSnapshot.of(saved.contents), files: [], firstTime: undefined };
}

/** The state of a new world, with the files of its fixture, which are yet to be stored. */
async function createSaved(directory: DataDirectory, opening: FirstWorldOptions, recipes: WorldRecipes) {
  const recipe = recipeOf(opening);
  const { fixture, fixtureSize, seed } = recipe;
  const { store, blobs, time } = await recipes.stateOf(recipe).catch(explainFixture);
  const dataTime = time ?? recipe.dataTime;
  const fixtureHash = await recipes.hashOf(fixture).catch(explainFixture);
  const origin = { fixture, ...(fixtureHash !== undefined && { fixtureHash }), fixtureSize, seed, dataTime };
  const saved = await directory.create(store.contents(), origin);
  return { ...saved, records: store, files: [...(blobs?.values() ?? [])], firstTime: time };
}

function recipeOf({ fixture, fixtureSize, seed, now, ...opening }: FirstWorldOptions): WorldRecipe {
  const { account, time, speed, scenarios, pace } = opening;
  return {
    fixture: fixture ?? defaultOf('fixture'),
    fixtureSize: fixtureSize ?? defaultOf('fixtureSize'),
    seed: seed ?? defaultOf('seed'),
    dataTime: time ?? dataTimeAt(now),
    account,
    time,
    speed: speed ?? defaultOf('clock'),
    scenarios,
    pace,
  };
}

function explainLoss(error: unknown): never {
  throw new CliError(`not all could be stored: ${errorText(error)}`, { setting: 'data', exitCode: 1 });
}

const fileName = 'clock.json';
const heartbeatMs = 3000;

/** The content of the file. Times are in ms. */
const savedClock = v.object({
  version: v.custom<number>((version) => isReadable('directory', version)),
  now: time,
  /** The real time of the same instant. */
  real: v.number(),
  speed: numberWithin(0, 100_000),
});

/**
 * Keeps the time and speed of a world's clock in a file, so that a restart continues the clock. Writes the file every
 * few seconds of real time, after each move of the clock, and when the world closes.
 */
class SavedTime {
  /** The clock of the former process; or the fault of its file. */
  readonly former: v.InferOutput<typeof savedClock> | { readonly fault: string };
  readonly #file: string;
  readonly #heartbeat: NodeJS.Timeout;
  #clock: Parameters<KeepingOptions['follow']>[0] | undefined;
  #lastWrite: Promise<void> = Promise.resolve();

  private constructor(file: string, former: SavedTime['former']) {
    this.#file = file;
    this.former = former;
    this.#heartbeat = setInterval(() => void this.save().catch(() => undefined), heartbeatMs).unref();
  }

  static async open(folder: string): Promise<SavedTime> {
    const file = join(folder, fileName);
    try {
      const content = parseStoredJson((await readRegularFile(file)).toString());
      const fault = `${file} must hold the "now", "real" and "speed" of a clock`;
      return new SavedTime(file, v.is(savedClock, content) ? content : { fault });
    } catch (error) {
      const reason = errorCode(error) === 'EFTYPE' ? errorText(error) : fileReasonOf(error);
      return new SavedTime(file, { fault: `${file} cannot be read: ${reason}` });
    }
  }

  /** Saves the time of this clock from now on. */
  follow(clock: Parameters<KeepingOptions['follow']>[0]): Promise<void> {
    this.#clock = clock;
    return this.save();
  }

  /** Resolves once the time is on disk. Writes run one after the other. */
  save(): Promise<void> {
    const write = async (): Promise<void> => {
      if (this.#clock === undefined) return;
      const { speed } = this.#clock;
      const content = { version: formatVersion, now: Math.ceil(this.#clock.now()), real: Date.now(), speed };
      await writeWholeFile(this.#file, JSON.stringify(content), `${this.#file}.unfinished`);
    };
    this.#lastWrite = this.#lastWrite.then(write, write);
    return this.#lastWrite;
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.save();
  }
}

/**
 * The time at which a clock continues. Since the last process, a clock at real speed has gone on, and other clocks have
 * stood still.
 */
function continuedTime({ now, real, speed }: v.InferOutput<typeof savedClock>, realNow: number): number {
  return speed === 1 ? now + Math.max(realNow - real, 0) : now;
}
