import type { CollectionName } from './contents.ts';
import type { Journal } from './journal.ts';
import type { Parts } from './parts.ts';
import type { Disk, DiskUpdate } from './store.ts';
import { WriteBehind } from './write-behind.ts';

/**
 * The disk of one world. What it has acknowledged stands in the journal and outlives the process, however that ends; it
 * does not wait for the disk's own cache (fsync), so a loss of power can still undo it.
 */
export class WorldDisk implements Disk {
  readonly #journal: Journal;
  readonly #behind: WriteBehind;
  /** Resolves once all saves until now have ended. */
  #last: Promise<void> = Promise.resolve();
  /** Resolves once the entry that is being appended has been taken or refused. */
  #appended: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: {
    parts: Readonly<Record<CollectionName, Parts>>;
    journal: Journal;
    /** What the journal was found to hold, in order. */
    found: readonly DiskUpdate[];
    delayMs: number;
  }) {
    const { parts, journal, found, delayMs } = options;
    this.#journal = journal;
    this.#behind = new WriteBehind({ parts, journal, appended: () => this.#appended, delayMs });
    if (!journal.isEmpty) this.#behind.take(found);
  }

  /** One save after the other. */
  save(updates: readonly DiskUpdate[]): Promise<void> {
    if (updates.length === 0) return Promise.resolve();
    if (this.#isClosed) return Promise.reject(new Error('the data directory is closed'));
    const saved = this.#last.then(() => this.#append(updates));
    this.#last = saved.catch(() => undefined);
    return saved;
  }

  /** Resolves once the parts hold everything and the journal is empty. What is acknowledged is safe even if it rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    await this.#behind.finish();
  }

  async #append(updates: readonly DiskUpdate[]): Promise<void> {
    await this.#behind.room();
    const appending = this.#journal.append(updates).then(() => {
      this.#behind.take(updates);
    });
    this.#appended = appending.catch(() => undefined);
    await appending;
  }
}
