import type { CollectionName } from './contents.ts';
import type { Journal } from './journal.ts';
import type { Parts } from './parts.ts';
import type { Disk, DiskUpdate } from './store.ts';
import { WriteBehind } from './write-behind.ts';

/** Updates that share an entry of the journal. */
interface Batch {
  readonly updates: DiskUpdate[];
  readonly done: Promise<void>;
}

/**
 * The disk of one world. What it has acknowledged stands in the journal and outlives the process, however that ends; it
 * does not wait for the disk's own cache (fsync), so a loss of power can still undo it.
 */
export class WorldDisk implements Disk {
  readonly #journal: Journal;
  readonly #behind: WriteBehind;
  /** Being appended. */
  #running: Batch | undefined;
  /** Will be appended next, with all that comes until then. */
  #next: Batch | undefined;
  #isClosed = false;

  constructor(options: {
    parts: Readonly<Record<CollectionName, Parts>>;
    journal: Journal;
    /** What the journal was found to hold, in order. */
    found: readonly DiskUpdate[];
    delayMs: number;
  }) {
    const { parts, journal, found, delayMs } = options;
    const appended = async (): Promise<void> => this.#running?.done.catch(() => undefined);
    this.#journal = journal;
    this.#behind = new WriteBehind({ parts, journal, appended, delayMs });
    if (!journal.isEmpty) this.#behind.take(found);
  }

  async save(updates: readonly DiskUpdate[]): Promise<void> {
    if (updates.length === 0) return (this.#next ?? this.#running)?.done;
    if (this.#isClosed) throw new Error('the data directory is closed');
    this.#next ??= this.#batchAfter(this.#running);
    for (const update of updates) this.#next.updates.push(update);
    return this.#next.done;
  }

  /** Resolves once the parts hold everything and the journal is empty. What is acknowledged is safe even if it rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.save([]).catch(() => undefined);
    await this.#behind.finish();
  }

  #batchAfter(running: Batch | undefined): Batch {
    const updates: DiskUpdate[] = [];
    return { updates, done: this.#append(updates, running) };
  }

  async #append(updates: readonly DiskUpdate[], running: Batch | undefined): Promise<void> {
    try {
      await running?.done; // what waits behind a refused entry was worked out from changes that are now taken back
      await this.#behind.room();
      this.#running = this.#next;
    } finally {
      this.#next = undefined;
    }
    try {
      await this.#journal.append(updates);
      this.#behind.take(updates);
    } finally {
      this.#running = undefined;
    }
  }
}
