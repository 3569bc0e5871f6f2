import type { Clock } from '../domain/clock.ts';
import { InTurn } from '../domain/in-turn.ts';

/**
 * The order of the attempts of one instant. While a call moves the clock they are posted, and recorded, in the order in
 * which they began, so that every run is the same. While the clock runs by itself, no attempt waits for another receiver;
 * neither does one of a replay, which has the order of its session.
 */
export class AttemptOrder {
  readonly #clock: Pick<Clock, 'now' | 'isMoving' | 'isHeld'>;
  readonly #starts = new InTurn();
  readonly #ends: InTurn;

  /** `ends` is shared with all else in the world that is stored at one instant. */
  constructor(clock: Pick<Clock, 'now' | 'isMoving' | 'isHeld'>, ends: InTurn) {
    this.#clock = clock;
    this.#ends = ends;
  }

  /** Resolves with what was prepared once it is to be posted. */
  start<T>(preparing: Promise<T>): Promise<T> {
    return this.#run(this.#starts, preparing, (prepared) => prepared);
  }

  /** Calls `finish` with what became of the attempt once that is to be recorded. */
  end<T, R>(trying: Promise<T>, finish: (tried: T) => R | Promise<R>): Promise<R> {
    return this.#run(this.#ends, trying, finish);
  }

  #run<T, R>(order: InTurn, preparing: Promise<T>, finish: (prepared: T) => R | Promise<R>): Promise<R> {
    const { isMoving, isHeld } = this.#clock;
    return isMoving && !isHeld ? order.run(this.#clock.now(), preparing, finish) : preparing.then(finish);
  }
}
