import { randomBytes } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunningSimulator, startFrom } from '../index.ts';
import { LongWork } from '../model/domain/long-work.ts';
import { systemClock } from '../model/domain/system-clock.ts';
import type { GivenOptions, Options } from '../model/settings/settings.ts';
import { consoleStart, isLocalhost, localUrl } from '../model/shared/urls.ts';
import { entriesOf } from '../model/shared/objects.ts';
import { printable, shellWord } from '../model/shared/words.ts';
import type { ProgramLog } from '../worlds/log/program-log.ts';
import { CliError } from '../model/shared/errors.ts';
import { isFlagName, rows } from './flags.ts';
import type { FlagName } from './flags.ts';
import { leaveSignals, stopSignal } from './signals.ts';
import type { Invocation } from './invocation.ts';
import { packageManagerGone } from './package-manager.ts';
import { isServedByFaxsim } from './port-holder.ts';
import { liveText, showProgress, workLine } from './live-text.ts';
import { keepPortFile, keepUrlFile } from './address-files.ts';
import { outerUrls } from './outer-urls.ts';
import { warningLines } from './answer-texts.ts';
import { unmet, unmetLines } from './control-command.ts';
import { widthOf } from './output-width.ts';
import { asText } from '../model/shared/conversion.ts';

/** Runs a simulator until a signal comes, or until the package manager that started it has ended. */
export async function start(invocation: Invocation): Promise<number> {
  const stop = Promise.race([stopSignal(process), packageManagerGone().then(() => 'the package manager is gone')]);
  leaveSignals();
  try {
    const madeToken = needsToken(invocation.options) ? randomBytes(16).toString('hex') : undefined;
    const own = madeToken === undefined ? invocation : withToken(invocation, madeToken);
    const running = await Promise.race([startWith(own), stop.then(() => undefined)]);
    // Exits at once: no request was acknowledged yet, and the data directory is usable at any time.
    if (running === undefined) process.exit(0);
    return await runUntil(stop, { ...running, madeToken }, invocation.options);
  } catch (error) {
    throw await explainFailure(error, invocation);
  }
}

/**
 * Whether other machines can reach this start, but no token is set. The control API and the console would then be closed to the
 * host of a container.
 */
function needsToken({ host, controlToken }: Options): boolean {
  return controlToken === undefined && !(isLocalhost(host) || /^(?:127\.\d+\.\d+\.\d+|::1)$/.test(host));
}

function withToken({ options, sources, ...rest }: Invocation, controlToken: string): Invocation {
  return { ...rest, options: { ...options, controlToken }, sources: { ...sources, controlToken: 'made' } };
}

/** A running simulator with the log of the program. */
interface RunningWithLog extends RunningSimulator {
  readonly log: ProgramLog | undefined;
}

async function runUntil(stop: Promise<string>, running: RunningWithLog & Greeted, options: Options): Promise<number> {
  const { portFile, urlFile } = options;
  const removals: (() => void)[] = [];
  let reason: string | undefined;
  try {
    if (portFile !== undefined) removals.push(await keepPortFile(portFile, running.port));
    if (urlFile !== undefined) removals.push(await keepUrlFile(urlFile, running.baseUrl));
    // The greeting is for people. Programs find the addresses in the JSON log.
    if (options.logFormat === 'text' && options.logLevel !== 'silent') {
      process.stdout.write(greeting({ ...running, outer: outerUrls(options.host, running.port) }));
    }
    running.log?.started({ ...running, console: consoleStart(running.baseUrl, running.madeToken) });
    reason = 'a fault';
    await warnOfFiles(running, options);
    await warnOfRules(running, options);
    reason = await stop;
    return endOf(running, options);
  } finally {
    for (const remove of removals) remove();
    await running.close();
    if (reason !== undefined) running.log?.stopped(reason); // a log without a start has no end
  }
}

/** Prints warnings about files in the user's folder of scenarios that cannot be switched on. The others can. */
async function warnOfFiles({ log }: RunningWithLog, options: Options): Promise<void> {
  if (options.scenariosDir === undefined || options.logLevel === 'silent') return;
  const { openLibrary } = await import('../scenarios/library.ts');
  for (const fault of await openLibrary(options).ownFaults()) tell(`warning: ${fault}`, options, log?.warned);
}

/** Prints warnings about the scenarios of the start. */
async function warnOfRules({ log, scenarios }: RunningWithLog, options: Options): Promise<void> {
  if (options.scenarios.length === 0 || options.logLevel === 'silent') return;
  for (const line of warningLines(await scenarios.list())) tell(line, options, log?.warned);
}

