/** Works of one key, one after the other in the order in which they came; those of different keys at once. */
export class Turns {
  readonly #last = new Map<number, Promise<void>>();

  async take(key: number, work: () => Promise<void>): Promise<void> {
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
