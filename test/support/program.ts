import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { installedMain } from './installed-package.ts';

/** The program of the installed package as a process of its own. */
export interface Program {
  readonly process: ChildProcessByStdio<Writable | null, Readable, Readable>;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedProgram extends Program {
  readonly baseUrl: string;
  /** Sends the signal, SIGTERM by default, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

type Environment = Readonly<Record<string, string>>;

interface LaunchOptions {
  readonly stdin?: 'ignore' | 'pipe';
  readonly main?: string;
  readonly cwd?: string;
  /** Default: the version of node that runs the tests. */
  readonly node?: string;
}

/** Starts it without any of the settings that this process may have in its environment. */
export function launch(
  args: readonly string[],
  environment: Environment = {},
  { stdin = 'ignore', main = installedMain, cwd, node = process.execPath }: LaunchOptions = {},
): Program {
  const env = { PATH: process.env['PATH'], FAXSIM_LOG_LEVEL: 'error', ...environment };
  const child = spawn(node, [main, ...args], {
    env,
    cwd,
    stdio: [stdin, 'pipe', 'pipe'],
  }) as Program['process'];
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
  return { process: child, output, ended };
}

/** Runs it to its end. */
export function run(args: readonly string[], environment?: Environment): Promise<Ended> {
  return launch(args, environment).ended;
}

/** Starts it, or another build of it, and waits until it has said all that it says when it listens. */
export async function start(
  args: readonly string[],
  environment?: Environment,
  options: LaunchOptions = {},
): Promise<StartedProgram> {
  const program = launch(args, environment, options);
  await saysOnStdout(program, /curl .*\n/);
  const [, baseUrl = ''] = /(http:\S+)/.exec(program.output.stdout) ?? [];
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    program.process.kill(signal);
    return program.ended;
  };
  return { ...program, baseUrl, stop };
}

function saysOnStdout({ process: child, output, ended }: Program, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout.on('data', () => {
      if (pattern.test(output.stdout)) resolve();
    });
    void ended.then(({ code, stderr }) => reject(new Error(`ended with exit code ${code}: ${stderr}`)));
  });
}