/** Prints the unmet expectations of the scenarios of the start. Returns the exit code. */
export function endOf(running: RunningWithLog, options: Options): number {
  const { scenarios, strictScenarios } = options;
  const lines = scenarios.length === 0 ? [] : unmetLines(running.verdicts(Infinity));
  for (const line of lines) tell(line, options, running.log?.unmetExpectation);
  return strictScenarios && lines.length > 0 ? unmet : 0;
}

function tell(line: string, { logLevel, logFormat }: Options, log?: (message: string) => void): void {
  if (logFormat === 'json') log?.(line);
  else if (logLevel !== 'silent') console.error(`faxsim: ${printable(line)}`);
}

/** Starts a simulator with the given settings. Settings in the data directory override defaults, but not given ones. */
export async function startWith(
  { options, sources }: Invocation,
  hooks: Pick<Hooks, 'sweep' | 'work' | 'endsWithProgram'> = {},
): Promise<RunningWithLog> {
  const explicit: GivenOptions = Object.fromEntries(entriesOf(options).filter(([name]) => sources[name] !== undefined));
  const { port, httpsPort } = options;
  // Throws in a deleted directory, here where the error can be explained. Packages would throw it while they load.
  process.cwd();
  const { startFrom } = await import('../index.ts');
  const log = await openLog(options);
  const data = await dataDirectory(options);
  const given = { ...explicit, port, httpsPort, data };
  const { work = new LongWork(systemClock) } = hooks;
  const fromThere = (): Promise<RunningSimulator> =>
    showProgress(
      liveText({ json: options.json || options.logFormat === 'json' || options.logLevel === 'silent' }),
      () => work.running.map((running) => workLine({ ...running, world_time: null, events: null })).join(''),
      startFrom(given, { ...hooks, ...hooksOf(options, log), work }),
    );
  const mayBeLarge = data !== undefined || options.fixtureSize > manyFaxes;
  return { ...(await (mayBeLarge ? withBoundHeap(fromThere) : fromThere())), log };
}

const manyFaxes = 50_000;

/** Size in bytes. */
const largeHeap = 256 * 2 ** 20;

/**
 * Has V8 collect a large heap when it has grown by 40 %. By default V8 lets it grow to several times the memory in use:
 * a million faxes took 2.6 GB and were served no faster. A small heap keeps the default, which serves a tenth more
 * requests.
 */
async function withBoundHeap(startThere: () => Promise<RunningSimulator>): Promise<RunningSimulator> {
  const { getHeapStatistics, setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--heap-growing-percent=40');
  const running = await startThere();
  if (getHeapStatistics().used_heap_size < largeHeap) setFlagsFromString('--heap-growing-percent=0');
  return running;
}

async function dataDirectory({ data, dataMount }: Options): Promise<string | undefined> {
  if (data !== undefined || dataMount === undefined) return data;
  return (await isMountPoint(dataMount)) ? dataMount : undefined;
}

/** Opens the log of the program. Undefined for a silent log, and for a text log with errors only. */
async function openLog({ logLevel: level, logFormat: format }: Options): Promise<ProgramLog | undefined> {
  if (level === 'silent' || (level === 'error' && format === 'text')) return undefined;
  const { openProgramLog } = await import('../worlds/log/program-log.ts');
  return openProgramLog({ level, format, write: (text) => process.stderr.write(text) });
}

type Hooks = Parameters<typeof startFrom>[1];

function hooksOf({ logLevel }: Options, log: ProgramLog | undefined): Hooks {
  if (logLevel === 'silent') return { onFault: () => undefined };
  return log === undefined ? {} : { onFault: log.fault, onWorld: log.follow, onUnreadable: log.unreadable };
}

/** The text printed after the start: addresses, credentials and a first request. */
export function greeting(greeted: Greeted, width = widthOf() ?? Infinity): string {
  const { baseUrl, outer = [], https, data, madeToken, projectId, credentials } = greeted;
  const { live, test } = credentials;
  const call = curlCall(live, `${baseUrl}/v2.1/faxes`, width);
  return [
    `faxsim listens on ${baseUrl}`,
    ...outer.map((url) => `               and ${url}, for other machines and containers`),
    ...(https === undefined ? [] : [`               and ${https.baseUrl}, trusted with ${baseUrl}/_faxsim/ca.pem`]),
    '',
    `  console      ${consoleStart(baseUrl, madeToken)}`,
    '',
    `  live key     ${live.key}`,
    `  live secret  ${live.secret}`,
    `  test key     ${test.key}`,
    `  test secret  ${test.secret}`,
    `  project id   ${projectId}`,
    '',
    ...(data === undefined
      ? []
      : [`  ${data} keeps all records; scenarios and their counts begin again at each start`, '']),
    `  ${call}`,
    '',
  ].join('\n');
}

/**
 * A first request. On a narrow terminal it continues after backslashes, also within the key pair, so that its lines work in a shell
 * as they are.
 */
function curlCall({ key, secret }: KeyPair, url: string, width: number): string {
  const user = shellWord(`${key}:${secret}`);
  const whole = `curl -u ${user} ${shellWord(url)}`;
  const fits = whole.length + 2 <= width;
  if (fits || process.platform === 'win32' || user.startsWith("'")) return whole;
  return [`curl ${shellWord(url)} \\`, `    -u ${key}:\\`, secret].join('\n');
}

type KeyPair = Greeted['credentials']['live'];

interface Greeted extends Pick<RunningSimulator, 'baseUrl' | 'https' | 'data' | 'credentials' | 'projectId'> {
  /** The token that the program made. A token of the user is not printed. */
  readonly madeToken?: string | undefined;
  /** The base URLs for other machines and containers, if there are some. */
  readonly outer?: readonly string[];
}

/**
 * Whether a directory is a mount point. Reads Linux's table of mounts. Elsewhere compares the device with that of the parent, which
 * misses a volume on the same device.
 */
export async function isMountPoint(directory: string, table = '/proc/self/mountinfo'): Promise<boolean> {
  const path = await realpath(directory).catch(() => undefined);
  if (path === undefined) return false;
  const mounts = await readFile(table, 'utf8').catch(() => undefined);
  return mounts === undefined ? isOnOtherDevice(path) : mountPointsOf(mounts).includes(path);
}

/** The fifth word of each line, in which spaces are escaped as three octal digits. */
function mountPointsOf(mounts: string): string[] {
  const words = mounts.split('\n').map((line) => line.split(' ')[4] ?? '');
  return words.map((word) =>
    word.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8))),
  );
}

