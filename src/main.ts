#!/usr/bin/env node
import { endAtSignals } from './commands/early-signals.ts';
import { systemFailure } from './commands/system-failure.ts';
import { CliError } from './cli-error.ts';

endAtSignals();
try {
  // Only now: to load the program takes a while, in which a signal can come.
  await import('./program.ts');
} catch (thrown) {
  // What tells of it is loaded already: with too many files open, no further one can be.
  const error = systemFailure(thrown);
  if (!(error instanceof CliError)) throw error;
  console.error(`faxsim: ${error.message}`);
  process.exitCode = error.exitCode;
}
