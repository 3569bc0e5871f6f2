import { once } from 'node:events';
import type { StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { RunningSimulator } from '../index.ts';
import { CliError, errorCode, errorText, fileReasonOf } from '../model/shared/errors.ts';
import { startProgram } from '../lab/programs/child-program.ts';
import { consoleStart } from '../model/shared/urls.ts';
import { printable, printableLines, shellWord } from '../model/shared/words.ts';
import { httpsVariable, endVariable, assignments, clientVariables } from './client-variables.ts';
import { leaveSignals } from './signals.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { packageManagerGone } from './package-manager.ts';
import { endOf, explainFailure, startWith } from './start.ts';
import type { WorldHandle } from '../control/client/connect.ts';
import type { Credentials } from '../model/domain/account.ts';
import { variablePrefix } from './flags.ts';
import { exceptionsFor } from './proxy.ts';
import { withSimulator } from './simulator-at.ts';
import { print } from './table-output.ts';

/** Runs a program with its own simulator, passes signals on to it, and exits with its code. */
export async function exec(invocation: Invocation): Promise<number> {
  const { words, options } = invocation;
  if (words.length === 0) throw new CliError('PROGRAM is missing: faxsim exec -- npm test');
  await keepOtherThanBundle(options.bundleOnFailure);
  return runWithSimulator(invocation, {
    words,
    after: async (running, { code }) => {
      const verdict = endOf(running, options);
      const failure = code === 0 ? verdict : code;
      if (failure !== 0) await keepBundle(running, options);
      return failure;
    },
  });
}

interface ProgramRun {
  readonly words: readonly string[];
  /** Default: the streams of this process. */
  readonly stdio?: StdioOptions;
  /** Called when the program starts, with its simulator. The returned function is called at its end. */
  readonly during?: (simulator: RunningSimulator) => () => void;
  /** Runs after the program, with the simulator as it left it and with its end. Resolves to the exit code of this process. */
  readonly after: (simulator: Awaited<ReturnType<typeof startWith>>, end: ProgramEnd) => Promise<number>;
}

/** The end of a program. */
interface ProgramEnd {
  /** The exit code; that of shells if a signal ended the program. */
  readonly code: number;
  /** The signal that ended the program, or that asked it to end; null without one. */
  readonly signal: NodeJS.Signals | null;
}

/** Runs a program beside a simulator on free ports, passes signals on to it, and returns the exit code of `after`. */
export async function runWithSimulator(
  invocation: Invocation,
  { words, stdio, during, after }: ProgramRun,
): Promise<number> {
  const own = onFreePorts(invocation);
  const running = await startWith(own, { endsWithProgram: true }).catch(async (error: unknown) => {
    throw await explainFailure(error, own);
  });
  try {
    running.log?.started({ ...running, console: consoleStart(running.baseUrl, undefined) });
    // For HTTPS, the program needs the address; Node also needs the certificate of the authority.
    const { httpsCa } = own.options;
    const trust = httpsCa === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolve(httpsCa, 'ca.pem') };
    const https = running.https === undefined ? {} : { [httpsVariable]: running.https.baseUrl, ...trust };
    const env = { ...(await programEnvironment(running)), ...https };
    const stop = during?.(running);
    return await after(running, await runBeside({ env, stdio }, words).finally(stop));
  } finally {
    await running.close();
    running.log?.stopped('the program has ended');
  }
}

/** Chooses free ports, because a simulator that runs all day may use the default ones. */
export function onFreePorts({ options, sources, ...rest }: Invocation): Invocation {
  const portOf = (name: 'port' | 'httpsPort'): number => (sources[name] === undefined ? 0 : options[name]);
  // The program owns stderr, so the log shows only errors unless a level is given.
  const logLevel = sources.logLevel === undefined ? 'error' : options.logLevel;
  const ports = { port: portOf('port'), httpsPort: portOf('httpsPort') };
  return { ...rest, sources, options: { ...options, ...ports, logLevel } };
}

/** Throws a CliError before the run for a file that is no bundle, because the bundle of a failure would replace it. */
async function keepOtherThanBundle(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const { keepOther } = await import('./kept-files.ts');
  await keepOther(path);
}

