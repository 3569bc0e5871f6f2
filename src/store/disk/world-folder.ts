import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import type { Account } from '../../model/domain/account.ts';
import { errorCode, errorText } from '../../model/shared/errors.ts';
import { collectionNames } from '../memory/collections.ts';
import type { CollectionName } from '../memory/collections.ts';
import { ofEachCollection } from '../memory/contents.ts';
import type { Contents, OfEach } from '../memory/contents.ts';
import { formatVersion } from '../memory/format-version.ts';
import { integer, number } from '../memory/value-schemas.ts';
import { assertVersion, DataDirectoryError, fileText, readJson, restoreAdvice, writeWhole } from './json-files.ts';
import type { OpenFile } from './json-files.ts';
import type { FileWrites, LogEntry } from './write-ahead-log.ts';
import { segmentName, segmentNumbers } from './segment-file.ts';
import { StoredCollection } from './stored-collection.ts';
import type { ReadFiles, WorldFiles } from './stored-collection.ts';
import { WorldDisk } from './world-disk.ts';
import { createLogFiles, logFileNames, readLog } from './write-ahead-log.ts';

/** The folder of a world, and how everything in it is written. */
export interface WorldPlace extends WorldFiles {
  readonly logWrites: FileWrites;
  /** Real ms in which changes are gathered before the segments are written. */
  readonly writeBehindMs: number;
}

/** A world as it is on disk, and the disk that its later changes go to. */
export type SavedWorld = Awaited<ReturnType<typeof openWorld>>;

/** Writes a new world; a process that is killed meanwhile leaves nothing of it. Throws DataDirectoryError. */
export async function createWorldFolder(place: WorldPlace, contents: Contents, origin: Origin): Promise<SavedWorld> {
  const unfinished = { folder: `${place.folder}.unfinished`, open: place.open };
  try {
    await rm(unfinished.folder, { recursive: true, force: true });
    await mkdir(unfinished.folder);
    await createLogFiles(unfinished.folder, logFileNames);
    const stored = ofEachCollection<'stored'>((name) => new StoredCollection(name, unfinished));
    for (const name of collectionNames) await stored[name].write(contents);
    await new WorldFile(unfinished, { ...origin, version: formatVersion, parts: [] }).list([
      ...logFileNames,
      ...fileNamesOf(stored),
    ]);
    await rename(unfinished.folder, place.folder);
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error;
    throw new DataDirectoryError(
      place.folder,
      `cannot be created: ${errorText(error)}`,
      'Make the data directory writable',
    );
  }
  return openWorld(place, await listFiles(place.folder), (collection) => collection.adopt(contents));
}

/**
 * Reads a world; undefined if there is no such world yet. Throws DataDirectoryError, and then has changed nothing,
 * for a world that cannot be loaded. A segment that a killed process wrote, but did not list, is in the list
 * afterwards.
 */
export async function readWorldFolder(
  place: WorldPlace,
  files: ReadFiles = { done: 0, total: 0 },
): Promise<SavedWorld | undefined> {
  const folderNames = await listFiles(place.folder);
  if (folderNames.length === 0) return undefined;
  files.total = collectionNames.reduce((sum, name) => sum + segmentNumbers(folderNames, name).length, 0);
  return openWorld(place, folderNames, (collection) => collection.read(folderNames, files));
}

async function openWorld(
  place: WorldPlace,
  folderNames: readonly string[],
  load: (collection: Pick<StoredCollection<CollectionName>, 'adopt' | 'read'>) => Promise<void> | void,
) {
  const worldFile = await WorldFile.read(place, folderNames);
  const listed = { folder: place.folder, open: worldFile.openSegment };
  const stored = ofEachCollection<'stored'>((name) => new StoredCollection(name, listed));
  for (const name of collectionNames) await load(stored[name]);
  const { log, entries } = await readLog(place.folder, place.logWrites, folderNames);
  replay(stored, entries);
  const contents = contentsOf(stored, place.folder);
  await createLogFiles(
    place.folder,
    logFileNames.filter((name) => !folderNames.includes(name)),
  );
  await worldFile.list([...logFileNames, ...fileNamesOf(stored)]);
  const segments = ofEachCollection<'segments'>((name) => stored[name].segments);
  const loggedUpdates = entries.flatMap(({ updates }) => updates);
  const disk = new WorldDisk({ segments, log, loggedUpdates, delayMs: place.writeBehindMs });
  return { origin: worldFile.origin, contents, disk };
}

const fileNamesOf = (stored: OfEach<'stored'>): string[] => collectionNames.flatMap((name) => stored[name].fileNames);

