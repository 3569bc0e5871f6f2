import { idledMs } from '../shared/idle-time.ts';

/** The clock and timers of the machine. */
export interface SystemClock {
  /** Real time, ms since the epoch. */
  now(): number;
  /** Runs work once, after so many ms; 0: as soon as the running work is done. Returns what takes it back. */
  wake(afterMs: number, work: () => void): () => void;
  /** How long the processors of the machine have had nothing to do, all together, in real ms; undefined: it is not known. */
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
