/** A world's only source of time. All times in the model are milliseconds since the Unix epoch on this clock. */
export interface Clock {
  now(): number;
}

/** A clock that stands still until it is told to move; the one that tests use. */
export class ManualClock implements Clock {
  #now: number;

  constructor(startsAt: number) {
    this.#now = startsAt;
  }

  now(): number {
    return this.#now;
  }

  /** Moves the clock forward by a number of milliseconds. */
  advance(byMs: number): void {
    this.#now += byMs;
  }
}
