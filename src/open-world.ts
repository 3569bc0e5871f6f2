import { join } from 'node:path';
import type { FixtureName } from '../fixtures/catalogue.ts';
import type { Documents } from './documents/documents.ts';
import type { Account } from './domain/account.ts';
import type { Credentials } from './domain/credentials.ts';
import type { PaceName } from './domain/pace.ts';
import type { WorldClock } from './domain/world-clock.ts';
import { Failure } from './failure.ts';
import { blobsOf } from './operations/blob-care.ts';
import type { FetchPage } from './operations/conversions.ts';
import { SavedTime } from './saved-time.ts';
import { FileBlobs, MemoryBlobs } from './store/blobs.ts';
import { accountKey } from './store/shapes.ts';
import { settings } from './options.ts';
import type { Contents } from './store/contents.ts';
import { DataDirectoryError } from './store/data-directory-error.ts';
import { openDataDirectory } from './store/data-directory.ts';
import type { DataDirectory } from './store/data-directory.ts';
import type { Origin, SavedWorld } from './store/world-folder.ts';
import type { Post } from './webhooks/post.ts';
import type { WorldOptions } from './world.ts';

/** What the first world of a simulator is made from; undefined is what nobody asked for. */
export interface Opening {
  readonly clock: WorldClock;
  readonly credentials: Credentials;
  readonly seed: number | undefined;
  readonly fixture: FixtureName | undefined;
  readonly fixtureSize: number | undefined;
  readonly fileStorage: boolean | undefined;
  readonly data: string | undefined;
  readonly pace: PaceName;
  readonly documents: Documents;
  readonly fetchPage: FetchPage;
  readonly post: Post;
  readonly onFault: (fault: unknown) => void;
  /** What was asked to be otherwise in the account than the fixture or the data directory has it. */
  readonly account: { readonly [Name in keyof Account]?: Account[Name] | undefined };
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
  const { clock, credentials, data, pace, documents, fetchPage, post, onFault } = opening;
  const common = { id: 'default', clock, credentials, pace, documents, fetchPage, post, onFault };
  if (data === undefined) {
    const origin = originOf(opening);
    const contents = await generated(origin, opening);
    const world = {
      ...{ ...common, seed: origin.seed, blobs: new MemoryBlobs() },
      contents: adjusted(contents, opening),
    };
    return { world, close: () => Promise.resolve() };
  }
  const directory = await openDataDirectory(data).catch(explain);
  try {
    const { disk, contents, origin } = found(directory, opening) ?? (await created(directory, opening));
    const folder = join(data, 'default');
    const blobs = new FileBlobs(join(folder, 'blobs'));
    // What a process left that was killed before it stored the record goes.
    await blobs.keepOnly(new Set(contents.faxes.flatMap(blobsOf)));
    const time = await SavedTime.open(folder, { clock, latest: latestTime(contents) });
    const wanted = adjusted(contents, opening);
    await disk.save([{ collection: 'account', key: accountKey, record: wanted.account }]).catch(explainLoss);
    const world = {
      ...{ ...common, seed: opening.seed ?? origin.seed, disk, blobs, contents: wanted },
      saveTime: () => time.save(),
    };
    const close = async (): Promise<void> => {
      await time.close().catch(() => undefined); // the records, which matter more, are yet to be closed
      await directory.close().catch(explainLoss);
    };
    return { world, close };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** When something last happened in a world: its clock may have been moved far ahead. */
function latestTime({ faxes, portOrders, deliveries }: Contents): number {
  const times = [
    ...faxes.map(({ createdAt, completedAt }) => completedAt ?? createdAt),
    ...portOrders.map(({ updatedAt }) => updatedAt),
    ...deliveries.map(({ createdAt, attempts }) => attempts.at(-1)?.at ?? createdAt),
  ];
  return times.reduce((latest, time) => Math.max(latest, time), -Infinity);
}

function found({ saved }: DataDirectory, { data, fixture }: Opening): SavedWorld | undefined {
  if (saved === undefined) return undefined;
  const { origin } = saved;
  if (fixture !== undefined && fixture !== origin.fixture) {
    const message = `${data} was made from the fixture ${origin.fixture}, not from ${fixture}`;
    throw new Failure(message, { setting: 'fixture' });
  }
  return saved;
}

/** The contents with the account as it was asked for. */
function adjusted(contents: Contents, { account, fileStorage: storesFiles }: Opening): Contents {
  const asked = Object.fromEntries(
    Object.entries({ ...account, storesFiles }).filter(([, value]) => value !== undefined),
  );
  return { ...contents, account: { ...contents.account, ...asked } };
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
