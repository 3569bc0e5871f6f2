import type { CollectionName } from '../store/contents.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';
import type { SegmentFile } from './segment-file.ts';
import type { Segments } from './segments.ts';
import type { DiskUpdate } from '../store/store.ts';
import { errorText } from '../shared/errors.ts';

/** In bytes of the log. */
const logBounds = {
  /** From here on the segments are written at once. */
  hasten: 4 * 2 ** 20,
  /** From here on saves wait until the segments are written, and are refused when they cannot be. */
  stop: 16 * 2 ** 20,
} as const;

export interface WriteBehindOptions {
  readonly segments: Readonly<Record<CollectionName, Segments>>;
  readonly log: WriteAheadLog;
  /** Resolves once the entry that is being appended, if any, has been taken or refused. */
  readonly appended: () => Promise<void>;
  /** So long, in ms of real time, changes are gathered before the segments are written. */
  readonly delayMs: number;
}

/** Brings what stands in the log to the segments, and cuts the log. A change of a record does not wait for it. */
export class WriteBehind {
  readonly #options: WriteBehindOptions;
  readonly #unsaved = new Set<SegmentFile>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(options: WriteBehindOptions) {
    this.#options = options;
  }

  /** Has the segments follow, later. Only for what is in the log: a segment must not be ahead of it. */
  take(updates: readonly DiskUpdate[]): void {
    for (const update of updates) {
      const segments = this.#options.segments[update.collection];
      const changed =
        'key' in update ? [segments.set(update.key, update.record)] : segments.setHighestKey(update.highestKey);
      for (const segment of changed) if (segment !== undefined) this.#unsaved.add(segment);
    }
    this.#plan();
  }

  /** Resolves once the log has room. Rejects when the segments cannot be written, without which it gets none. */
  async room(): Promise<void> {
    while (this.#options.log.size > logBounds.stop) {
      await this.#run().catch((error: unknown) => {
        throw new Error(`the write-ahead log is full, and ${errorText(error)}`, { cause: error });
      });
    }
  }

  /** Resolves once the segments hold everything and the log is empty. To be called when nothing is appended any more. */
  async finish(): Promise<void> {
    await this.#running?.catch(() => undefined);
    try {
      while (!this.#options.log.isEmpty) await this.#run();
    } finally {
      this.#stopTimer();
    }
  }

  #plan(): void {
    const { log, delayMs } = this.#options;
    // Who is refused here keeps the log, and is tried again with the next save.
    const run = (): void => void this.#run().catch(() => undefined);
    if (log.size > logBounds.hasten) run();
    else this.#timer ??= setTimeout(run, delayMs).unref();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): Promise<void> {
    this.#stopTimer();
    this.#running ??= this.#write().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #write(): Promise<void> {
    const { log, appended } = this.#options;
    log.seal();
    await appended(); // it may stand in what is sealed now
    for (const segment of [...this.#unsaved]) {
      await segment.save();
      if (segment.isSaved) this.#unsaved.delete(segment);
    }
    await log.cut();
    if (!log.isEmpty) this.#plan();
  }
}