/** Throws DataDirectoryError for an entry that no commit can have written. */
function replay(stored: OfEach<'stored'>, entries: readonly LogEntry[]): void {
  for (const { file, number, updates } of entries) {
    for (const update of updates) {
      const problem = stored[update.collection].replay(update);
      if (problem === undefined) continue;
      throw new DataDirectoryError(file, `holds a record that ${problem} (entry ${number})`, restoreAdvice);
    }
  }
}

function contentsOf(stored: OfEach<'stored'>, folder: string): Contents {
  const lists = ofEachCollection<'records'>((name) => [...stored[name].records.values()]);
  const highestKeys = ofEachCollection<'highestKey'>((name) => stored[name].highestKey);
  return { ...lists, account: onlyAccount(folder, lists.account), highestKeys };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const fileNames = await readdir(folder);
    await access(folder, constants.W_OK);
    return fileNames;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new DataDirectoryError(folder, `cannot be used: ${errorText(error)}`, 'It must be a writable directory');
  }
}

function onlyAccount(folder: string, [account]: readonly Account[]): Account {
  if (account !== undefined) return account;
  throw new DataDirectoryError(
    join(folder, segmentName('account', 1)),
    'is missing, or holds no account',
    restoreAdvice,
  );
}

const worldFile = 'world.json';

const worldFileData = v.object({
  version: number,
  fixture: v.string(),
  /** The SHA-256 of the text of a fixture file; undefined for a named fixture, and in directories of older versions. */
  fixtureHash: v.optional(v.string()),
  /** The number of faxes, for a fixture of several sizes. */
  fixtureSize: integer,
  seed: number,
  /** The first time of the world's clock, in ms since the epoch. */
  startTime: number,
  /** The names of the files that hold the records, sorted. */
  parts: v.array(v.string()),
});
type WorldFileData = v.InferOutput<typeof worldFileData>;

/** The origin of a world, from which its first state can be generated once more. */
export type Origin = Omit<WorldFileData, 'parts' | 'version'>;

/** `world.json`: where a world came from, and which parts it has, so that one that is gone is missed. */
class WorldFile {
  readonly origin: Origin;
  readonly #place: WorldFiles;
  readonly #parts: Set<string>;
  /** Version of the file. Once it is the present one, an older faxsim refuses the directory by its first file. */
  #version: number;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(place: WorldFiles, { version, parts, ...origin }: WorldFileData) {
    this.#place = place;
    this.#version = version;
    const { fixture, fixtureHash, fixtureSize, seed, startTime } = origin;
    this.origin = { fixture, ...(fixtureHash !== undefined && { fixtureHash }), fixtureSize, seed, startTime };
    this.#parts = new Set(parts);
  }

  /** Throws DataDirectoryError, also when a part is not among the files of the folder. */
  static async read(place: WorldFiles, fileNames: readonly string[]): Promise<WorldFile> {
    const file = join(place.folder, worldFile);
    if (!fileNames.includes(worldFile)) {
      throw new DataDirectoryError(file, 'is missing from a directory that is not empty', restoreAdvice);
    }
    const data = await readJson(place.open, file);
    assertVersion(file, data);
    if (!v.is(worldFileData, data)) {
      const problem = 'must say "fixture", "fixtureSize", "seed", "startTime" and the names of its "parts"';
      throw new DataDirectoryError(file, problem, restoreAdvice);
    }
    const missing = data.parts.find((part) => !fileNames.includes(part));
    if (missing !== undefined) throw new DataDirectoryError(join(place.folder, missing), 'is missing', restoreAdvice);
    return new WorldFile(place, data);
  }

  /** Resolves once all of these parts are in the list. Throws DataDirectoryError, and leaves them out of it then. */
  list(parts: readonly string[]): Promise<void> {
    const added = parts.filter((part) => !this.#parts.has(part));
    if (added.length === 0 && this.#version === formatVersion) return Promise.resolve();
    const writing = this.#lastWrite.then(() => this.#add(added));
    this.#lastWrite = writing.catch(() => undefined);
    return writing;
  }

  /**
   * Opens a part whose write is done only once the part is in the list. A process that is killed between the two
   * leaves a part too many, which no acknowledged change needs, but never one too few.
   */
  readonly openSegment: OpenFile = (file) => {
    const whole = this.#place.open(file);
    const write = async (text: string): Promise<void> => {
      await whole.write(text);
      await this.list([basename(file)]);
    };
    return { read: () => whole.read(), write };
  };

  async #add(added: readonly string[]): Promise<void> {
    const parts = [...new Set([...this.#parts, ...added])].sort();
    const { folder, open } = this.#place;
    await writeWhole(open, join(folder, worldFile), fileText({ ...this.origin, parts }));
    for (const part of added) this.#parts.add(part);
    this.#version = formatVersion;
  }
}
