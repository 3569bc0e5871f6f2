import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../domain/account.ts';
import { readCollection, writeCollection } from './collection-files.ts';
import type { Place } from './collection-files.ts';
import type { CollectionName, Contents, Records } from './contents.ts';
import { DataDirectoryError, codeOf, reasonOf } from './data-directory-error.ts';
import { integer, number, shaped, text } from './guards.ts';
import { readJson, restoreIt, writeJson } from './json-files.ts';
import { nameOfPart } from './part-data.ts';
import type { Disk } from './store.ts';
import { WorldDisk } from './world-disk.ts';

/** Where a world came from: enough to generate its first state once more. */
export interface Origin {
  readonly fixture: string;
  /** The number of faxes that were asked for, where the fixture can be had in several sizes. */
  readonly fixtureSize: number;
  readonly seed: number;
  /** What the world's clock started at, in ms since the epoch. */
  readonly startTime: number;
}

/** A world as it is on disk, and the disk that its later changes go to. */
export interface SavedWorld {
  readonly origin: Origin;
  readonly contents: Contents;
  readonly disk: Disk;
}

const formatVersion = 1;
const worldFile = 'world.json';

/** Writes a new world; a process that is killed meanwhile leaves nothing of it. Throws DataDirectoryError. */
export async function createWorldFolder({ folder, open }: Place, contents: Contents, origin: Origin): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await writeJson(open, join(unfinished, worldFile), { version: formatVersion, ...origin });
    await writeContents({ folder: unfinished, open }, contents);
    await rename(unfinished, folder);
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error;
    throw new DataDirectoryError(folder, `cannot be created: ${reasonOf(error)}`, 'Make the data directory writable');
  }
}

async function writeContents(place: Place, contents: Contents): Promise<void> {
  const highestKeys = contents.highestKeys ?? {};
  const write = <N extends CollectionName>(collection: N, records: readonly Records[N][]): Promise<void> =>
    writeCollection(place, collection, { records, highestKey: highestKeys[collection] });
  await write('account', [contents.account]);
  await write('faxes', contents.faxes);
  await write('phoneNumbers', contents.phoneNumbers);
  await write('portOrders', contents.portOrders);
  await write('blockingRules', contents.blockingRules);
  await write('deliveries', contents.deliveries);
}

/** Undefined when there is no such world yet. Changes nothing. Throws DataDirectoryError for what cannot be loaded. */
export async function readWorldFolder(place: Place): Promise<SavedWorld | undefined> {
  const fileNames = await listFiles(place.folder);
  if (fileNames.length === 0) return undefined;
  const origin = await readOrigin(place, fileNames);
  const account = await readCollection(place, 'account', fileNames);
  const faxes = await readCollection(place, 'faxes', fileNames);
  const phoneNumbers = await readCollection(place, 'phoneNumbers', fileNames);
  const portOrders = await readCollection(place, 'portOrders', fileNames);
  const blockingRules = await readCollection(place, 'blockingRules', fileNames);
  const deliveries = await readCollection(place, 'deliveries', fileNames);
  return {
    origin,
    contents: {
      account: onlyAccount(place.folder, account.records),
      faxes: faxes.records,
      phoneNumbers: phoneNumbers.records,
      portOrders: portOrders.records,
      blockingRules: blockingRules.records,
      deliveries: deliveries.records,
      highestKeys: {
        faxes: faxes.highestKey,
        phoneNumbers: phoneNumbers.highestKey,
        portOrders: portOrders.highestKey,
        blockingRules: blockingRules.highestKey,
        deliveries: deliveries.highestKey,
      },
    },
    disk: new WorldDisk({
      account: account.parts,
      faxes: faxes.parts,
      phoneNumbers: phoneNumbers.parts,
      portOrders: portOrders.parts,
      blockingRules: blockingRules.parts,
      deliveries: deliveries.parts,
    }),
  };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const fileNames = await readdir(folder);
    await access(folder, constants.W_OK);
    return fileNames;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new DataDirectoryError(folder, `cannot be used: ${reasonOf(error)}`, 'It must be a writable directory');
  }
}

const originFields = shaped<Origin>({ fixture: text, fixtureSize: integer, seed: number, startTime: number });
const versioned = shaped<{ version: number }>({ version: integer });

async function readOrigin({ folder, open }: Place, fileNames: readonly string[]): Promise<Origin> {
  const file = join(folder, worldFile);
  if (!fileNames.includes(worldFile)) {
    throw new DataDirectoryError(file, 'is missing from a directory that is not empty', restoreIt);
  }
  const data = await readJson(open, file);
  if (!versioned(data)) throw new DataDirectoryError(file, 'does not say its format "version"', restoreIt);
  if (data.version !== formatVersion) {
    const problem = `has the format version ${data.version}, but this faxsim reads version ${formatVersion}`;
    throw new DataDirectoryError(file, problem, 'Use the faxsim that wrote it, or choose another data directory');
  }
  if (!originFields(data)) {
    throw new DataDirectoryError(file, 'must say "fixture", "fixtureSize", "seed" and "startTime"', restoreIt);
  }
  return { fixture: data.fixture, fixtureSize: data.fixtureSize, seed: data.seed, startTime: data.startTime };
}

function onlyAccount(folder: string, [account]: readonly Account[]): Account {
  if (account !== undefined) return account;
  throw new DataDirectoryError(join(folder, nameOfPart('account', 1)), 'is missing, or holds no account', restoreIt);
}