/** Writes the bundle of a failed program. If that fails, it prints the reason, because the exit code must stay the program's. */
async function keepBundle(simulator: RunningSimulator, { bundleOnFailure: path }: FlagValues): Promise<void> {
  if (path === undefined) return;
  const { bundleLines, saveBundles } = await import('../lab/bundles/world-bundles.ts');
  try {
    const written = await saveBundles(path, simulator);
    const [first, second] = written.saved;
    if (first?.steps === 0) console.error(`faxsim: ${printable(shellWord(path))} has no steps: ${emptyReason}`);
    else if (second === undefined)
      console.error(`faxsim: the program failed; see it again with faxsim replay ${printable(shellWord(path))}`);
    else
      console.error(
        printableLines(['faxsim: the program failed; see its worlds again:', ...bundleLines(written)].join('\n')),
      );
  } catch (error) {
    console.error(`faxsim: no bundle was written: ${printableLines(errorText(error))}`);
  }
}

/** Says only what is known: the program may have failed before its first request. */
export const emptyReason =
  'no request came to FAXSIM_URL. If the program makes requests, look where they go: a test that calls startSimulator() has a simulator of its own, and openSimulator() uses this one';

/** The exit codes of shells for a missing program, and for one that may not be run. */
const notFound = 127;
const notPermitted = 126;

/** Runs a program with this terminal, passes signals on to it, and resolves to its end. */
export async function runBeside(
  { env, stdio = 'inherit' }: { readonly env: NodeJS.ProcessEnv; readonly stdio?: StdioOptions | undefined },
  words: readonly string[],
): Promise<ProgramEnd> {
  const { child, endTree } = startProgram(words, { stdio, env, leadsGroup: false });
  // Windows has no signals, so the whole process tree is ended, or children of the program would stay.
  const pass = process.platform === 'win32' ? endTree : (signal: NodeJS.Signals): void => void child.kill(signal);
  // A terminal sends Ctrl-C and Ctrl-\ to the whole process group, so the program has them already.
  const ignore = (): void => undefined;
  const typed = process.stdin.isTTY ? ignore : pass;
  let asked: NodeJS.Signals | null = null;
  const noting =
    (then: (signal: NodeJS.Signals) => void) =>
    (signal: NodeJS.Signals): void => {
      asked = signal;
      then(signal);
    };
  const listeners = { SIGTERM: noting(pass), SIGHUP: noting(pass), SIGINT: noting(typed), SIGQUIT: noting(typed) };
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener);
  process.on('exit', endTree); // a fault that nothing catches leaves no program behind
  leaveSignals();
  void packageManagerGone().then(endTree);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return { code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), signal: signal ?? asked };
  } catch (error) {
    const reason = fileReasonOf(error);
    const isMissing = errorCode(error) === 'ENOENT';
    const explanation = isMissing ? 'there is no such program' : reason;
    throw new CliError(`cannot run ${JSON.stringify(words[0])}: ${explanation}`, {
      exitCode: isMissing ? notFound : notPermitted,
    });
  } finally {
    for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
    process.off('exit', endTree);
  }
}

/** Prints the variables for a client: `eval "$(faxsim env)"`. */
export async function env({ options, sources }: Invocation): Promise<number> {
  const variables = await withSimulator({ options, sources }, async ({ worlds, settings, baseUrl }) => {
    const [{ credentials, project_id: projectId }, { webhook_token: webhookToken }] = await Promise.all([
      worlds.show(),
      settings.show(),
    ]);
    return clientVariables({ baseUrl, credentials, projectId, webhookToken });
  });
  return print(variables, options, { text: assignments(variables, options.shell) });
}

interface ProgramWorld extends Pick<WorldHandle, 'baseUrl' | 'settings'> {
  readonly credentials: Credentials;
  readonly projectId: string;
}

/**
 * The environment of a program beside a simulator. Of faxsim's own variables, it keeps only those for clients: the others would
 * give a simulator started by the program the same data directory or port. Calls to the simulator bypass proxies.
 */
export async function programEnvironment({
  baseUrl,
  credentials,
  projectId,
  settings,
}: ProgramWorld): Promise<NodeJS.ProcessEnv> {
  const { webhook_token: webhookToken } = await settings.show();
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith(variablePrefix));
  const own = {
    ...exceptionsFor(baseUrl, process.env),
    ...clientVariables({ baseUrl, credentials, projectId, webhookToken }),
    [endVariable]: 'true',
  };
  return { ...Object.fromEntries(inherited), ...own };
}
