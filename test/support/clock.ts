import type { SystemClock } from '../../src/model/domain/system-clock.ts';
import { WorldClock } from '../../src/model/domain/world-clock.ts';

/** A machine whose time stands still; what is to be done at once is done as soon as the running work is. */
export const standstill: SystemClock = {
  now: () => 0,
  wake: (afterMs, work) => {
    if (afterMs > 0) return () => undefined;
    const immediate = setImmediate(work);
    return () => clearImmediate(immediate);
  },
};

/** A clock that moves on request alone. */
export function manualClock(startsAt: number): WorldClock {
  return new WorldClock({
    systemClock: standstill,
    startsAt,
    speed: 0,
    onFault: (fault) => {
      throw fault;
    },
  });
}
