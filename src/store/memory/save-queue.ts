/** Work that is saved together, or not at all. */
interface SaveBatch<W> {
  readonly works: W[];
  readonly saved: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Saves work in order, one batch at a time. Work that is added during a save forms the next batch. Each work builds on
 * the changes of all earlier work. So if a batch is refused, it is rolled back with all later work, the last first. The
 * records are then exactly as before the batch.
 */
export class SaveQueue<W> {
  readonly #save: (works: readonly W[]) => Promise<void>;
  readonly #rollBack: (work: W) => void;
  #running: SaveBatch<W> | undefined;
  #next: SaveBatch<W> | undefined;

  /** `save` resolves once all work is on disk. If the disk refuses, it rejects, and none of the work is there. */
  constructor(save: (works: readonly W[]) => Promise<void>, rollBack: (work: W) => void) {
    this.#save = save;
    this.#rollBack = rollBack;
  }

  /** Resolves once the work is saved. Rejects with the disk's error once the work is rolled back. */
  add(work: W): Promise<void> {
    const batch = (this.#next ??= newBatch<W>());
    batch.works.push(work);
    if (this.#running === undefined) void this.#saveAll();
    return batch.saved;
  }

  /** Whether all work is saved or rolled back. */
  get isSettled(): boolean {
    return this.#running === undefined;
  }

  /** Resolves once all present work is saved or rolled back. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#running)?.saved.catch(() => undefined);
  }

  async #saveAll(): Promise<void> {
    for (let batch = this.#begin(); batch !== undefined; batch = this.#begin()) {
      try {
        await this.#save(batch.works);
        batch.resolve();
      } catch (cause) {
        this.#refuse(batch, cause);
      }
    }
  }

  #begin(): SaveBatch<W> | undefined {
    this.#running = this.#next;
    this.#next = undefined;
    return this.#running;
  }

  #refuse(batch: SaveBatch<W>, cause: unknown): void {
    const refused = this.#next === undefined ? [batch] : [batch, this.#next];
    this.#next = undefined;
    for (const work of refused.flatMap(({ works }) => works).toReversed()) this.#rollBack(work);
    for (const { reject } of refused) reject(cause);
  }
}

function newBatch<W>(): SaveBatch<W> {
  let settle: Pick<SaveBatch<W>, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined };
  const saved = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { works: [], saved, ...settle };
}
