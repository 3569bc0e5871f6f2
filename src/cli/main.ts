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
    // This code is loaded already, because no module can be loaded once too many files are open.
    const error = systemFailure(thrown);
    if (!(error instanceof CliError)) throw error;
    console.error(`faxsim: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}
