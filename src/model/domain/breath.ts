import type { SystemClock } from './system-clock.ts';

/** The number of pieces of work for one turn of the event loop. Together they take about ten ms. */
export const worksOfTurnMax = 128;

/**
 * Counts the pieces of work in one turn of the event loop. After many, the others wait for the next turn, so that
 * requests are answered in between.
 */
export class Breath {
  #works = 0;

  /** Counts a piece of work. Returns whether it has to wait for the next turn of the event loop. */
  isDue(): boolean {
    if (this.#works === 0) setImmediate(() => (this.#works = 0));
    return this.#works++ >= worksOfTurnMax;
  }
}

/** Resolves in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Maps the slices of a list, and lets requests in between. */
export async function mapSlices<T, R>(items: readonly T[], map: (slice: readonly T[]) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (let at = 0; at < items.length; at += sliceMax) {
    if (at > 0) await nextTurn();
    mapped.push(map(items.slice(at, at + sliceMax)));
  }
  return mapped;
}

/** Items of a list that one turn of the event loop maps. */
const sliceMax = 2000;

/** Maps the items of a list, and lets requests in between if it is long. */
export const mapInTurns = async <T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> =>
  (await mapSlices(items, (slice) => slice.map(map))).flat();

/** Real ms after which long work pauses for requests. */
const breathMs = 50;

/** Real ms between two reports of progress. */
const tellMs = 250;

/** The pauses of long work, such as a move of a clock. */
export class Breaths {
  readonly #systemClock: SystemClock;
  readonly #onTell: () => void;
  #takenAt: number;
  #toldAt: number;

  /** Calls `onTell` now and then, to report progress. */
  constructor(systemClock: SystemClock, onTell: () => void) {
    this.#systemClock = systemClock;
    this.#onTell = onTell;
    this.#takenAt = this.#toldAt = systemClock.now();
  }

  /** Whether the last pause was long ago. */
  get isDue(): boolean {
    return this.#systemClock.now() - this.#takenAt >= breathMs;
  }

  /** Pauses for requests, such as the one that stops the work. */
  async take(): Promise<void> {
    if (this.#systemClock.now() - this.#toldAt >= tellMs) {
      this.#toldAt = this.#systemClock.now();
      this.#onTell();
    }
    await new Promise<void>((resolve) => void this.#systemClock.wake(0, resolve));
    this.#takenAt = this.#systemClock.now();
  }
}
