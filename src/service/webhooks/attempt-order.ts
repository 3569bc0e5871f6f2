import type { Clock } from '../../model/domain/clock.ts';
import { Turns } from '../../model/domain/turns.ts';
import type { Turn } from '../../model/domain/turns.ts';

/**
 * The order of the attempts of one instant. To make every run the same, they are posted in the order in which they
 * began, however long their documents take. While a call moves the clock, they are also recorded in that order;
 * otherwise no attempt waits for another receiver. Attempts of a replay keep the order of the recorded session.
 */
export class AttemptOrder {
  readonly #clock: Pick<Clock, 'now' | 'isMoving' | 'isHeld'>;
  readonly #stored = new Turns();
  readonly #starts = new Turns();
  readonly #ends: Turns;

  /** `ends` orders everything in the world that is stored at one instant. */
  constructor(clock: Pick<Clock, 'now' | 'isMoving' | 'isHeld'>, ends: Turns) {
    this.#clock = clock;
    this.#ends = ends;
  }

  /** Waits for the disk in turn: an attempt that finds all changes stored does not overtake one that had to wait for them. */
  afterStoring(storing: Promise<void> | undefined): unknown {
    return this.#clock.isHeld ? storing : this.#stored.run(this.#clock.now(), storing, () => undefined);
  }

  /** Resolves with the prepared attempt when it is its turn to be posted. */
  start<T>(preparing: T | Promise<T>): T | Promise<T> {
    if (this.#clock.isHeld) return preparing;
    return this.#starts.run(this.#clock.now(), preparing, (prepared) => prepared);
  }

  /** The attempt's turn to be recorded; undefined if it need not wait for others. */
  enterEnds(): Turn | undefined {
    const { isMoving, isHeld } = this.#clock;
    return isMoving && !isHeld ? this.#ends.enter(this.#clock.now()) : undefined;
  }
}
