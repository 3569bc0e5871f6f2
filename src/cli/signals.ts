import { channel } from 'node:diagnostics_channel';

/** The used part of `process`; tests pass their own emitter. */
interface SignalSource {
  on(signal: StopSignal, listener: () => void): unknown;
  exit(code: number): void;
}

/** SIGHUP comes when the terminal is closed. */
type StopSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/** The usual exit codes: 128 and the signal's number. */
export const signalExitCodes: Readonly<Record<StopSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Ctrl-C under `npm start` comes twice: from the terminal to the whole group, and passed on by npm. Signals within this time count
 * as one.
 */
const echoMs = 100;

/** Resolves with the first signal to stop. A second one ends the process at once. */
export function stopSignal(source: SignalSource, now: () => number = () => performance.now()): Promise<StopSignal> {
  let firstAt: number | undefined;
  return new Promise((resolve) => {
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
      source.on(signal, () => {
        if (firstAt !== undefined && now() - firstAt >= echoMs) source.exit(signalExitCodes[signal]);
        firstAt ??= now();
        resolve(signal);
      });
    }
  });
}

/**
 * Removes the early listeners, once a command has its own. Before that, `early-signals.cjs`, the first file loaded, ends the
 * program at a signal.
 */
export const leaveSignals = (): void => {
  channel('faxsim:listens').publish(undefined);
};
