import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../../model/domain/account.ts';
import { errorCode, errorText } from '../../model/shared/errors.ts';
import { collectionNames } from '../memory/collections.ts';
import type { CollectionName } from '../memory/collections.ts';
import { ofEachCollection } from '../memory/contents.ts';
import type { Contents, OfEach } from '../memory/contents.ts';
import { formatVersion } from '../memory/format-version.ts';
import { DataDirectoryError, restoreAdvice } from './json-files.ts';
import type { FileWrites, LogEntry } from './write-ahead-log.ts';
import { segmentName, segmentNumbers } from './segment-file.ts';
import { StoredCollection } from './stored-collection.ts';
import type { ReadFiles, WorldFiles } from './stored-collection.ts';
import { WorldDisk } from './world-disk.ts';
import { WorldFile } from './world-file.ts';
import type { Origin } from './world-file.ts';
import { createLogFiles, logFileNames, readLog } from './write-ahead-log.ts';

/** The folder of a world, and the ways to write in it. */
export interface WorldPlace extends WorldFiles {
  readonly logWrites: FileWrites;
  /** Real ms in which changes are collected before the segments are written. */
  readonly writeBehindMs: number;
}

/** A world as it is on disk, with the disk for its later changes. */
export type SavedWorld = Awaited<ReturnType<typeof openWorld>>;

/** Writes a new world. If the process is killed before the end, nothing of the world remains. Throws DataDirectoryError. */
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
 * Reads a world; undefined if there is none yet. If it cannot be loaded, throws DataDirectoryError and has changed
 * nothing. Adds segments to the list that a killed process had written, but not yet listed.
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

/** Throws DataDirectoryError for an entry that cannot come from a commit. */
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
