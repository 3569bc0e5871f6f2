import { readCommandLine } from './commands/command-line.ts';
import { helpText } from './commands/help.ts';
import { loadCommand } from './commands/loaders.ts';
import { endAtBrokenOutput, outputDrained } from './commands/output.ts';
import { systemFailure } from './commands/system-failure.ts';
import { CliError } from './cli-error.ts';
import { packageVersion } from './package-root.ts';

/** How long an end without a hanging look-up may take, once all is printed. */
const endsByItselfMs = 100;

async function run(): Promise<number> {
  const commandLine = readCommandLine(process.argv.slice(2), process.env);
  const { named, command, options } = commandLine;
  if (options.help) process.stdout.write(helpText(named));
  else if (options.version) process.stdout.write(`${packageVersion()}\n`);
  else return (await loadCommand(command))(commandLine);
  return 0;
}

/** Runs the command of the command line, and sets the exit code. */
export async function runProgram(): Promise<void> {
  // Read by glibc before its first look-up: it gives up after 2 s then, not 10. musl does not read it.
  process.env['RES_OPTIONS'] ??= 'timeout:1 attempts:2';

  endAtBrokenOutput();
  try {
    process.exitCode = await run();
  } catch (thrown) {
    const error = systemFailure(thrown);
    console.error(error instanceof CliError ? `faxsim: ${error.message}` : error);
    process.exitCode = error instanceof CliError ? error.exitCode : 1;
  }
  await outputDrained();
  // A look-up without an answer of DNS cannot be aborted, and even process.exit waits for the running one. It drops
  // those that wait for their turn.
  setTimeout(() => process.exit(), endsByItselfMs).unref();
}
