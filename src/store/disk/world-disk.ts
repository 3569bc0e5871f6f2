import { setImmediate } from 'node:timers/promises';
import type { OfEach } from '../memory/contents.ts';
import type { Disk, DiskUpdate } from '../memory/store.ts';
import { errorText } from '../../model/shared/errors.ts';
import type { SegmentFile } from './segment-file.ts';
import type { WriteAheadLog, WrittenUpdate } from './write-ahead-log.ts';

/** Bounds of the log, in bytes. */
const logBounds = {
  /** Size from which the segments are written at once. */
  hasten: 4 * 2 ** 20,
  /** Size from which saves wait until the segments are written, and are refused when they cannot be. */
  stop: 16 * 2 ** 20,
} as const;

interface WorldDiskOptions {
  readonly segments: OfEach<'segments'>;
  readonly log: WriteAheadLog;
  /** The updates that the log held at the start, in order. */
  readonly loggedUpdates: readonly DiskUpdate[];
  /** Time in which changes are gathered before the segments are written, in ms of real time. */
  readonly delayMs: number;
}

/**
 * The disk of one world. Acknowledged changes are in the log and outlive the process, after any end. The log does not
 * wait for the disk's own cache (fsync), so a loss of power can still undo them. The segments follow the log, which is
 * then cut; a save does not wait for that.
 */
export class WorldDisk implements Disk {
  readonly #options: WorldDiskOptions;
  /** The segments that the log is ahead of. */
  readonly #unsaved = new Set<SegmentFile>();
  /** Resolves once all saves until now have ended. */
  #lastSave: Promise<void> = Promise.resolve();
  /** Resolves once the entry that is being appended has been taken or refused. */
  #appended: Promise<void> = Promise.resolve();
  /** The segments are being written. */
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
   * Resolves once the segments hold everything and the log is empty. Acknowledged changes are safe even if it rejects.
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
    // Rejects when the segments cannot be written, without which the log gets no room.
    while (this.#options.log.size > logBounds.stop) {
      await this.#writeSegments().catch((error: unknown) => {
        throw new Error(`the write-ahead log is full, and ${errorText(error)}`, { cause: error });
      });
    }
    // All requests that the event loop has at hand now gather meanwhile, and share the next save.
    await setImmediate();
    const appending = this.#options.log.append(updates).then((written) => this.#take(written));
    this.#appended = appending.catch(() => undefined);
    await appending;
  }

  /** Schedules the segments. The updates must be in the log: a segment must not be ahead of it. */
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
    // A refused update stays in the log; the next save tries it again.
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
    await this.#appended; // an update may stand in what is sealed now
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
