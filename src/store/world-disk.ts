import type { CollectionName } from './contents.ts';
import type { PartFile } from './part-file.ts';
import type { Parts } from './parts.ts';
import type { Disk, Update } from './store.ts';

/**
 * The disk of one world. What it has acknowledged outlives the process, however that ends; it does not wait for the
 * disk's own cache (fsync), so a loss of power can still undo it.
 */
export class WorldDisk implements Disk {
  readonly #parts: Readonly<Record<CollectionName, Parts>>;
  readonly #unsaved = new Set<PartFile>();

  constructor(parts: Readonly<Record<CollectionName, Parts>>) {
    this.#parts = parts;
  }

  async save(updates: readonly Update[]): Promise<void> {
    for (const { collection, key, record } of updates) {
      const part = this.#parts[collection].set(key, record);
      if (part !== undefined) this.#unsaved.add(part);
    }
    await Promise.all([...this.#unsaved].map((part) => this.#savePart(part)));
  }

  async #savePart(part: PartFile): Promise<void> {
    await part.save();
    if (part.isSaved) this.#unsaved.delete(part);
  }
}
