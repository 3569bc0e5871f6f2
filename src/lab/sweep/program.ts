import type { ChildProcess, StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CliError, errorCode, reasonOf } from '../../model/shared/errors.ts';
import { endProcess, startProgram } from '../programs/child-program.ts';
import type { Ending } from '../achievements/run-record.ts';
import type { Patience } from './patience.ts';

interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Default: that of this process. */
  readonly cwd?: string | undefined;
  /** Whether daemons of the program stay, as those of a command that prepares the runs. */
  readonly keepsDaemons?: true;
  /** The words are one command of the platform's shell. */
  readonly inShell?: true;
  readonly patience: Patience;
  readonly signal: AbortSignal;
}

const outputCharactersMax = 20_000;

/**
 * Runs a program in a process group of its own, then ends the group and its daemons, because a server left behind would answer the
 * webhooks of the next run. Throws a CliError if the program does not exist.
 */
export async function runProgram(words: readonly string[], options: ProgramOptions): Promise<Ending> {
  const { patience, signal, cwd, inShell } = options;
  const mark = randomUUID();
  const env = options.keepsDaemons ? options.env : { ...options.env, [markName]: mark };
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const { child, endTree } = startProgram(words, { env, cwd, stdio, inShell, leadsGroup: true });
  const output = outputOf(child, patience);
  let why: 'endless' | 'stopped' | undefined;
  const end = (reason: 'endless' | 'stopped') => (): void => {
    why ??= reason;
    endTree();
  };
  const forgets = [onAbort(patience.over, end('endless')), onAbort(signal, end('stopped'))];
  const closed = new Promise((resolve) => child.once('close', resolve));
  const { code, killed, ms } = await endOf(child, words).finally(async () => {
    for (const forget of forgets) forget();
    endTree();
    if (options.keepsDaemons === undefined) await endMarked(mark);
  });
  const how = why ?? (killed !== null ? 'crashed' : code === 0 ? 'passed' : 'failed');
  // The last lines of a program can come after its end. A daemon can keep the output open.
  await Promise.race([closed, pause(lastOutputMs, undefined, { ref: false })]);
  const detail = why === undefined ? endText(code, killed) : 'killed by faxsim';
  return { how, detail, ms, output: output() };
}

/** Nothing but faxsim kills a program for its time, so a SIGKILL without it comes from the system, such as for lack of memory. */
function endText(code: number | null, killed: NodeJS.Signals | null): string {
  if (killed === null) return `exit code ${code ?? 0}`;
  return killed === 'SIGKILL' ? 'SIGKILL, which faxsim did not send' : killed;
}

const lastOutputMs = 500;

async function endOf(child: ChildProcess, [program]: readonly string[]) {
  const startedAt = performance.now();
  try {
    const [code, killed] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return { code, killed, ms: performance.now() - startedAt };
  } catch (error) {
    const explanation = errorCode(error) === 'ENOENT' ? 'there is no such program' : reasonOf(error);
    throw new CliError(`cannot run ${JSON.stringify(program)}: ${explanation}`, { exitCode: 127 });
  }
}

/** Calls `act` when a signal aborts, at once if it has. Returns a function that removes the listener. */
function onAbort(signal: AbortSignal, act: () => void): () => void {
  signal.addEventListener('abort', act);
  if (signal.aborted) act();
  return () => signal.removeEventListener('abort', act);
}

/** A port of loopback that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The end of a program's output. */
function outputOf(child: ChildProcess, patience: Patience): () => string {
  let text = '';
  const add = (part: string): void => {
    text = (text + part).slice(-outputCharactersMax);
    patience.noteOutput(part);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add);
  return () => text;
}

/** The environment variable that marks a program and all processes that it starts, even outside its process group. */
const markName = 'SWEEP_RUN';

/** Ends all marked processes, repeatedly because they may start others. Does nothing on systems without /proc. */
async function endMarked(mark: string): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')));
    const marked = pids.filter((_pid, index) => environments[index]?.split('\0').includes(`${markName}=${mark}`));
    if (marked.length === 0) return;
    for (const pid of marked) endProcess(Number(pid));
  }
}

const roundsMax = 20;
