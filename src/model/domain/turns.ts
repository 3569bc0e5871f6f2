import { Breath } from './breath.ts';

/** The place of a piece of work in a queue. */
export class Turn {
  readonly #onPassed: () => void;
  readonly #breath: Breath;
  #next: Turn | undefined;
  #isFirst: boolean;
  #hasLeft = false;
  #coming: Promise<void> | undefined;
  #come: (() => void) | undefined;

  /**
   * `before` is the last turn of the queue, which pauses after many turns. Calls `onPassed` once this turn and all before it have
   * left.
   */
  constructor(before: Turn | undefined, breath: Breath, onPassed: () => void) {
    this.#onPassed = onPassed;
    this.#breath = breath;
    this.#isFirst = before === undefined;
    if (before !== undefined) before.#next = this;
  }

  /** Resolves when all earlier ones have left; undefined if they have left already. */
  get comes(): Promise<void> | undefined {
    if (this.#isFirst) return undefined;
    return (this.#coming ??= new Promise((resolve) => (this.#come = resolve)));
  }

  /** Whether this turn has left, so that later turns need not wait for it. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Leaves the queue. The next turn comes once all earlier ones have left too. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    if (this.#isFirst) Turn.#pass(this);
  }

  /** Removes the first turn, which has left, and all following ones that have left too. */
  static #pass(first: Turn): void {
    for (let turn = first; ;) {
      turn.#onPassed();
      const next = turn.#next;
      if (next === undefined) return;
      // Thousands may wait for one conversion. Without pauses, all would be stored in one turn of the event loop.
      if (next.#come !== undefined && next.#breath.isDue()) {
        setImmediate(() => Turn.#begin(next));
        return;
      }
      next.#isFirst = true;
      next.#come?.();
      if (!next.#hasLeft) return;
      turn = next;
    }
  }

  static #begin(first: Turn): void {
    first.#isFirst = true;
    first.#come?.();
    if (first.#hasLeft) Turn.#pass(first);
  }
}

/** A queue of work for each key. The pieces of work in a queue take turns in order of arrival. */
export class Turns {
  /** The last turn of each queue. */
  readonly #last = new Map<number, Turn>();
  readonly #breath = new Breath();

  /** Takes the next place in a queue. */
  enter(key: number): Turn {
    const turn: Turn = new Turn(this.#last.get(key), this.#breath, () => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    });
    this.#last.set(key, turn);
    return turn;
  }

  /**
   * Prepares a piece of work in parallel to others, and calls `finish` with the prepared value after all earlier pieces
   * in the queue have called theirs; at once if nothing has to be awaited. The earlier pieces need not have settled:
   * only the part of `finish` before its first `await` is in order. Without turns, work in real time (a conversion, a
   * post) would decide the order of ids and records, and runs would differ. A piece whose turn was left, as `onEnter`
   * can do, finishes when it is prepared. Rejects as either of the two functions does.
   */
  run<T, R>(
    key: number,
    preparing: T | Promise<T>,
    finish: (prepared: T) => R | Promise<R>,
    onEnter?: (turn: Turn) => void,
  ): R | Promise<R> {
    const turn = this.enter(key);
    onEnter?.(turn);
    if (preparing instanceof Promise || turn.comes !== undefined) return this.#await(turn, preparing, finish);
    try {
      return finish(preparing);
    } finally {
      turn.leave();
    }
  }

  async #await<T, R>(turn: Turn, preparing: T | Promise<T>, finish: (prepared: T) => R | Promise<R>): Promise<R> {
    try {
      const prepared = await preparing;
      if (!turn.hasLeft) await turn.comes;
      const finishing = finish(prepared);
      turn.leave();
      return await finishing;
    } finally {
      turn.leave();
    }
  }
}
