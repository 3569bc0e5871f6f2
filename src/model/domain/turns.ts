/** The place of a piece of work in its line. */
export interface Turn {
  /** Resolves when all that came earlier have left; undefined if it is the first in line. */
  readonly comes: Promise<void> | undefined;
  /** Lets the next one come, once all that came earlier have left too. */
  readonly leave: () => void;
}

/** Lines of works, one for each key: the works of a line take turns in the order in which they came. */
export class Turns {
  /** The latest turn of each line, settled once it and all before it have left. */
  readonly #latest = new Map<number, Promise<void>>();

  /** Takes the next place of a line. */
  enter(key: number): Turn {
    const comes = this.#latest.get(key);
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const done = comes === undefined ? left : comes.then(() => left);
    this.#latest.set(key, done);
    void done.then(() => {
      if (this.#latest.get(key) === done) this.#latest.delete(key);
    });
    return { comes, leave };
  }

  /**
   * Prepares in parallel and finishes in turn: calls `finish` with the prepared value after all earlier works have called
   * theirs. The others need not have settled: the part of `finish` before its first `await` is in order. Otherwise work in
   * real time (a conversion, a post) would decide the order of ids and records, and runs would differ. Rejects as either of
   * the two does.
   */
  async run<T, R>(key: number, preparing: Promise<T>, finish: (prepared: T) => R | Promise<R>): Promise<R> {
    const { comes, leave } = this.enter(key);
    try {
      const prepared = await preparing;
      await comes;
      const finishing = finish(prepared);
      leave();
      return await finishing;
    } finally {
      leave();
    }
  }
}
