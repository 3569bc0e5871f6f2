import type { Writable } from 'node:stream';

/** The exit code that shells use for SIGPIPE: 128 and the signal's number. The reader of the output has closed it. */
const brokenPipe = 141;

/** Ends the program where its output cannot be written: without a word when its reader left, else with one line. */
export function endAtBrokenOutput(): void {
  process.stdout.on('error', endByOutput);
  // There is no other place for messages, and a simulator goes on without its log.
  process.stderr.on('error', () => undefined);
}

function endByOutput(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(brokenPipe);
  console.error(`faxsim: cannot write what is to be printed: ${error.code ?? error.message}`);
  process.exit(1);
}

/** Resolves when all that was printed has left the program, however slowly it is read. */
export async function outputDrained(): Promise<void> {
  await Promise.all([drain(process.stdout), drain(process.stderr)]);
}

const drain = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve());
  });
