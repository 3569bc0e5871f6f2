import { rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Failure } from '../failure.ts';
import { startSimulator } from '../index.ts';
import type { AnsweredRequest, RunningSimulator } from '../index.ts';
import type { LogLevel, Options, SettingName } from '../options.ts';
import { greeting } from './greeting.ts';
import { sourceOf } from './invocation.ts';
import type { Invocation, Sources } from './invocation.ts';
import { writePortFile } from './port-file.ts';
import { stopSignal } from './signals.ts';
import { explained, failedCall } from './start-failure.ts';

/** Runs a simulator until a signal ends it. */
export async function start(invocation: Invocation): Promise<number> {
  const { options, sources } = invocation;
  // Before all else: the first process of a container ignores every signal that it has no listener for.
  const stop = stopSignal(process);
  const running = await startWith(invocation).catch((error: unknown) => {
    throw explained(error, invocation);
  });
  try {
    await announce(running, options, sources);
    await stop;
  } finally {
    await running.close();
  }
  if (options.portFile !== undefined) await rm(options.portFile, { force: true });
  return 0;
}

async function startWith({ options, sources }: Invocation): Promise<RunningSimulator> {
  // What a data directory holds already goes before defaults, but not before what was asked for.
  const asked = <Name extends SettingName>(name: Name): Options[Name] | undefined =>
    sources[name] === undefined ? undefined : options[name];
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
    ...loggers(options.logLevel),
  });
}

async function dataDirectory({ data, dataMount }: Options): Promise<string | undefined> {
  if (data !== undefined || dataMount === undefined) return data;
  return (await isMountPoint(dataMount)) ? dataMount : undefined;
}

async function isMountPoint(directory: string): Promise<boolean> {
  const parent = dirname(resolve(directory));
  const [here, above] = await Promise.all([directory, parent].map((path) => stat(path).catch(() => undefined)));
  return here !== undefined && above !== undefined && here.dev !== above.dev;
}

async function announce(running: RunningSimulator, { portFile }: Options, sources: Sources): Promise<void> {
  if (portFile !== undefined) {
    await writePortFile(portFile, running.port).catch((error: unknown) => {
      throw new Failure(
        `${sourceOf('portFile', sources)}: cannot write ${JSON.stringify(portFile)}: ${failedCall(error) ?? ''}`,
      );
    });
  }
  process.stdout.write(greeting(running.baseUrl, running.credentials));
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
