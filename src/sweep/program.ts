import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CliError } from '../cli-error.ts';
import { reasonOf } from '../shared/errors.ts';
import type { Ending } from './ending.ts';

interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

const mostOutput = 20_000;

/**
 * Runs a program to its end in a process group of its own, and ends the group. A server that it left behind would
 * answer the webhooks of the next run. Throws a CliError when there is no such program.
 */
export async function runProgram(words: readonly string[], { env, limitMs, signal }: ProgramOptions): Promise<Ending> {
  const [program = '', ...args] = words;
  const startedAt = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const output = outputOf(child);
  let why: 'endless' | 'stopped' | undefined;
  const end = (reason: 'endless' | 'stopped') => (): void => {
    why ??= reason;
    endGroup(child);
  };
  const timer = setTimeout(end('endless'), limitMs);
  const stop = end('stopped');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const [code, killed] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const how = why ?? (killed !== null ? 'crashed' : code === 0 ? 'passed' : 'failed');
    const detail = killed ?? `exit code ${code ?? 0}`;
    return { how, detail, ms: performance.now() - startedAt, output: output() };
  } catch (error) {
    const reason = reasonOf(error);
    const explanation = reason === 'ENOENT' ? 'there is no such program' : reason;
    throw new CliError(`cannot run ${JSON.stringify(program)}: ${explanation}`, { exitCode: 127 });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    endGroup(child);
  }
}

/** The latest of all that a program prints. */
function outputOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-mostOutput)));
  return () => text;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
