import type { Clock } from '../domain/clock.ts';
import { OrderedFinish } from '../domain/ordered-finish.ts';

/**
 * The order of the attempts of one instant. They are posted in the order in which they began, however long their documents
 * take, so that every run is the same. While a call moves the clock they are also recorded in that order; else no attempt
 * waits for another receiver. Attempts of a replay have the order of its session.
 */
export class AttemptOrder {
  readonly #clock: Pick<Clock, 'now' | 'isMoving' | 'isHeld'>;
  readonly #starts = new OrderedFinish();
  readonly #ends: OrderedFinish;

  /** `ends` is shared with all else in the world that is stored at one instant. */
  constructor(clock: Pick<Clock, 'now' | 'isMoving' | 'isHeld'>, ends: OrderedFinish) {
    this.#clock = clock;
    this.#ends = ends;
  }

  /** Resolves with the prepared attempt when it is its turn to be posted. */
  start<T>(preparing: Promise<T>): Promise<T> {
    if (this.#clock.isHeld) return preparing;
    return this.#starts.run(this.#clock.now(), preparing, (prepared) => prepared);
  }

  /** Calls `finish` with the result of the attempt when it is its turn to be recorded. */
  end<T, R>(trying: Promise<T>, finish: (tried: T) => R | Promise<R>): Promise<R> {
    const { isMoving, isHeld } = this.#clock;
    return isMoving && !isHeld ? this.#ends.run(this.#clock.now(), trying, finish) : trying.then(finish);
  }
}
