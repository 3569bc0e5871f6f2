import type { Blobs } from './blobs.ts';

/** Blobs of which some are kept, whoever deletes them: those that a saved image refers to. */
export class PinnedBlobs implements Blobs {
  readonly #blobs: Blobs;
  readonly #pins: () => ReadonlySet<string>;

  constructor(blobs: Blobs, pins: () => ReadonlySet<string>) {
    this.#blobs = blobs;
    this.#pins = pins;
  }

  put(bytes: Uint8Array): Promise<string> {
    return this.#blobs.put(bytes);
  }

  has(blob: string): Promise<boolean> {
    return this.#blobs.has(blob);
  }

  get(blob: string): Promise<Uint8Array | undefined> {
    return this.#blobs.get(blob);
  }

  async delete(blob: string): Promise<void> {
    if (!this.#pins().has(blob)) await this.#blobs.delete(blob);
  }

  async keepOnly(blobs: ReadonlySet<string>): Promise<void> {
    await this.#blobs.keepOnly(new Set([...blobs, ...this.#pins()]));
  }
}
