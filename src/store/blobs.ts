import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../domain/refusal.ts';
import { codeOf, reasonOf } from './data-directory-error.ts';

/** Bytes that records refer to: uploads and documents. Equal bytes are one blob. */
export interface Blobs {
  /** Keeps bytes and names them; resolves once they are kept. Rejects with the Refusal `storage_failed`. */
  put(bytes: Uint8Array): Promise<string>;
  has(blob: string): Promise<boolean>;
  /** Undefined for what is not there, or no more. */
  get(blob: string): Promise<Uint8Array | undefined>;
  delete(blob: string): Promise<void>;
  /** Deletes all but these. */
  keepOnly(blobs: ReadonlySet<string>): Promise<void>;
}

const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export class MemoryBlobs implements Blobs {
  readonly #blobs = new Map<string, Uint8Array>();

  put(bytes: Uint8Array): Promise<string> {
    const blob = nameOf(bytes);
    if (!this.#blobs.has(blob)) this.#blobs.set(blob, bytes);
    return Promise.resolve(blob);
  }

  get size(): number {
    return this.#blobs.size;
  }

  has(blob: string): Promise<boolean> {
    return Promise.resolve(this.#blobs.has(blob));
  }

  get(blob: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#blobs.get(blob));
  }

  delete(blob: string): Promise<void> {
    this.#blobs.delete(blob);
    return Promise.resolve();
  }

  async keepOnly(blobs: ReadonlySet<string>): Promise<void> {
    await Promise.all([...this.#blobs.keys()].filter((blob) => !blobs.has(blob)).map((blob) => this.delete(blob)));
  }
}

/** A file for each blob, written beside its place and renamed, so that there are no halves. */
export class FileBlobs implements Blobs {
  readonly #folder: string;
  #writes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const blob = nameOf(bytes);
    const file = join(this.#folder, blob);
    const unfinished = `${file}.${process.pid}-${this.#writes++}`;
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(unfinished, bytes);
      await rename(unfinished, file);
      return blob;
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw new Refusal('storage_failed', `The file could not be stored: ${reasonOf(error)}`);
    }
  }

  async has(blob: string): Promise<boolean> {
    return (await stat(join(this.#folder, blob)).catch(undefinedIfMissing)) !== undefined;
  }

  get(blob: string): Promise<Uint8Array | undefined> {
    return readFile(join(this.#folder, blob)).catch(undefinedIfMissing);
  }

  async delete(blob: string): Promise<void> {
    await rm(join(this.#folder, blob), { force: true });
  }

  async keepOnly(blobs: ReadonlySet<string>): Promise<void> {
    const files = (await readdir(this.#folder).catch(undefinedIfMissing)) ?? [];
    await Promise.all(files.filter((file) => !blobs.has(file)).map((file) => this.delete(file)));
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}
