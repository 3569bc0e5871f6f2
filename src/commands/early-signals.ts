const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

const listeners = new Map<keyof typeof numbers, () => void>();

/**
 * Has a signal end the program, as it would without a listener, until a command listens itself. The first process of a
 * container ignores each signal that it has no listener for, so `main.ts` calls this before all else.
 */
export function endAtSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    const end = (): void => {
      leaveSignals();
      process.kill(process.pid, signal);
      process.exit(128 + numbers[signal]); // in a container, where that did nothing
    };
    listeners.set(signal, end);
    process.on(signal, end);
  }
}

/** Leaves signals to a command that listens by now. */
export function leaveSignals(): void {
  for (const [signal, end] of listeners) process.off(signal, end);
  listeners.clear();
}
