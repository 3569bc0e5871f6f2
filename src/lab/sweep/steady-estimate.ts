/** The minimum time in which an estimate settles, in ms. */
const leastSettlingMs = 5000;

/**
 * A remaining time that counts down, and approaches each new estimate slowly: the time of a sweep is known only when it has met
 * the faults at which the program waits. Times are in ms, of any clock that does not go back.
 */
export class SteadyEstimate {
  #latest: { readonly leftMs: number; readonly at: number } | undefined;

  /** The time to show for an estimate that is made at a time. */
  leftMs(estimateMs: number, at: number): number {
    const leftMs = this.#latest === undefined ? estimateMs : approached(this.#latest, { leftMs: estimateMs, at });
    this.#latest = { leftMs, at };
    return leftMs;
  }
}

interface Estimate {
  readonly leftMs: number;
  readonly at: number;
}

/** The longer the remaining time, the longer an estimate takes to settle. */
function approached(before: Estimate, { leftMs, at }: Estimate): number {
  const passedMs = at - before.at;
  const dueMs = Math.max(0, before.leftMs - passedMs);
  const settlingMs = Math.max(leastSettlingMs, dueMs / 3);
  return dueMs + (leftMs - dueMs) * (1 - Math.exp(-passedMs / settlingMs));
}
