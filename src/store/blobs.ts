import { hash } from 'node:crypto';

/** Bytes that records refer to: uploads and documents. Equal bytes are one blob. */
export interface Blobs {
  /** Stores bytes under their name; resolves once they are stored. Rejects with the Refusal `storage_failed`. */
  put(bytes: Uint8Array, blob?: string): Promise<string>;
  has(blob: string): Promise<boolean>;
  /** Undefined when the blob is not stored. */
  get(blob: string): Promise<Uint8Array | undefined>;
  delete(blob: string): Promise<void>;
  /** How many bytes of memory it takes up; 0 where it takes up none. */
  sizeOf(blob: string): number;
  /** The names of all stored blobs, and of unfinished ones of a killed process. */
  list(): Promise<string[]>;
}

/** The name of bytes: their SHA-256 in lower-case hexadecimal. */
export const blobName = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

export class MemoryBlobs implements Blobs {
  readonly #blobs = new Map<string, Uint8Array>();

  /** New ones with these bytes. */
  static async with(files: Iterable<Uint8Array> = []): Promise<MemoryBlobs> {
    const blobs = new MemoryBlobs();
    for (const bytes of files) await blobs.put(bytes);
    return blobs;
  }

  put(bytes: Uint8Array, blob = blobName(bytes)): Promise<string> {
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

  sizeOf(blob: string): number {
    return this.#blobs.get(blob)?.length ?? 0;
  }

  delete(blob: string): Promise<void> {
    this.#blobs.delete(blob);
    return Promise.resolve();
  }

  list(): Promise<string[]> {
    return Promise.resolve([...this.#blobs.keys()]);
  }
}
