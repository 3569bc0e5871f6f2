import type { SystemClock } from './domain/world-clock.ts';

/** The machine's time and timers. They do not keep the process alive. */
export const systemClock: SystemClock = {
  now: Date.now,
  wake: (afterMs, work) => {
    if (afterMs <= 0) {
      const immediate = setImmediate(work);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(work, afterMs).unref();
    return () => clearTimeout(timer);
  },
};
