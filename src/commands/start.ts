import type { AnsweredRequest, RunningSimulator } from '../index.ts';
import type { LogLevel, Options, SettingName } from '../options.ts';
import { leaveSignals } from './early-signals.ts';
import { greeting } from './greeting.ts';
import type { Invocation } from './invocation.ts';
import { isMountPoint } from './mount-point.ts';
import { packageManagerGone } from './package-manager.ts';
import { keepPortFile, keepUrlFile } from './port-file.ts';
import { stopSignal } from './signals.ts';
import { explained } from './start-failure.ts';
import { unmet, unmetLines } from './verdict.ts';

/** Runs a simulator until a signal ends it, or the package manager that started it is gone. */
export async function start(invocation: Invocation): Promise<number> {
  const stop = Promise.race([stopSignal(process), packageManagerGone()]);
  leaveSignals();
  try {
    const running = await Promise.race([startWith(invocation), stop]);
    // Nothing was acknowledged yet, and a data directory is always as a later start can use it.
    if (running === undefined) process.exit(0);
    return await runUntil(stop, running, invocation.options);
  } catch (error) {
    throw explained(error, invocation);
  }
}

async function runUntil(stop: Promise<void>, running: RunningSimulator, options: Options): Promise<number> {
  const { portFile, urlFile } = options;
  const removals: (() => void)[] = [];
  try {
    if (portFile !== undefined) removals.push(await keepPortFile(portFile, running.port));
    if (urlFile !== undefined) removals.push(await keepUrlFile(urlFile, running.baseUrl));
    process.stdout.write(greeting(running));
    await stop;
    return endOf(running, options);
  } finally {
    for (const remove of removals) remove();
    await running.close();
  }
}

/** Tells what was not met of the scenarios that the start has switched on; returns the exit code. */
export function endOf(running: RunningSimulator, { scenario, strictScenarios }: Options): number {
  const lines = scenario.length === 0 ? [] : unmetLines(running.verdicts());
  for (const line of lines) console.error(`faxsim: ${line}`);
  return strictScenarios && lines.length > 0 ? unmet : 0;
}

/** A simulator that is as the settings say. */
export async function startWith({ options, sources }: Invocation): Promise<RunningSimulator> {
  // What a data directory holds already goes before defaults, but not before what was asked for.
  const asked = <Name extends SettingName>(name: Name): Options[Name] | undefined =>
    sources[name] === undefined ? undefined : options[name];
  // Packages ask for it when they are loaded: in a directory that was deleted it throws, here where that can be explained.
  process.cwd();
  const { startSimulator } = await import('../index.ts');
  return startSimulator({
    ...options,
    fixture: asked('fixture'),
    seed: asked('seed'),
    fileStorage: asked('fileStorage'),
    startTime: options.startTime === undefined ? undefined : new Date(options.startTime),
    data: await dataDirectory(options),
    credentials: {
      live: { key: options.apiKey, secret: options.apiSecret },
      test: { key: options.testApiKey, secret: options.testApiSecret },
    },
    worldIdle: options.worldIdle * 1000,
    scenarios: options.scenario,
    account: {
      balanceCents: asked('balance'),
      sendCallbackUrl: asked('sendCallbackUrl'),
      receiveCallbackUrl: asked('receiveCallbackUrl'),
      webhookVersion: asked('webhookVersion'),
      webhookToken: asked('webhookToken'),
      inflightWebhooks: asked('inflightWebhooks'),
      faxRetries: asked('faxRetries'),
      faxRetryDelayMs: inMs(asked('faxRetryDelay')),
      rateLimit: asked('rateLimit'),
    },
    ...loggers(options.logLevel),
  });
}

const inMs = (seconds: number | undefined): number | undefined => (seconds === undefined ? undefined : seconds * 1000);

async function dataDirectory({ data, dataMount }: Options): Promise<string | undefined> {
  if (data !== undefined || dataMount === undefined) return data;
  return (await isMountPoint(dataMount)) ? dataMount : undefined;
}

function loggers(level: LogLevel): {
  onFault: (fault: unknown) => void;
  onRequest?: (request: AnsweredRequest) => void;
} {
  if (level === 'silent') return { onFault: () => undefined };
  if (level === 'error') return { onFault: console.error };
  return { onFault: console.error, onRequest: logRequest };
}

function logRequest({ method, path, status, durationMs }: AnsweredRequest): void {
  console.error(`${new Date().toISOString()} ${method} ${path} ${status} ${durationMs.toFixed(1)} ms`);
}
