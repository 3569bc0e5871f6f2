import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, SimulatorFault } from '../../model/domain/refusal.ts';
import { errorCode, errorText } from '../../model/shared/errors.ts';
import { writeWholeFile } from '../../model/shared/whole-file.ts';
import { blobName } from '../memory/swept-blobs.ts';
import type { Blobs } from '../memory/swept-blobs.ts';
import { readRegularFile } from './regular-file.ts';
import type { ReportedWrites } from './reported-writes.ts';

/** A file for each blob. */
export class FileBlobs implements Blobs {
  readonly #folder: string;
  readonly #reported: Pick<ReportedWrites, 'run'>;
  #writes = 0;
  /** The names of the files that are being written. */
  readonly #unfinished = new Set<string>();

  constructor(folder: string, reported: Pick<ReportedWrites, 'run'> = { run: (write) => write() }) {
    this.#folder = folder;
    this.#reported = reported;
  }

  put(bytes: Uint8Array, blob = blobName(bytes)): Promise<string> {
    return this.#reported.run(() => this.#write(bytes, blob));
  }

  async #write(bytes: Uint8Array, blob: string): Promise<string> {
    const name = `${blob}.${process.pid}-${this.#writes++}`;
    this.#unfinished.add(name);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeWholeFile(join(this.#folder, blob), bytes, join(this.#folder, name));
      return blob;
    } catch (error) {
      throw new Refusal('storage_failed', `The file could not be stored: ${errorText(error)}`);
    } finally {
      this.#unfinished.delete(name);
    }
  }

  async has(blob: string): Promise<boolean> {
    return (await stat(join(this.#folder, blob)).catch(undefinedIfMissing)) !== undefined;
  }

  /** Throws a SimulatorFault if the content of a file does not match its name. */
  async get(blob: string): Promise<Uint8Array | undefined> {
    const file = join(this.#folder, blob);
    try {
      const bytes = await readRegularFile(file);
      if (blobName(bytes) !== blob) throw new Error('its content does not match its name, which is its SHA-256');
      return bytes;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw new SimulatorFault(`${file} cannot be used: ${errorText(error)}. Restore it from a backup.`);
    }
  }

  async delete(blob: string): Promise<void> {
    await rm(join(this.#folder, blob), { force: true });
  }

  sizeOf(): number {
    return 0;
  }

  async list(): Promise<string[]> {
    const files = (await readdir(this.#folder).catch(undefinedIfMissing)) ?? [];
    return files.filter((file) => !this.#unfinished.has(file));
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
}
