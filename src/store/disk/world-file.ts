import { basename, join } from 'node:path';
import * as v from 'valibot';
import { formatVersion } from '../memory/format-version.ts';
import { integer, number } from '../memory/value-schemas.ts';
import { assertVersion, DataDirectoryError, fileText, readJson, restoreAdvice, writeWhole } from './json-files.ts';
import type { OpenFile } from './json-files.ts';
import type { WorldFiles } from './stored-collection.ts';

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
export interface Origin extends Omit<WorldFileData, 'parts' | 'version' | 'startTime'> {
  /** The moment that the data leads up to, and the first time of the world's clock, in ms since the epoch. */
  readonly dataTime: number;
}

/** The content of a world's file; the format calls `dataTime` the start time. */
type FileHead = Origin & Pick<WorldFileData, 'version' | 'parts'>;

/** `world.json`: where a world came from, and which parts it has, so that one that is gone is missed. */
export class WorldFile {
  readonly origin: Origin;
  readonly #place: WorldFiles;
  readonly #parts: Set<string>;
  /** Version of the file. Once it is the present one, an older faxsim refuses the directory by its first file. */
  #version: number;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(place: WorldFiles, { version, parts, ...origin }: FileHead) {
    this.#place = place;
    this.#version = version;
    const { fixture, fixtureHash, fixtureSize, seed, dataTime } = origin;
    this.origin = { fixture, ...(fixtureHash !== undefined && { fixtureHash }), fixtureSize, seed, dataTime };
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
    const { startTime: dataTime, ...head } = data;
    return new WorldFile(place, { ...head, dataTime });
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
    const { dataTime: startTime, ...origin } = this.origin;
    await writeWhole(open, join(folder, worldFile), fileText({ ...origin, startTime, parts }));
    for (const part of added) this.#parts.add(part);
    this.#version = formatVersion;
  }
}
