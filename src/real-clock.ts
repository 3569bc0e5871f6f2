import type { Clock } from './domain/clock.ts';

/** Runs at real pace, from a time that can be chosen. */
export class RealClock implements Clock {
  readonly #aheadByMs: number;

  /** `startsAt` is in ms since the epoch; without it, the clock shows the real time. */
  constructor(startsAt?: number) {
    this.#aheadByMs = startsAt === undefined ? 0 : startsAt - Date.now();
  }

  now(): number {
    return Date.now() + this.#aheadByMs;
  }
}
