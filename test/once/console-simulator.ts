import { mkdtemp } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../support/program.ts';
import type { StartedProgram } from '../support/program.ts';

/** The program that `npm run build` made. */
export const builtMain = new URL('../../dist/main.cjs', import.meta.url).pathname;

interface ConsoleSimulator extends StartedProgram {
  /** In which it runs. */
  readonly directory: string;
}

/** Ends the program with the process that holds the other end of its stdin, however that process ends. Node runs it in threads too. */
const endsWithStdin = `import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.stdin.on('end', () => process.kill(process.pid)).resume().unref();`;

let running: Promise<ConsoleSimulator> | undefined;

/** The simulator for all test files of a process: its start and its first page of a fax take seconds. A crashed one is replaced. */
export async function consoleSimulator(): Promise<ConsoleSimulator> {
  const known = await running;
  if (known?.process.exitCode === null && known.process.signalCode === null) return known;
  running = startSimulator();
  return running;
}

async function startSimulator(): Promise<ConsoleSimulator> {
  const directory = await mkdtemp(join(tmpdir(), 'faxsim-test-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const words = ['--port', '0', '--fixture', 'empty', '--clock', 'manual'];
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endsWithStdin)}` };
  const program = await start(words, environment, { main: builtMain, cwd: directory, stdin: 'pipe' });
  const { stdin, stdout, stderr } = program.process;
  program.process.unref();
  for (const pipe of [stdin, stdout, stderr]) (pipe as Socket).unref();
  return { ...program, directory };
}
