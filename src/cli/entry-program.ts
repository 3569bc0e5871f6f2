import { CliError } from '../model/shared/errors.ts';
import { packageVersion } from '../model/shared/package-root.ts';
import { printableLines } from '../model/shared/words.ts';
import { commandNamed } from './catalogue.ts';
import { readCommandLine } from './command-line.ts';
import { helpText } from './help.ts';
import type { RunCommand } from './invocation.ts';
import { systemFailure } from './system-failure.ts';

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
export async function runCommandLine(): Promise<void> {
  // Read by glibc before its first look-up: it gives up after 2 s then, not 10. musl does not read it.
  process.env['RES_OPTIONS'] ??= 'timeout:1 attempts:2';

  endAtBrokenOutput();
  try {
    process.exitCode = await run();
  } catch (thrown) {
    const error = systemFailure(thrown);
    console.error(error instanceof CliError ? `faxsim: ${printableLines(error.message)}` : error);
    process.exitCode = error instanceof CliError ? error.exitCode : 1;
  }
  await outputDrained();
  // A look-up without an answer of DNS cannot be aborted, and even process.exit waits for the running one. It drops
  // those that wait for their turn.
  setTimeout(() => process.exit(), endsByItselfMs).unref();
}

type Load = () => Promise<RunCommand>;

/** Loads the code of a command when it is called, so that a health check does not wait for the code of a web server. */
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

/** The code of a command, by its name. */
export async function loadCommand(name: string): Promise<RunCommand> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load !== undefined) return load();
  const group = commandNamed(name)?.group;
  if (group === undefined) throw new Error(`the command ${name} has no loader`);
  return (await import('./control-command.ts')).controlCommand(group);
}

/** The exit code that shells use for SIGPIPE: 128 and the signal's number. The reader of the output has closed it. */
const brokenPipe = 141;

/** Exit code of a run that can write neither output nor message; wrong arguments have it too. */
const unwritable = 2;

/** Ends the program where its output cannot be written: without a word when its reader left, else with one line. */
function endAtBrokenOutput(): void {
  process.stdout.on('error', endByOutput);
  // There is no other place for messages, and a simulator goes on without its log.
  process.stderr.on('error', () => undefined);
}

function endByOutput(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(brokenPipe);
  console.error(`faxsim: cannot write what is to be printed: ${error.code ?? error.message}`);
  process.exit(unwritable);
}

/** How long the end waits for a reader of the log, in ms: a program that starts this one may never read it. */
const drainMsMax = 1000;

/** Resolves when the printed text has left the program, however slowly it is read. Text that no reader takes is lost. */
async function outputDrained(): Promise<void> {
  const [stdout, stderr] = [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((resolve) => void stream.write('', () => resolve())),
  );
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, drainMsMax).unref());
  await Promise.all([stdout, Promise.race([stderr, patience])]);
}
