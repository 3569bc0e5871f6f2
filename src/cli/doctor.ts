import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import { addressPolicy, dockerHost, inContainer } from '../service/network/address-policy.ts';
import { nameLookup } from '../service/network/name-lookup.ts';
import { callServer } from '../service/network/own-calls.ts';
import { checkUrl, isUntrusted } from '../service/network/url-check.ts';
import { asText } from '../model/shared/conversion.ts';
import { isThisMachine, rootAndWorld } from '../model/shared/urls.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { withPlace } from './follow-up.ts';
import { exceptionsText, proxyVariable } from './proxy.ts';
import { simulatorUrl } from './simulator-at.ts';
import { print } from './table-output.ts';

/** Checks the usual obstacles between a program and its simulator. Exit code 1 for a problem. */
export async function doctor({ words: [webhookUrl], options, sources }: Invocation): Promise<number> {
  if (webhookUrl !== undefined && !(/^https?:\/\/./i.test(webhookUrl) && URL.canParse(webhookUrl))) {
    throw new CliError(`doctor: WEBHOOK-URL must be an http or https URL, got ${JSON.stringify(webhookUrl)}`);
  }
  const isInContainer = inContainer();
  const findings = [
    ...(await simulatorFindings(options, isInContainer)),
    ...proxyFindings(await simulatorUrl(options)),
    await networkFinding(isInContainer),
    ...(webhookUrl === undefined ? [] : [await webhookFinding(webhookUrl, isInContainer, options)]),
  ];
  const exitCode = findings.every(({ isWell }) => isWell) ? 0 : 1;
  const text = withPlace(findings.map(showDiagnosis).join(''), { options, sources });
  return print(findings, options, { text, exitCode });
}

async function webhookFinding(url: string, isInContainer: boolean, options: FlagValues): Promise<Diagnosis> {
  const ways = { policy: addressPolicy(options.allowHosts), lookUp: nameLookup() };
  const simulator = new URL(await simulatorUrl(options));
  const ownPorts = isThisMachine(simulator) ? [Number(simulator.port)] : [];
  return { about: 'webhook', ...(await checkUrl(url, { isInContainer, ownPorts, ...ways })) };
}

function showDiagnosis({ about, isWell, found, advice }: Diagnosis): string {
  return `${isWell ? 'ok' : '!!'}  ${about}: ${found}\n${advice === undefined ? '' : `    ${advice}\n`}`;
}

const timeoutMs = 3000;

/** Warns if programs of this machine would call the simulator through a proxy, as Python, Ruby and curl do with these variables. */
function proxyFindings(text: string): Diagnosis[] {
  const url = new URL(text);
  const variable = proxyVariable(url, process.env);
  if (variable === undefined) return [];
  const { name, proxy, isExcepted } = variable;
  if (isExcepted) return [well('proxy', `${name} names ${proxy}, but NO_PROXY excepts ${url.hostname}`)];
  if (!isThisMachine(url))
    return [well('proxy', `${name} names ${proxy}: programs may call ${url.hostname} through it`)];
  const advice = `faxsim calls this machine without it, many programs do not: set ${exceptionsText}. faxsim exec and faxsim sweep do.`;
  return [problem('proxy', `${name} sends calls to ${url.hostname} through ${proxy}`, advice)];
}

/** Checks whether a simulator answers; if not, whether one could listen on that port of this machine. */
async function simulatorFindings(options: FlagValues, isInContainer: boolean): Promise<Diagnosis[]> {
  const { root: url, world } = rootAndWorld(await simulatorUrl(options));
  const there = await simulatorFinding(url, isInContainer);
  if (there.isWell) return [there, ...(await controlFindings(url, world, options.controlToken))];
  if (options.url !== undefined) return [there];
  return [there, await portFinding(options.host, Number(new URL(url).port) || 80)];
}

async function simulatorFinding(url: string, isInContainer: boolean): Promise<Diagnosis> {
  try {
    if (await isSimulator(url)) return well('simulator', `faxsim answers at ${url}`);
    return problem('simulator', `what answers at ${url} is not faxsim`, 'Look for it elsewhere: --url.');
  } catch (error) {
    const cause = reasonOf(error instanceof Error ? (error.cause ?? error) : error);
    return problem('simulator', `no answer from ${url}: ${cause}`, adviceFor(cause, url, isInContainer));
  }
}

function adviceFor(cause: string, url: string, isInContainer: boolean): string {
  if (isUntrusted(cause))
    return `Have Node trust it: curl -k ${url}/_faxsim/ca.pem > ca.pem, and set NODE_EXTRA_CA_CERTS=ca.pem before Node starts.`;
  if (url.startsWith('https:') && /^(?:EPROTO|ERR_SSL_|ECONNRESET)/.test(cause))
    return 'No TLS is spoken there: write http: in place of https:, or start faxsim with --https and ask its --https-port.';
  const elsewhere = isInContainer
    ? `In a container, 127.0.0.1 is the container itself: name the other service, or ${dockerHost}, in --url.`
    : 'One in a container needs -p 8329:8329.';
  return `Start it with faxsim start; or say with --url, or --host and --port, where it is. ${elsewhere}`;
}

const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  callServer(url, { headers, signal: AbortSignal.timeout(timeoutMs) });

