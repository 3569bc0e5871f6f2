import { fstatSync, writeSync } from 'node:fs';
import { CliError } from '../model/shared/errors.ts';
import { packageVersion } from '../model/shared/package-root.ts';
import { printableLines } from '../model/shared/words.ts';
import { commandNamed } from './catalogue.ts';
import { readCommandLine } from './command-line.ts';
import { fitLines } from './columns.ts';
import { withPlace } from './follow-up.ts';
import { helpText } from './help.ts';
import { widthOf } from './output-width.ts';
import type { RunCommand } from './invocation.ts';
import { systemFailure } from './system-failure.ts';

/** After all is printed, the process may take this many ms to end by itself. */
const endsByItselfMs = 100;

async function run(): Promise<number> {
  const commandLine = readCommandLine(process.argv.slice(2), process.env);
  const { named, command, options } = commandLine;
  if (options.help) process.stdout.write(fitLines(helpText(named), widthOf()));
  else if (options.version) process.stdout.write(`${packageVersion()}\n`);
  else
    return (await loadCommand(command))(commandLine).catch((error: unknown) => {
      if (error instanceof CliError) error.message = withPlace(error.message, commandLine);
      throw error;
    });
  return 0;
}

/** Runs the command, and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  // Shortens a DNS query without an answer from 10 s to 2. glibc reads it before its first query; musl ignores it.
  process.env['RES_OPTIONS'] ??= 'timeout:1 attempts:2';

  endAtBrokenOutput();
  writeWholeFiles();
  try {
    process.exitCode = await run();
  } catch (thrown) {
    const error = systemFailure(thrown);
    console.error(
      error instanceof CliError ? fitLines(`faxsim: ${printableLines(error.message)}`, widthOf(process.stderr)) : error,
    );
    process.exitCode = error instanceof CliError ? error.exitCode : 1;
  }
  await outputDrained();
  // A running DNS query cannot be aborted: even process.exit waits for it, but drops the queued ones.
  setTimeout(() => process.exit(), endsByItselfMs).unref();
}

type Load = () => Promise<RunCommand>;

/** Loads only the code of the called command, so that a health check need not load a web server. */
const loaders: Readonly<Record<string, Load>> = {
  start: async () => (await import('./start.ts')).start,
  exec: async () => (await import('./exec.ts')).exec,
  sweep: async () => (await import('./sweep.ts')).sweep,
  parity: async () => (await import('./parity.ts')).parity,
  migrate: async () => (await import('./migrate.ts')).migrate,
  lint: async () => (await import('./lint.ts')).lint,
  init: async () => (await import('./init.ts')).init,
  wait: async () => (await import('./wait.ts')).wait,
  healthcheck: async () => (await import('./wait.ts')).healthcheck,
  env: async () => (await import('./exec.ts')).env,
  reset: async () => (await import('./control-command.ts')).reset,
  normal: async () => (await import('./control-command.ts')).normal,
  receive: async () => (await import('./receive.ts')).receive,
  tail: async () => (await import('./tail.ts')).tail,
  replay: async () => (await import('./replay.ts')).replay,
  bisect: async () => (await import('./replay.ts')).bisect,
  diff: async () => (await import('./replay.ts')).diff,
  bundle: async () => (await import('./replay.ts')).bundle,
  scenarios: async () => (await import('./scenarios.ts')).scenarios,
  doctor: async () => (await import('./doctor.ts')).doctor,
  record: async () => (await import('./record.ts')).record,
  verify: async () => (await import('./verify.ts')).verify,
  docs: async () => (await import('./docs.ts')).docs,
  openapi: async () => (await import('./docs.ts')).openapi,
  help: async () => (await import('./help.ts')).help,
  version: async () => (await import('./help.ts')).version,
};

/** Loads the code of a command. */
export async function loadCommand(name: string): Promise<RunCommand> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load !== undefined) return load();
  const group = commandNamed(name)?.group;
  if (group === undefined) throw new Error(`the command ${name} has no loader`);
  return (await import('./control-command.ts')).controlCommand(group);
}

/** The exit code when the reader of the output has closed it: 128 and the number of SIGPIPE, as in shells. */
const brokenPipe = 141;

/** The exit code when the output cannot be written; the same as for wrong arguments. */
const unwritable = 2;

/** Ends the program if its output cannot be written: silently if the reader has closed it, else with one line. */
function endAtBrokenOutput(): void {
  process.stdout.on('error', endByOutput);
  // If stderr is closed, messages have no other place to go. A simulator goes on without its log.
  process.stderr.on('error', () => undefined);
}

/** Writes a whole output to its file: Node leaves out silently what a full disk has no room for. */
function writeWholeFiles(): void {
  const { stdout } = process;
  if (!fstatSync(stdout.fd).isFile()) return;
  stdout._write = (chunk: Uint8Array, _encoding, done): void => {
    try {
      for (let written = 0; written < chunk.length;) written += writeSync(stdout.fd, chunk, written);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

function endByOutput(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(brokenPipe);
  console.error(`faxsim: cannot write what is to be printed: ${error.code ?? error.message}`);
  process.exit(unwritable);
}

/** At its end, the program waits this many ms for a reader of stderr. The parent process may never read the log. */
const drainMsMax = 1000;

/** Waits for stdout, and for stderr at most `drainMsMax`. Log lines that wait longer for a reader are lost. */
async function outputDrained(): Promise<void> {
  const [stdout, stderr] = [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((resolve) => void stream.write('', () => resolve())),
  );
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, drainMsMax).unref());
  await Promise.all([stdout, Promise.race([stderr, patience])]);
}
