import { basename, join } from 'node:path';
import type { WorldFiles } from './stored-collection.ts';
import { assertVersion, DataDirectoryError, formatVersion, readJson, restoreAdvice, writeJson } from './json-files.ts';
import * as v from 'valibot';
import { integer, number } from '../store/value-schemas.ts';
import type { FieldsOf } from '../store/value-schemas.ts';
import type { OpenFile } from './json-files.ts';

/** Where a world came from: enough to generate its first state once more. */
export interface Origin {
  readonly fixture: string;
  /** The number of faxes, for a fixture of several sizes. */
  readonly fixtureSize: number;
  readonly seed: number;
  /** The first time of the world's clock, in ms since the epoch. */
  readonly startTime: number;
}

interface WorldFileData extends Origin {
  /** The names of the files that hold the records, sorted. */
  readonly parts: readonly string[];
}

const worldFile = 'world.json';

const worldFileData = v.object({
  fixture: v.string(),
  fixtureSize: integer,
  seed: number,
  startTime: number,
  parts: v.array(v.string()),
} satisfies FieldsOf<WorldFileData>);

/** `world.json`: where a world came from, and which parts it has, so that one that is gone is missed. */
export class WorldFile {
  readonly origin: Origin;
  readonly #place: WorldFiles;
  readonly #parts: Set<string>;
  #lastWrite: Promise<void> = Promise.resolve();

  private constructor(place: WorldFiles, { parts, fixture, fixtureSize, seed, startTime }: WorldFileData) {
    this.#place = place;
    this.origin = { fixture, fixtureSize, seed, startTime };
    this.#parts = new Set(parts);
  }

  /** Writes the file of a world whose parts are written. Throws DataDirectoryError. */
  static async create(place: WorldFiles, data: WorldFileData): Promise<void> {
    await new WorldFile(place, data).#add([]);
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
    if (added.length === 0) return Promise.resolve();
    const writing = this.#lastWrite.then(() => this.#add(added));
    this.#lastWrite = writing.catch(() => undefined);
    return writing;
  }

  /**
   * Opens a part whose write is done only once the part is in the list. In this order a process that is killed between
   * leaves a part too many, which no acknowledged change needs, but never one too few.
   */
  readonly openSegment: OpenFile = (file) => {
    const adapter = this.#place.open(file);
    const write = async (data: unknown): Promise<void> => {
      await adapter.write(data);
      await this.list([basename(file)]);
    };
    return { read: () => adapter.read(), write };
  };

  async #add(added: readonly string[]): Promise<void> {
    const parts = [...new Set([...this.#parts, ...added])].sort();
    const { folder, open } = this.#place;
    await writeJson(open, join(folder, worldFile), { version: formatVersion, ...this.origin, parts });
    for (const part of added) this.#parts.add(part);
  }
}
