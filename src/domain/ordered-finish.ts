/**
 * Lets works of one instant prepare in parallel and finish in the order of their beginnings. Otherwise work in real
 * time (a conversion, a post) would decide the order of ids and records, and runs would differ.
 */
export class OrderedFinish {
  /** The latest work of each instant; settled once that work has begun to finish. */
  readonly #latest = new Map<number, Promise<unknown>>();

  /**
   * Calls `finish` with the prepared value, after all works that began earlier at this instant (in ms) have called
   * theirs. The others need not have settled: the part of `finish` before its first `await` is in order. Rejects as
   * either of the two does.
   */
  async run<T, R>(instant: number, preparing: Promise<T>, finish: (prepared: T) => R | Promise<R>): Promise<R> {
    const mine = this.#finishAfter(this.#latest.get(instant), preparing, finish);
    this.#latest.set(instant, mine);
    try {
      return await (
        await mine
      ).result;
    } finally {
      if (this.#latest.get(instant) === mine) this.#latest.delete(instant);
    }
  }

  /** The result is in an object, since a promise of a promise would have the next work wait for both. */
  async #finishAfter<T, R>(
    earlier: Promise<unknown> | undefined,
    preparing: Promise<T>,
    finish: (prepared: T) => R | Promise<R>,
  ): Promise<{ readonly result: R | Promise<R> }> {
    const [, prepared] = await Promise.allSettled([earlier, preparing]);
    if (prepared.status === 'rejected') throw prepared.reason;
    return { result: finish(prepared.value) };
  }
}
