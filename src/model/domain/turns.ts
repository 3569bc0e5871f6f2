import { Breath } from './breath.ts';

/** The place of a piece of work in its line. */
export class Turn {
  readonly #onPassed: () => void;
  readonly #breath: Breath;
  #next: Turn | undefined;
  #isFirst: boolean;
  #hasLeft = false;
  #coming: Promise<void> | undefined;
  #come: (() => void) | undefined;

  /** `before` is the last of the line, which breathes after many turns. Calls back once this one and all before it have left. */
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

  /** Whether it lets the others go before it. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Lets the next one come, once all earlier ones have left too. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    if (this.#isFirst) Turn.#pass(this);
  }

  /** Takes the first turn, which has left, out of its line, and all that come then and have left too. */
  static #pass(first: Turn): void {
    for (let turn = first; ;) {
      turn.#onPassed();
      const next = turn.#next;
      if (next === undefined) return;
      // Thousands may wait for one conversion, and would all be stored in one turn of the event loop.
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

/** Lines of works, one for each key: the works of a line take turns in the order in which they came. */
export class Turns {
  /** The last turn of each line. */
  readonly #last = new Map<number, Turn>();
  readonly #breath = new Breath();

  /** Takes the next place of a line. */
  enter(key: number): Turn {
    const turn: Turn = new Turn(this.#last.get(key), this.#breath, () => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    });
    this.#last.set(key, turn);
    return turn;
  }

  /**
   * Prepares in parallel and finishes in turn: calls `finish` with the prepared value after all earlier works have called
   * theirs; at once where nothing has to be awaited. The others need not have settled: the part of `finish` before its first
   * `await` is in order. Otherwise work in real time (a conversion, a post) would decide the order of ids and records, and runs
   * would differ. A work whose turn was left, as `onEnter` can do, finishes when it is prepared. Rejects as either of the two does.
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
