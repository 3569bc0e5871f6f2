import { reasonOf } from '../shared/errors.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { CliError } from '../cli-error.ts';
import { leaveSignals } from './early-signals.ts';
import { packageManagerGone } from './package-manager.ts';

/** By custom of shells: a program that is not there, and one that may not be run. */
const notFound = 127;
const notPermitted = 126;

/** Runs a program with this terminal, passes signals on to it, and resolves to its exit code. */
export async function runBeside(env: NodeJS.ProcessEnv, program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  // Ctrl-C and Ctrl-\ reach the whole group of a terminal: the program has them already.
  const ignore = (): void => undefined;
  const typed = process.stdin.isTTY ? ignore : pass;
  const listeners = { SIGTERM: pass, SIGHUP: pass, SIGINT: typed, SIGQUIT: typed };
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener);
  leaveSignals();
  void packageManagerGone().then(() => child.kill());
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    const reason = reasonOf(error);
    const isMissing = reason === 'ENOENT';
    const explanation = isMissing ? 'there is no such program' : reason;
    throw new CliError(`cannot run ${JSON.stringify(program)}: ${explanation}`, {
      exitCode: isMissing ? notFound : notPermitted,
    });
  } finally {
    for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
  }
}