async function isSimulator(url: string): Promise<boolean> {
  const answer: unknown = await (await ask(`${url}/_faxsim/livez`)).json().catch(() => undefined);
  return isPlainObject(answer) && answer['status'] === 'ok';
}

/** Checks whether this machine may use the control API, and whether the world of the URL exists. */
async function controlFindings(
  url: string,
  world: string | undefined,
  token: string | undefined,
): Promise<Diagnosis[]> {
  const { status, data, message } = await askControl(`${url}/_faxsim/info`, token);
  if (status !== 200) return [problem('control', `calls are refused: ${message}`, adviceForRefusal(status, token))];
  const version = typeof data['version'] === 'string' ? data['version'] : '';
  const taken = well('control', `calls are taken by faxsim ${version}`.trim());
  const found = [taken, ...diskFindings(data['disk_refusal'])];
  return world === undefined ? found : [...found, await worldFinding(`${url}/w/${world}`, token)];
}

/** The disk of `--data`, if it refuses writes. */
const diskFindings = (refusal: unknown): Diagnosis[] =>
  typeof refusal === 'string'
    ? [problem('disk', refusal, 'Make room in the directory of --data; faxes then go on by themselves.')]
    : [];

async function worldFinding(url: string, token: string | undefined): Promise<Diagnosis> {
  const { status, data, message } = await askControl(`${url}/_faxsim/world`, token);
  if (status === 200) return well('world', `${asText(data['id'])} is there`);
  return problem('world', message, 'faxsim worlds list shows those that are there.');
}

/** Makes a control call. Returns the status, the data, and the message of a refusal. */
async function askControl(url: string, token: string | undefined) {
  const answer = await ask(url, token === undefined ? {} : { authorization: `Bearer ${token}` });
  const body: unknown = await answer.json().catch(() => undefined);
  const { data, message } = isPlainObject(body) ? body : {};
  return {
    status: answer.status,
    data: isPlainObject(data) ? data : {},
    message: typeof message === 'string' ? message : `status ${answer.status}`,
  };
}

/** Speaks of a token only if it is missing or wrong. */
function adviceForRefusal(status: number, token: string | undefined): string {
  if (status !== 401 && status !== 403)
    return 'What answers takes no calls of the control API: is the URL that of the simulator, or of one of its worlds?';
  return token === undefined
    ? 'Start it with a --control-token, and give the same to doctor and all others, or set FAXSIM_CONTROL_TOKEN.'
    : 'Give doctor the --control-token that it was started with, or set FAXSIM_CONTROL_TOKEN.';
}

async function portFinding(host: string, port: number): Promise<Diagnosis> {
  const failure = await listenFailure(host, port);
  if (failure === undefined) return well('port', `${port} on ${host} is free`);
  if (failure !== 'EADDRINUSE') {
    return problem('port', `cannot listen at ${port} on ${host}: ${failure}`, 'Take another: --port.');
  }
  const holder = await portHolder(port);
  const by = holder === undefined ? '' : ` by ${holder}`;
  return problem('port', `${port} on ${host} is in use${by}`, 'End that, or take another: --port.');
}

function listenFailure(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(reasonOf(error)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

const listening = '0A';

/** The process that listens on a port, `node (pid 17)`, if this user may see it; Linux only. */
async function portHolder(port: number): Promise<string | undefined> {
  const sockets = await listeningSockets(port);
  if (sockets.size === 0) return undefined;
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    if (await holds(pid, sockets)) return `${(await readOrNothing(`/proc/${pid}/comm`)).trim()} (pid ${pid})`;
  }
  return undefined;
}

/** Sockets as processes' descriptors call them: `socket:[4711]`. */
async function listeningSockets(port: number): Promise<Set<string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readOrNothing(`/proc/net/${name}`)));
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const ours = rows.filter(([, local = '', , state]) => local.endsWith(`:${hexPort}`) && state === listening);
  return new Set(ours.map((row) => `socket:[${row[9] ?? ''}]`));
}

async function holds(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const descriptors = await readdir(folder).catch(() => []);
  const targets = await Promise.all(descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return targets.some((target) => sockets.has(target));
}

const readOrNothing = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** A result of a check, with the advice that follows from it. */
interface Diagnosis {
  readonly about: 'simulator' | 'proxy' | 'control' | 'disk' | 'world' | 'port' | 'network' | 'webhook';
  readonly isWell: boolean;
  readonly found: string;
  readonly advice?: string;
}

const well = (about: Diagnosis['about'], found: string): Diagnosis => ({ about, isWell: true, found });
const problem = (about: Diagnosis['about'], found: string, advice: string): Diagnosis => ({
  about,
  isWell: false,
  found,
  advice,
});

/** Checks whether a container knows a name for the machine around it. */
async function networkFinding(isInContainer: boolean): Promise<Diagnosis> {
  const [{ address } = { address: undefined }] = await nameLookup()(dockerHost).catch(() => []);
  const where = isInContainer ? 'this is a container' : 'this is no container';
  const known = address === undefined ? `${dockerHost} is not known here` : `${dockerHost} is ${address}`;
  const advice = `To reach the machine around it: docker run --add-host=${dockerHost}:host-gateway, or extra_hosts in compose.`;
  return { ...well('network', `${where}; ${known}`), ...(isInContainer && address === undefined && { advice }) };
}
