import { hash } from 'node:crypto';
import type { Cancel } from '../../model/domain/clock.ts';
import type { SystemClock } from '../../model/domain/system-clock.ts';

/** How long a sweep waits for further blobs that lose their names, in real ms. */
const sweepAfterMs = 1000;

interface SweptBlobsOptions {
  readonly blobs: Blobs;
  readonly systemClock: SystemClock;
  /** Whether a record or a snapshot names a blob now. */
  readonly isNamed: (blob: string) => boolean;
  /** False while a save is pending: a failed save restores deleted records and their references. */
  readonly isSettled: () => boolean;
  /** Receives the error if the disk does not delete a blob. A later start sweeps it. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Blobs with a sweep, which deletes those without a name in any record or snapshot. Work that stores a blob, or uses
 * one that it found, runs within `use`. Until that work ends, no sweep deletes the blob.
 */
export class SweptBlobs {
  readonly #options: SweptBlobsOptions;
  /** The number of pieces of work that have begun. */
  #begun = 0;
  /** The numbers of the pieces of work in progress, oldest first. */
  readonly #open = new Set<number>();
  /** Blobs that may have no name, each with the value of `#begun` when it was last touched. */
  readonly #suspects = new Map<string, number>();
  #sweeping: Promise<unknown> | undefined;
  #cancelSweep: Cancel | undefined;
  #isClosed = false;

  constructor(options: SweptBlobsOptions) {
    this.#options = options;
  }

  /** Runs work that stores or finds blobs, and commits the record that names them. */
  async use<R>(work: () => Promise<R>): Promise<R> {
    const number = this.#begun++;
    this.#open.add(number);
    try {
      return await work();
    } finally {
      this.#open.delete(number);
    }
  }

  /** Stores bytes, within `use`, and resolves to their name. Rejects with the Refusal `storage_failed`. */
  async put(bytes: Uint8Array): Promise<string> {
    const blob = blobName(bytes);
    await this.#touch(blob);
    await this.#options.blobs.put(bytes, blob);
    return blob;
  }

  /** Whether a blob is stored. Within `use`, it then stays stored. */
  async has(blob: string): Promise<boolean> {
    await this.#touch(blob);
    return this.#options.blobs.has(blob);
  }

  /** The bytes of a blob; undefined if it is not stored. */
  get(blob: string): Promise<Uint8Array | undefined> {
    return this.#options.blobs.get(blob);
  }

  /** The memory that a blob takes, in bytes. */
  sizeOf(blob: string): number {
    return this.#options.blobs.sizeOf(blob);
  }

  /** Marks blobs whose name the next sweep should check. */
  suspect(blobs: Iterable<string>): void {
    for (const blob of blobs) this.#suspects.set(blob, this.#begun);
    if (this.#suspects.size > 0) this.#arm();
  }

  /** Deletes the suspects without a name that no work in progress has touched. Resolves once they are deleted. */
  async sweep(): Promise<void> {
    await this.#untilSwept();
    if (this.#isClosed) return;
    this.#cancelSweep?.();
    this.#cancelSweep = undefined;
    const { blobs, isSettled, onFault } = this.#options;
    const unnamed = isSettled() ? this.#takeUnnamed() : [];
    this.#sweeping = Promise.all(unnamed.map((blob) => blobs.delete(blob).catch(onFault)));
    try {
      await this.#sweeping;
    } finally {
      this.#sweeping = undefined;
    }
    if (this.#suspects.size > 0) this.#arm();
  }

  /** Sweeps all stored blobs, at a start or a reset. */
  async sweepAll(): Promise<void> {
    const keys = await this.#options.blobs.list().catch((fault: unknown) => {
      this.#options.onFault(fault);
      return [];
    });
    for (const blob of keys) if (!this.#suspects.has(blob)) this.#suspects.set(blob, 0);
    await this.sweep();
  }

  /** Resolves once no sweep is running. No further sweep then begins by itself. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelSweep?.();
    await this.#untilSwept();
  }

  async #touch(blob: string): Promise<void> {
    await this.#untilSwept();
    this.suspect([blob]);
  }

  async #untilSwept(): Promise<void> {
    while (this.#sweeping !== undefined) await this.#sweeping;
  }

  #takeUnnamed(): string[] {
    const [oldest = Infinity] = this.#open;
    const idle = [...this.#suspects].filter(([, touched]) => touched <= oldest).map(([blob]) => blob);
    for (const blob of idle) this.#suspects.delete(blob);
    return idle.filter((blob) => !this.#options.isNamed(blob));
  }

  #arm(): void {
    if (this.#isClosed) return;
    this.#cancelSweep ??= this.#options.systemClock.wake(sweepAfterMs, () => void this.sweep());
  }
}

/** The bytes that records name: uploads and documents. Equal bytes are stored once. */
export interface Blobs {
  /** Stores bytes under their name; resolves once they are stored. Rejects with the Refusal `storage_failed`. */
  put(bytes: Uint8Array, blob?: string): Promise<string>;
  has(blob: string): Promise<boolean>;
  /** The bytes of a blob; undefined if it is not stored. */
  get(blob: string): Promise<Uint8Array | undefined>;
  delete(blob: string): Promise<void>;
  /** The memory that a blob takes, in bytes; 0 if it is stored elsewhere. */
  sizeOf(blob: string): number;
  /** The names of all stored blobs, including unfinished ones of a killed process. */
  list(): Promise<string[]>;
}

/** The name of bytes: their SHA-256 in lower-case hexadecimal. */
export const blobName = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

export class MemoryBlobs implements Blobs {
  readonly #blobs = new Map<string, Uint8Array>();

  /** Makes new blobs with these bytes. */
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
