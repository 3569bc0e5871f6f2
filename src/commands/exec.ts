import { reasonOf } from '../shared/errors.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { RunningSimulator } from '../index.ts';
import type { Options } from '../settings/settings.ts';
import { httpsVariable } from './client-variables.ts';
import { leaveSignals } from './early-signals.ts';
import type { Invocation } from './invocation.ts';
import { packageManagerGone } from './package-manager.ts';
import { programEnvironment } from './program-environment.ts';
import { endOf, startWith } from './start.ts';
import { explained } from './start-failure.ts';

/** By custom of shells: a program that is not there, and one that may not be run. */
const notFound = 127;
const notPermitted = 126;

/** Runs a program with a simulator of its own, passes on to it what signals come, and ends as it does. */
export async function exec(invocation: Invocation): Promise<number> {
  const [program, ...args] = invocation.words;
  if (program === undefined) throw new CliError('expected a program to run: faxsim exec -- npm test');
  const own = onFreePorts(invocation);
  const running = await startWith(own).catch((error: unknown) => {
    throw explained(error, own);
  });
  try {
    const env = await environmentOf(running, own.options);
    const code = await runBeside(env, program, args);
    const verdict = endOf(running, own.options);
    return code === 0 ? verdict : code;
  } finally {
    await running.close();
  }
}

/** The usual ports are those of the simulator which runs there for everybody, and in use while it does. */
export function onFreePorts({ options, sources, ...rest }: Invocation): Invocation {
  const portOf = (name: 'port' | 'httpsPort'): number => (sources[name] === undefined ? 0 : options[name]);
  // stderr is the program's: the log is for those who ask for it.
  const logLevel = sources.logLevel === undefined ? 'error' : options.logLevel;
  const ports = { port: portOf('port'), httpsPort: portOf('httpsPort') };
  return { ...rest, sources, options: { ...options, ...ports, logLevel } };
}

/** With HTTPS, also its address, and the authority for node to trust. */
async function environmentOf(running: RunningSimulator, { httpsCa }: Options): Promise<NodeJS.ProcessEnv> {
  const { webhook_token: webhookToken } = await running.settings.show();
  const trust = httpsCa === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolve(httpsCa, 'ca.pem') };
  return {
    ...programEnvironment({ ...running, webhookToken }),
    ...(running.https !== undefined && { [httpsVariable]: running.https.baseUrl, ...trust }),
  };
}

async function runBeside(env: NodeJS.ProcessEnv, program: string, args: readonly string[]): Promise<number> {
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
    const told = isMissing ? 'there is no such program' : reason;
    throw new CliError(`cannot run ${JSON.stringify(program)}: ${told}`, {
      exitCode: isMissing ? notFound : notPermitted,
    });
  } finally {
    for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
  }
}
