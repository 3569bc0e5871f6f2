import { readFileSync } from 'node:fs';

/** Real ms between two checks of a thread. */
const lookMs = 250;
/** Work ends after its time limit times this factor, even if the machine never ran its thread. */
const wallTimesMax = 10;

/** A sample of a thread, in ms: the real time, and the total time that the thread has waited for a processor. */
export interface Look {
  readonly at: number;
  readonly waitedMs: number;
}

/**
 * The time that a thread has really worked. Time in which the thread is ready, but the machine runs other programs,
 * does not count; otherwise a harmless document could exceed the limit.
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

  /** Adds a sample. Returns whether the limit is reached. */
  isOver(look: Look): boolean {
    const passed = look.at - this.#last.at;
    const waited = Math.max(0, look.waitedMs - this.#last.waitedMs);
    this.#workedMs += Math.max(0, passed - waited);
    this.#last = look;
    return this.#workedMs >= this.#limitMs || look.at - this.#beganAt >= wallTimesMax * this.#limitMs;
  }
}

/**
 * Calls `onOver` when a thread has worked for `timeoutMs`. `threadId` is the system's id of the thread; if undefined,
 * all time counts. Returns a function that stops the check.
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

/** How long a thread of this process has waited for a processor, in ms; 0 if the system does not tell. */
function waitedMs(threadId: number | undefined): number {
  if (threadId === undefined) return 0;
  try {
    // The file has the time run and the time waited, in ns, and the number of runs.
    const [, waited] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'latin1').split(' ');
    return Number(waited) / 1_000_000;
  } catch {
    return 0;
  }
}
