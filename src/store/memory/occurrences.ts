import { Cell, Table, keepChange } from './memory.ts';
import type { Memory } from './memory.ts';

interface Round {
  readonly number: number;
  readonly counts: Table<string, number>;
}

/**
 * Counts how often each of many keys has come, whatever came between. Bounded: when too many are known all are forgotten,
 * and a new round begins, so that no key has the same count twice.
 */
export class Occurrences {
  readonly #memory: Memory;
  readonly #most: number;
  readonly #round: Cell<Round>;

  constructor(memory: Memory, maxKeys = 10_000) {
    this.#memory = memory;
    this.#most = maxKeys;
    this.#round = new Cell(memory, this.#newRound(0), keepChange);
  }

  /** `1` for a key that comes for the first time, `2` then; with its round before it after the first one: `1:1`. */
  next(key: string): string {
    const known = this.#round.value.counts;
    const count = (known.get(key) ?? 0) + 1;
    if (count === 1 && known.size >= this.#most) this.#round.value = this.#newRound(this.#round.value.number + 1);
    const { number, counts } = this.#round.value;
    counts.set(key, count);
    return number === 0 ? String(count) : `${number}:${count}`;
  }

  #newRound(number: number): Round {
    return { number, counts: new Table(this.#memory) };
  }
}
