import { readFileSync } from 'node:fs';

/** Real ms between two looks at a thread. */
const lookMs = 250;
/** Work is over after so many times its limit in any case, also where the machine gives its thread no time. */
const wallTimesMax = 10;

/** The state of a thread at a look, in ms: real time, and how long the thread has waited for a processor since its beginning. */
export interface Look {
  readonly at: number;
  readonly waitedMs: number;
}

/**
 * The time that a thread has worked. It does not count while the thread is ready and the machine is busy with other programs: a
 * harmless document would take too long there.
 */
export class WorkedTime {
  readonly #limitMs: number;
  readonly #beganAt: number;
  #last: Look;
  #workedMs = 0;

  constructor(limitMs: number, first: Look) {
    this.#limitMs = limitMs;
    this.#beganAt = first.at;
    this.#last = first;
  }

  /** Takes a further look. Returns whether the limit is reached. */
  isOver(look: Look): boolean {
    const passed = look.at - this.#last.at;
    const waited = Math.max(0, look.waitedMs - this.#last.waitedMs);
    this.#workedMs += Math.max(0, passed - waited);
    this.#last = look;
    return this.#workedMs >= this.#limitMs || look.at - this.#beganAt >= wallTimesMax * this.#limitMs;
  }
}

/**
 * Calls back when a thread has worked for so long. `threadId` is its id for the system; undefined where it is not known, and all time
 * counts. Returns a function that ends the watch.
 */
export function limitWork(timeoutMs: number, threadId: number | undefined, onOver: () => void): () => void {
  const look = (): Look => ({ at: performance.now(), waitedMs: waitedMs(threadId) });
  const worked = new WorkedTime(timeoutMs, look());
  const watch = setInterval(
    () => {
      if (!worked.isOver(look())) return;
      clearInterval(watch);
      onOver();
    },
    Math.min(lookMs, timeoutMs),
  );
  return () => clearInterval(watch);
}

/** How long a thread of this process has waited for a processor, in ms; 0 where the system does not tell. */
function waitedMs(threadId: number | undefined): number {
  if (threadId === undefined) return 0;
  try {
    // How long it has run and waited, in ns, and how often it ran.
    const [, waited] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'latin1').split(' ');
    return Number(waited) / 1_000_000;
  } catch {
    return 0;
  }
}