async function isOnOtherDevice(path: string): Promise<boolean> {
  const [here, above] = await Promise.all([path, dirname(path)].map((each) => stat(each)));
  return here?.dev !== above?.dev;
}

/** Turns an error that the user can fix into a line that names the setting as it was given. */
export async function explainFailure(error: unknown, { options, sources }: Invocation): Promise<unknown> {
  const { host, data } = options;
  const failure = (setting: FlagName, message: string, exitCode = 2): CliError =>
    new CliError(`${sources[setting] ?? rows[setting].flag}: ${message}`, { exitCode });
  if (error instanceof CliError) {
    const { setting = '', message, exitCode } = error;
    if (!isFlagName(setting)) return error;
    return failure(setting === 'data' && data === undefined ? 'dataMount' : setting, message, exitCode);
  }
  const setting = portSetting(error, options);
  switch (failedCall(error)) {
    case 'listen EADDRINUSE':
      return failure(setting, await inUse(options, setting), 4);
    case 'listen EACCES':
      return failure(setting, `this user may not listen on port ${options[setting]}`);
    case 'getaddrinfo ENOTFOUND':
    case 'getaddrinfo EAI_AGAIN':
    case 'listen EADDRNOTAVAIL':
    case 'listen EAFNOSUPPORT':
      return failure('host', `"${host}" is no name or address of this machine`);
    default:
      return error;
  }
}

/** The message about a port in use. If a simulator uses the port, the message says how to use that simulator. */
async function inUse({ host, ...ports }: Options, setting: 'port' | 'httpsPort'): Promise<string> {
  const port = ports[setting];
  const baseUrl = localUrl(host, port, setting === 'port' ? 'http' : 'https');
  const isServed = await isServedByFaxsim(baseUrl);
  const [by, instead] =
    isServed === true
      ? [' by faxsim', `, with its console at ${consoleStart(baseUrl, undefined)}; use that one, or take`]
      : [isServed === false ? ' by another program' : '', '; take'];
  return `${port} on ${host} is in use${by}${instead} another port, or a free one with 0`;
}

/** The setting whose port cannot be used. */
function portSetting(error: unknown, { port, httpsPort }: Invocation['options']): 'port' | 'httpsPort' {
  const failed = error instanceof Error && 'port' in error ? error.port : undefined;
  return failed === httpsPort && failed !== port ? 'httpsPort' : 'port';
}

/** The failed system call and its error code, from an error of Node. */
function failedCall(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  return `${asText(error.syscall)} ${asText(error.code)}`;
}
