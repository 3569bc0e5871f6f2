'use strict';
// Has a signal end the program, as it would without a listener, until a command listens itself. The first process of a
// container ignores each signal that it has no listener for, so main.cjs loads this before all else.
const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const listeners = Object.entries(numbers).map(([signal, number]) => {
  const end = () => {
    leaveSignals();
    process.kill(process.pid, signal);
    process.exit(128 + number); // in a container, where that did nothing
  };
  process.on(signal, end);
  return [signal, end];
});

/** Leaves signals to a command that listens by now. */
function leaveSignals() {
  for (const [signal, end] of listeners) process.off(signal, end);
}

require('node:diagnostics_channel').subscribe('faxsim:listens', leaveSignals);
