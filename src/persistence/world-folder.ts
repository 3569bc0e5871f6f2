import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../domain/account.ts';
import { readCollection, writeCollection } from './collection-files.ts';
import type { FoundCollection, Place } from './collection-files.ts';
import type { CollectionName, Contents, Records } from '../store/contents.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { createLogFiles, logFileNames, readLog } from './write-ahead-log.ts';
import type { FoundEntry } from './write-ahead-log.ts';
import type { FileWrites } from './log-file.ts';
import { restoreIt } from './json-files.ts';
import { segmentName } from './segment-data.ts';
import type { Segments } from './segments.ts';
import { WorldDisk } from './world-disk.ts';
import { WorldFile } from './world-file.ts';
import type { Origin } from './world-file.ts';
import { errorCode, errorText } from '../shared/errors.ts';

export type { Origin };

type FoundCollections = { readonly [N in CollectionName]: FoundCollection<N> };

/** The folder of a world, and how everything in it is written. */
export interface WorldPlace extends Place {
  readonly logWrites: FileWrites;
  /** See WriteBehind. */
  readonly writeBehindMs: number;
}

/** A world as it is on disk, and the disk that its later changes go to. */
export interface SavedWorld {
  readonly origin: Origin;
  readonly contents: Contents;
  readonly disk: WorldDisk;
}

/** Writes a new world; a process that is killed meanwhile leaves nothing of it. Throws DataDirectoryError. */
export async function createWorldFolder({ folder, open }: Place, contents: Contents, origin: Origin): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    const place = { folder: unfinished, open };
    await createLogFiles(unfinished, logFileNames);
    await WorldFile.create(place, { ...origin, parts: [...logFileNames, ...(await writeContents(place, contents))] });
    await rename(unfinished, folder);
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error;
    throw new DataDirectoryError(folder, `cannot be created: ${errorText(error)}`, 'Make the data directory writable');
  }
}

/** Returns the names of the segments. */
async function writeContents(place: Place, contents: Contents): Promise<string[]> {
  const highestKeys = contents.highestKeys ?? {};
  const write = <N extends CollectionName>(collection: N, records: readonly Records[N][]): Promise<string[]> =>
    writeCollection(place, collection, { records, highestKey: highestKeys[collection] });
  return [
    ...(await write('account', [contents.account])),
    ...(await write('faxes', contents.faxes)),
    ...(await write('phoneNumbers', contents.phoneNumbers)),
    ...(await write('releasedNumbers', contents.releasedNumbers)),
    ...(await write('atas', contents.atas)),
    ...(await write('portOrders', contents.portOrders)),
    ...(await write('blockingRules', contents.blockingRules)),
    ...(await write('phaxCodes', contents.phaxCodes)),
    ...(await write('deliveries', contents.deliveries)),
  ];
}

/**
 * Undefined when there is no such world yet. Throws DataDirectoryError, and then has changed nothing, for what cannot be
 * loaded; a segment that a process was killed over before it was listed is in the list afterwards.
 */
export async function readWorldFolder(place: WorldPlace): Promise<SavedWorld | undefined> {
  const fileNames = await listFiles(place.folder);
  if (fileNames.length === 0) return undefined;
  const worldFile = await WorldFile.read(place, fileNames);
  const segments = { folder: place.folder, open: worldFile.openSegment };
  const found = {
    account: await readCollection(segments, 'account', fileNames),
    faxes: await readCollection(segments, 'faxes', fileNames),
    phoneNumbers: await readCollection(segments, 'phoneNumbers', fileNames),
    releasedNumbers: await readCollection(segments, 'releasedNumbers', fileNames),
    atas: await readCollection(segments, 'atas', fileNames),
    portOrders: await readCollection(segments, 'portOrders', fileNames),
    blockingRules: await readCollection(segments, 'blockingRules', fileNames),
    phaxCodes: await readCollection(segments, 'phaxCodes', fileNames),
    deliveries: await readCollection(segments, 'deliveries', fileNames),
  };
  const { log, entries } = await readLog(place.folder, place.logWrites, fileNames);
  replay(found, entries);
  const contents = contentsOf(found, place.folder);
  await createLogFiles(
    place.folder,
    logFileNames.filter((name) => !fileNames.includes(name)),
  );
  await worldFile.list([...logFileNames, ...Object.values(found).flatMap((collection) => collection.segmentNames)]);
  const disk = new WorldDisk({
    segments: segmentsOf(found),
    log,
    found: entries.flatMap(({ updates }) => updates),
    delayMs: place.writeBehindMs,
  });
  return { origin: worldFile.origin, contents, disk };
}

/** Throws DataDirectoryError for what no commit can have been. */
function replay(found: FoundCollections, entries: readonly FoundEntry[]): void {
  for (const { file, number, updates } of entries) {
    for (const update of updates) {
      const collection = found[update.collection];
      const problem =
        'key' in update ? collection.replay(update.key, update.record) : collection.replayHighestKey(update.highestKey);
      if (problem === undefined) continue;
      throw new DataDirectoryError(file, `holds a record that ${problem} (entry ${number})`, restoreIt);
    }
  }
}

function contentsOf(found: FoundCollections, folder: string): Contents {
  const { account, faxes, phoneNumbers, releasedNumbers, atas, portOrders, blockingRules, phaxCodes, deliveries } =
    found;
  return {
    account: onlyAccount(folder, account.records),
    faxes: faxes.records,
    phoneNumbers: phoneNumbers.records,
    releasedNumbers: releasedNumbers.records,
    atas: atas.records,
    portOrders: portOrders.records,
    blockingRules: blockingRules.records,
    phaxCodes: phaxCodes.records,
    deliveries: deliveries.records,
    highestKeys: {
      faxes: faxes.highestKey,
      phoneNumbers: phoneNumbers.highestKey,
      releasedNumbers: releasedNumbers.highestKey,
      atas: atas.highestKey,
      portOrders: portOrders.highestKey,
      blockingRules: blockingRules.highestKey,
      phaxCodes: phaxCodes.highestKey,
      deliveries: deliveries.highestKey,
    },
  };
}

function segmentsOf(found: FoundCollections): Record<CollectionName, Segments> {
  return {
    account: found.account.segments,
    faxes: found.faxes.segments,
    phoneNumbers: found.phoneNumbers.segments,
    releasedNumbers: found.releasedNumbers.segments,
    atas: found.atas.segments,
    portOrders: found.portOrders.segments,
    blockingRules: found.blockingRules.segments,
    phaxCodes: found.phaxCodes.segments,
    deliveries: found.deliveries.segments,
  };
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
  throw new DataDirectoryError(join(folder, segmentName('account', 1)), 'is missing, or holds no account', restoreIt);
}
