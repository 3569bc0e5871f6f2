import { setImmediate } from 'node:timers/promises';
import type { OfEach } from '../memory/contents.ts';
import type { Disk, DiskUpdate } from '../memory/store.ts';
import { errorText } from '../../model/shared/errors.ts';
import type { SegmentFile } from './segment-file.ts';
import type { WriteAheadLog, WrittenUpdate } from './write-ahead-log.ts';

/** Bounds of the log, in bytes. */
const logBounds = {
  /** Above this size, the segments are written without delay. */
  hasten: 4 * 2 ** 20,
  /** Above this size, saves wait until the segments are written, and are refused if that fails. */
  stop: 16 * 2 ** 20,
} as const;

interface WorldDiskOptions {
  readonly segments: OfEach<'segments'>;
  readonly log: WriteAheadLog;
  /** The updates that the log held at the start, in order. */
  readonly loggedUpdates: readonly DiskUpdate[];
  /** Real ms in which changes are collected before the segments are written. */
  readonly delayMs: number;
}

/**
 * The disk of one world. Acknowledged changes are in the log, so they survive any end of the process. The log does not
 * wait for the disk's own cache (fsync), so a power loss can still undo them. The segments are written later, after
 * which the log is cut; a save does not wait for that.
 */
export class WorldDisk implements Disk {
  readonly #options: WorldDiskOptions;
  /** The segments with changes that so far are only in the log. */
  readonly #unsaved = new Set<SegmentFile>();
  /** Resolves once all present saves have ended. */
  #lastSave: Promise<void> = Promise.resolve();
  /** Resolves once the current append to the log has succeeded or failed. */
  #appended: Promise<void> = Promise.resolve();
  /** Pending while the segments are written. */
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorldDiskOptions) {
    this.#options = options;
    if (!options.log.isEmpty) this.#take(options.loggedUpdates.map((update) => ({ update })));
  }

  /** Saves updates, one save after the other. */
  save(updates: readonly DiskUpdate[]): Promise<void> {
    if (updates.length === 0) return Promise.resolve();
    if (this.#isClosed) return Promise.reject(new Error('the data directory is closed'));
    const saved = this.#lastSave.then(() => this.#append(updates));
    this.#lastSave = saved.catch(() => undefined);
    return saved;
  }

  /**
   * Resolves once the segments contain everything and the log is empty. Even if it rejects, acknowledged changes are
   * safe.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastSave;
    await this.#writing?.catch(() => undefined);
    try {
      while (!this.#options.log.isEmpty) await this.#writeSegments();
    } finally {
      this.#stopTimer();
    }
  }

  async #append(updates: readonly DiskUpdate[]): Promise<void> {
    // Rejects if the segments cannot be written, because the log then stays full.
    while (this.#options.log.size > logBounds.stop) {
      await this.#writeSegments().catch((error: unknown) => {
        throw new Error(`the write-ahead log is full, and ${errorText(error)}`, { cause: error });
      });
    }
    // Waits one turn, so that all requests that have arrived by now share the next save.
    await setImmediate();
    const appending = this.#options.log.append(updates).then((written) => this.#take(written));
    this.#appended = appending.catch(() => undefined);
    await appending;
  }

  /**
   * Passes updates to the segments and plans their writing. The updates must be in the log already, because a segment
   * must not be ahead of it.
   */
  #take(updates: readonly WrittenUpdate[]): void {
    for (const { update, json } of updates) {
      const segments = this.#options.segments[update.collection];
      const changed =
        'key' in update ? [segments.set(update.key, update.record, json)] : segments.setHighestKey(update.highestKey);
      for (const segment of changed) if (segment !== undefined) this.#unsaved.add(segment);
    }
    this.#plan();
  }

  #plan(): void {
    const { log, delayMs } = this.#options;
    // If the disk refuses, the updates stay in the log, and the next save tries again.
    const write = (): void => void this.#writeSegments().catch(() => undefined);
    if (log.size > logBounds.hasten) write();
    else this.#timer ??= setTimeout(write, delayMs).unref();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #writeSegments(): Promise<void> {
    this.#stopTimer();
    this.#writing ??= this.#writeAndCut().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async #writeAndCut(): Promise<void> {
    const { log } = this.#options;
    log.seal();
    await this.#appended; // the update under way may be in the file that is sealed now
    for (const segment of [...this.#unsaved]) {
      this.#unsaved.delete(segment); // a change during the write adds it again
      await segment.save().catch((error: unknown) => {
        this.#unsaved.add(segment);
        throw error;
      });
    }
    await log.cut();
    if (!log.isEmpty) this.#plan();
  }
}
