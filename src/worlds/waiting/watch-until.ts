import type { SystemClock } from '../../model/domain/system-clock.ts';

/** A running wait. Its functions do nothing once it is over. */
interface Wait<T> {
  /** Looks again, and ends the wait if something is found. */
  readonly look: () => void;
  /** Ends the wait; `found` is undefined if nothing was found. */
  readonly end: (found: T | undefined) => void;
  readonly fail: (reason: Error) => void;
}

/**
 * Waits until `look` finds something. `watch` installs watchers that call the wait, and returns functions that remove them, which
 * are called once at the end.
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
    if (state.isOver) for (const stop of stops) stop(); // the watch ended while the watchers were set
  });
}

/** Calls `callback` once a signal is aborted. Returns a function that removes the listener. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  signal?.addEventListener('abort', callback);
  return () => signal?.removeEventListener('abort', callback);
}

/** Real ms between two looks at something that does not report changes. */
const lookMs = 20;

/** Calls `look` repeatedly, or once the remaining ms have passed. Returns a function that stops this. */
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
