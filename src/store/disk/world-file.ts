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
  /** The number of faxes in the fixture `large`; other fixtures ignore it. */
  fixtureSize: integer,
  seed: number,
  /** The first time on the world's clock, in ms since the epoch. */
  startTime: number,
  /** The names of the files with the records, sorted. */
  parts: v.array(v.string()),
});
type WorldFileData = v.InferOutput<typeof worldFileData>;

/** The origin of a world. Its first state can be generated from it again. */
export interface Origin extends Omit<WorldFileData, 'parts' | 'version' | 'startTime'> {
  /** The end of the generated data and first time on the world's clock, in ms since the epoch. */
  readonly dataTime: number;
}

/** The content of a world's file, in which `dataTime` is called the start time. */
type FileHead = Origin & Pick<WorldFileData, 'version' | 'parts'>;

/** `world.json`: the origin of a world, and the list of its parts, by which a missing part is noticed. */
export class WorldFile {
  readonly origin: Origin;
  readonly #place: WorldFiles;
  readonly #parts: Set<string>;
  /** Version of the file. With the present version in it, an older faxsim refuses the directory at its first file. */
  #version: number;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(place: WorldFiles, { version, parts, ...origin }: FileHead) {
    this.#place = place;
    this.#version = version;
    const { fixture, fixtureHash, fixtureSize, seed, dataTime } = origin;
    this.origin = { fixture, ...(fixtureHash !== undefined && { fixtureHash }), fixtureSize, seed, dataTime };
    this.#parts = new Set(parts);
  }

  /** Throws DataDirectoryError, also if a listed part is missing in the folder. */
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

  /** Adds parts to the list. Resolves once they are all written. If it throws DataDirectoryError, they are not in the list. */
  list(parts: readonly string[]): Promise<void> {
    const added = parts.filter((part) => !this.#parts.has(part));
    if (added.length === 0 && this.#version === formatVersion) return Promise.resolve();
    const writing = this.#lastWrite.then(() => this.#add(added));
    this.#lastWrite = writing.catch(() => undefined);
    return writing;
  }

  /**
   * Opens a part. Its write ends only when the part is in the list. If the process is killed in between, an unlisted
   * part remains, which no acknowledged change needs; but no listed part is ever missing.
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
