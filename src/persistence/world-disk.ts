import { setImmediate } from 'node:timers/promises';
import type { CollectionName } from '../store/contents.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';
import type { Segments } from './segments.ts';
import type { Disk, DiskUpdate } from '../store/store.ts';
import { WriteBehind } from './write-behind.ts';

/**
 * The disk of one world. What it has acknowledged stands in the log and outlives the process, however that ends; it
 * does not wait for the disk's own cache (fsync), so a loss of power can still undo it.
 */
export class WorldDisk implements Disk {
  readonly #log: WriteAheadLog;
  readonly #behind: WriteBehind;
  /** Resolves once all saves until now have ended. */
  #lastSave: Promise<void> = Promise.resolve();
  /** Resolves once the entry that is being appended has been taken or refused. */
  #appended: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: {
    segments: Readonly<Record<CollectionName, Segments>>;
    log: WriteAheadLog;
    /** What the log was found to hold, in order. */
    found: readonly DiskUpdate[];
    delayMs: number;
  }) {
    const { segments, log, found, delayMs } = options;
    this.#log = log;
    this.#behind = new WriteBehind({ segments, log, appended: () => this.#appended, delayMs });
    if (!log.isEmpty) this.#behind.take(found);
  }

  /** One save after the other. */
  save(updates: readonly DiskUpdate[]): Promise<void> {
    if (updates.length === 0) return Promise.resolve();
    if (this.#isClosed) return Promise.reject(new Error('the data directory is closed'));
    const saved = this.#lastSave.then(() => this.#append(updates));
    this.#lastSave = saved.catch(() => undefined);
    return saved;
  }

  /** Resolves once the segments hold everything and the log is empty. What is acknowledged is safe even if it rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastSave;
    await this.#behind.finish();
  }

  async #append(updates: readonly DiskUpdate[]): Promise<void> {
    await this.#behind.room();
    // All requests that the event loop has at hand now gather meanwhile, and share the next save.
    await setImmediate();
    const appending = this.#log.append(updates).then(() => this.#behind.take(updates));
    this.#appended = appending.catch(() => undefined);
    await appending;
  }
}
