import { idledMs } from '../shared/idle-time.ts';

/** The clock and timers of the machine. */
export interface SystemClock {
  /** Real time, ms since the epoch. */
  now(): number;
  /** Runs work once, `afterMs` from now; 0 means as soon as the running code is done. Returns a function that cancels it. */
  wake(afterMs: number, work: () => void): () => void;
  /** The total idle time of all processors, in real ms; undefined if unknown. */
  idledMs?(): number | undefined;
}

/** The machine's time and timers. They do not keep the process alive. */
export const systemClock: SystemClock = {
  now: Date.now,
  idledMs,
  wake: (afterMs, work) => {
    if (afterMs <= 0) {
      const immediate = setImmediate(work);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(work, afterMs).unref();
    return () => clearTimeout(timer);
  },
};
