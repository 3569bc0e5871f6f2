import { noUndo } from '../domain/undo.ts';
import type { Undo } from '../domain/undo.ts';
import type { RateLimitEffect } from './effects.ts';

/** Counts calls in windows of time, as a service that limits their rate does. */
export class Quota {
  readonly #limit: RateLimitEffect;
  readonly #undo: Undo;
  #windowEnds = -Infinity;
  #left = 0;

  constructor(limit: RateLimitEffect, undo: Undo) {
    this.#limit = limit;
    this.#undo = undo;
  }

  /** One of its own that is as this one is now. */
  copy(): Quota {
    const quota = new Quota(this.#limit, noUndo);
    quota.#windowEnds = this.#windowEnds;
    quota.#left = this.#left;
    return quota;
  }

  /** Uses one call. Returns 0 when there was one left, else the seconds until there will be, rounded up. */
  use(now: number): number {
    const [windowEnds, left] = [this.#windowEnds, this.#left];
    this.#undo.note(() => {
      [this.#windowEnds, this.#left] = [windowEnds, left];
    });
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + this.#limit.window;
      this.#left = this.#limit.limit;
    }
    if (this.#left > 0) {
      this.#left -= 1;
      return 0;
    }
    if (this.#limit.punishEarlyRetry) this.#windowEnds = now + this.#limit.window;
    return Math.max(1, Math.ceil((this.#windowEnds - now) / 1000));
  }
}
