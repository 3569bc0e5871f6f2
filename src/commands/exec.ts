import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { Failure } from '../failure.ts';
import type { RunningSimulator } from '../index.ts';
import { clientVariables } from './client-variables.ts';
import type { Invocation } from './invocation.ts';
import { reasonOf } from './reason.ts';
import { startWith } from './start.ts';
import { explained } from './start-failure.ts';

/** By custom of shells: a program that is not there, and one that may not be run. */
const notFound = 127;
const notPermitted = 126;

/** Runs a program with a simulator of its own, passes on to it what signals come, and ends as it does. */
export async function exec(invocation: Invocation): Promise<number> {
  const [program, ...args] = invocation.words;
  if (program === undefined) throw new Failure('expected a program to run: faxsim exec -- npm test');
  const own = onFreePorts(invocation);
  const running = await startWith(own).catch((error: unknown) => {
    throw explained(error, own);
  });
  try {
    return await runBeside(running, program, args);
  } finally {
    await running.close();
  }
}

/** The usual ports are those of the simulator which runs there for everybody, and in use while it does. */
function onFreePorts({ options, sources, ...rest }: Invocation): Invocation {
  const portOf = (name: 'port' | 'httpsPort'): number => (sources[name] === undefined ? 0 : options[name]);
  return { ...rest, sources, options: { ...options, port: portOf('port'), httpsPort: portOf('httpsPort') } };
}

async function runBeside(running: RunningSimulator, program: string, args: readonly string[]): Promise<number> {
  const { webhook_token: webhookToken } = await running.settings.show();
  const env = { ...process.env, ...clientVariables({ ...running, webhookToken }) };
  const child = spawn(program, args, { stdio: 'inherit', env });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  // Ctrl-C reaches the whole group of a terminal: the program has it already.
  const ignore = (): void => undefined;
  const listeners = { SIGTERM: pass, SIGHUP: pass, SIGINT: process.stdin.isTTY ? ignore : pass };
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    const reason = reasonOf(error);
    const exitCode = reason === 'ENOENT' ? notFound : notPermitted;
    throw new Failure(`cannot run ${JSON.stringify(program)}: ${reason}`, { exitCode });
  } finally {
    for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
  }
}
