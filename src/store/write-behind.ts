import type { CollectionName } from './contents.ts';
import type { Journal } from './journal.ts';
import type { PartFile } from './part-file.ts';
import type { Parts } from './parts.ts';
import type { DiskUpdate } from './store.ts';
import { errorText } from '../shared/errors.ts';

/** In bytes of the journal. */
const journalBounds = {
  /** From here on the parts are written at once. */
  hasten: 4 * 2 ** 20,
  /** From here on saves wait until the parts are written, and are refused when they cannot be. */
  stop: 16 * 2 ** 20,
} as const;

export interface WriteBehindOptions {
  readonly parts: Readonly<Record<CollectionName, Parts>>;
  readonly journal: Journal;
  /** Resolves once the entry that is being appended, if any, has been taken or refused. */
  readonly appended: () => Promise<void>;
  /** So long, in ms of real time, changes are gathered before the parts are written. */
  readonly delayMs: number;
}

/** Brings what stands in the journal to the parts, and cuts the journal. Whoever changes a record does not wait for it. */
export class WriteBehind {
  readonly #options: WriteBehindOptions;
  readonly #unsaved = new Set<PartFile>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(options: WriteBehindOptions) {
    this.#options = options;
  }

  /** Has the parts follow, later. Only for what is in the journal: a part must not be ahead of it. */
  take(updates: readonly DiskUpdate[]): void {
    for (const update of updates) {
      const parts = this.#options.parts[update.collection];
      const changed = 'key' in update ? [parts.set(update.key, update.record)] : parts.setHighestKey(update.highestKey);
      for (const part of changed) if (part !== undefined) this.#unsaved.add(part);
    }
    this.#plan();
  }

  /** Resolves once the journal has room. Rejects when the parts cannot be written, without which it gets none. */
  async room(): Promise<void> {
    while (this.#options.journal.size > journalBounds.stop) {
      await this.#run().catch((error: unknown) => {
        throw new Error(`the journal is full, and ${errorText(error)}`, { cause: error });
      });
    }
  }

  /** Resolves once the parts hold everything and the journal is empty. To be called when nothing is appended any more. */
  async finish(): Promise<void> {
    await this.#running?.catch(() => undefined);
    try {
      while (!this.#options.journal.isEmpty) await this.#run();
    } finally {
      this.#stopTimer();
    }
  }

  #plan(): void {
    const { journal, delayMs } = this.#options;
    // Who is refused here keeps the journal, and is tried again with the next save.
    const run = (): void => void this.#run().catch(() => undefined);
    if (journal.size > journalBounds.hasten) run();
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
    const { journal, appended } = this.#options;
    journal.seal();
    await appended(); // it may stand in what is sealed now
    for (const part of [...this.#unsaved]) {
      await part.save();
      if (part.isSaved) this.#unsaved.delete(part);
    }
    await journal.cut();
    if (!journal.isEmpty) this.#plan();
  }
}
