import type { SystemClock } from '../../model/domain/system-clock.ts';

/** A wait that has begun. Each of its functions does nothing once it is over. */
interface Wait<T> {
  /** Looks again, and ends the wait where there is something. */
  readonly look: () => void;
  /** Ends the wait; undefined: nothing was found. */
  readonly end: (found: T | undefined) => void;
  readonly fail: (reason: Error) => void;
}

/**
 * Waits until `look` finds something. `watch` says what to look after: it gets the wait, and returns how to stop each of its
 * watchers, which happens once at the end.
 */
export function watchUntil<T>(
  look: () => T | undefined,
  watch: (wait: Wait<T>) => readonly (() => unknown)[],
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const state = { isOver: false };
    let stops: readonly (() => unknown)[] = [];
    const settle = (work: () => void): void => {
      if (state.isOver) return;
      state.isOver = true;
      for (const stop of stops) stop();
      work();
    };
    const end = (found: T | undefined): void => settle(() => resolve(found));
    stops = watch({
      look: () => {
        const found = state.isOver ? undefined : look();
        if (found !== undefined) end(found);
      },
      end,
      fail: (reason) => settle(() => reject(reason)),
    });
    if (state.isOver) for (const stop of stops) stop(); // it ended while the watchers were set
  });
}

/** Calls back once a signal is aborted, until the function that this returns is called. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  signal?.addEventListener('abort', callback);
  return () => signal?.removeEventListener('abort', callback);
}

/** Real ms between two looks at what tells of no change. */
const lookMs = 20;

/** Looks again and again, a little later each time, or once so many ms are left. Returns how to stop. */
export function lookAgain(systemClock: SystemClock, look: () => void, leftMs: () => number = () => lookMs): () => void {
  const state = { isOver: false };
  const next = (): (() => void) => systemClock.wake(Math.max(Math.min(leftMs(), lookMs), 1), again);
  let cancel = next();
  function again(): void {
    look();
    if (!state.isOver) cancel = next();
  }
  return () => {
    state.isOver = true;
    cancel();
  };
}
