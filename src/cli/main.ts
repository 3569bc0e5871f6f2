import { setImmediate } from 'node:timers/promises';
import { systemFailure } from './system-failure.ts';
import { CliError } from '../model/shared/errors.ts';

/** Runs the program `faxsim` with the arguments of this process, and sets its exit code. */
export async function main(): Promise<void> {
  try {
    const { runCommandLine } = await import('./entry-program.ts');
    await setImmediate(); // lets a signal through that came meanwhile
    await runCommandLine();
  } catch (thrown) {
    // The code for the message is loaded already: with too many open files, no module can be loaded.
    const error = systemFailure(thrown);
    if (!(error instanceof CliError)) throw error;
    console.error(`faxsim: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}
