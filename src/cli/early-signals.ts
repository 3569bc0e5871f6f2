import { channel } from 'node:diagnostics_channel';

/**
 * Leaves signals to a command that listens by now. Until then `early-signals.cjs`, the first file that the program loads, ends
 * it at a signal.
 */
export const leaveSignals = (): void => {
  channel('faxsim:listens').publish(undefined);
};
