/** Runs the tasks of one key one after the other, in order of arrival, and those of different keys in parallel. */
export class KeyedQueue {
  readonly #last = new Map<number, Promise<void>>();

  async run(key: number, work: () => Promise<void>): Promise<void> {
    const earlier = this.#last.get(key);
    const mine = earlier === undefined ? work() : earlier.then(work, work);
    this.#last.set(key, mine);
    try {
      await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
