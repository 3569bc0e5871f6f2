import { errorText } from '../shared/errors.ts';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { consoleStart } from '../console-url.ts';
import type { RunningSimulator } from '../index.ts';
import type { Options } from '../settings/settings.ts';
import { httpsVariable } from './client-variables.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { runBeside } from './program.ts';
import { programEnvironment } from './program-environment.ts';
import { endOf, startWith } from './start.ts';
import { explainFailure } from './start-failure.ts';

/** Runs a program with its own simulator, passes signals on to it, and exits with its code. */
export async function exec(invocation: Invocation): Promise<number> {
  const [program, ...args] = invocation.words;
  if (program === undefined) throw new CliError('PROGRAM is missing: faxsim exec -- npm test');
  const own = onFreePorts(invocation);
  const running = await startWith(own).catch((error: unknown) => {
    throw explainFailure(error, own);
  });
  try {
    running.log?.started({ ...running, console: consoleStart(running.baseUrl, undefined) });
    const env = await environmentOf(running, own.options);
    const code = await runBeside(env, program, args);
    const verdict = endOf(running, own.options);
    const failure = code === 0 ? verdict : code;
    if (failure !== 0) await keepBundle(running, own.options);
    return failure;
  } finally {
    await running.close();
    running.log?.stopped();
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
  const trust = httpsCa === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolve(httpsCa, 'ca.pem') };
  return {
    ...(await programEnvironment(running)),
    ...(running.https !== undefined && { [httpsVariable]: running.https.baseUrl, ...trust }),
  };
}

/** Whatever becomes of the bundle, the exit code stays that of the program. */
async function keepBundle({ history }: RunningSimulator, { bundleOnFailure: path }: FlagValues): Promise<void> {
  if (path === undefined) return;
  const { saveBundle } = await import('../bundles/save-bundle.ts');
  try {
    await saveBundle(path, await history.bundle());
    console.error(`faxsim: the program failed; see it again with faxsim replay ${path}`);
  } catch (error) {
    console.error(`faxsim: no bundle was written: ${errorText(error)}`);
  }
}
