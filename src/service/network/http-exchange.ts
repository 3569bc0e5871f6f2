import type { LookupAddress } from 'node:dns';
import { Agent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { createConnection } from 'node:net';
import type { LookupFunction } from 'node:net';
import { errorCode } from '../../model/shared/errors.ts';
import { systemLookup } from './name-lookup.ts';
import { callerAgent, markForCaller } from './caller-requests.ts';

/** An HTTP request. */
interface OutgoingRequest {
  readonly method: string;
  /** An http or https URL. Its credentials are sent as Basic authentication. */
  readonly url: URL;
  /** The request target. Default: path and query of the URL. */
  readonly target?: string;
  /** The checked addresses of its host: the request connects to no other address. Default: those that the system finds. */
  readonly addresses?: readonly LookupAddress[];
  /** A list makes one header for each value. An empty list for `host` sends no Host header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The body, in pieces. */
  readonly chunks?: readonly Uint8Array[];
  /** Closes the sending side of the connection after the chunks, whatever length the headers announce. */
  readonly isBrokenOff?: boolean;
  /** Uses the proxy that Node takes from the environment, if there is one. Default: no proxy. */
  readonly mayUseProxy?: boolean;
  /** Shares connections with other requests. Default: the request has its own connection. */
  readonly sharing?: Sharing | undefined;
  /** True for a call by faxsim's own programs. Default: a request for a caller, which every control API refuses. */
  readonly isOwn?: boolean;
  readonly signal?: Abortable | null | undefined;
  readonly onConnect?: () => void;
  /** Called when the connection takes the request: after the handshake of TLS. */
  readonly onReady?: () => void;
}

/** The way in which requests to one host and port share a connection. */
export interface Sharing {
  readonly connections: Connections;
  /** Whether the connection stays open for the next request; asked at the end of the response. */
  readonly staysOpen: (response: IncomingMessage) => boolean;
  /** Whether the request is sent again if the other side closes the shared connection at that moment. It may then arrive twice. */
  readonly isRepeatable: boolean;
}

const kept = { keepAlive: true, timeout: 4000 } as const;

/**
 * Connections that requests share. An idle connection does not keep the process alive. It closes after 4 s, because
 * most servers close theirs after 5 s or more.
 */
export class Connections {
  readonly #agents = { http: new Agent(kept), https: new HttpsAgent(kept) };

  agentFor(scheme: 'http' | 'https'): Agent {
    return this.#agents[scheme];
  }

  /** Closes the idle connections, and breaks off the others. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

/**
 * Options for an unshared connection without an agent, which would take a tenth of the time of a short exchange. TLS
 * needs an agent.
 */
const unshared: Readonly<Record<'http' | 'https', RequestOptions>> = {
  http: {
    defaultPort: 80,
    createConnection: ({ host, port, lookup }) =>
      createConnection({ host: host ?? '', port: Number(port), noDelay: true, ...(lookup && { lookup }) }),
  },
  https: { agent: false },
};

/** A response that ends HTTP on its connection, such as 101. */
export class UpgradeError extends Error {
  readonly status: number;

  constructor({ statusCode: status = 101, statusMessage = '' }: IncomingMessage) {
    super(`answered ${`${status} ${statusMessage}`.trim()}: a request that asks for no upgrade needs a final response`);
    this.status = status;
  }
}

/**
 * Sends a request and resolves with the head of the response. Redirects are not followed. Rejects if the exchange ends
 * in any other way, with an UpgradeError for a response that switches protocols.
 */
export function sendRequest(given: OutgoingRequest): Promise<IncomingMessage> {
  const { method, url, addresses, signal, onConnect, onReady, sharing, mayUseProxy = false } = given;
  const { chunks = [], isBrokenOff = false, isOwn = false } = given;
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const send = scheme === 'https' ? httpsRequest : httpRequest;
  // An unshared connection is the default, since the other side may be closing a kept one. Node's shared agent supports
  // the proxy.
  const connection = sharing ? { agent: sharing.connections.agentFor(scheme) } : mayUseProxy ? {} : unshared[scheme];
  return new Promise((resolve, reject) => {
    const outgoing = send({
      ...connection,
      method,
      hostname: hostname(url),
      port: url.port,
      path: targetOf(given),
      headers: headersOf(given),
      lookup: addresses === undefined ? systemLookup : pinnedTo(addresses),
    });
    if (signal) abortWith(signal, outgoing);
    outgoing.on('error', (error) => {
      // The other side had already closed the kept connection, so it has not read the request.
      if (sharing?.isRepeatable === true && outgoing.reusedSocket && errorCode(error) === 'ECONNRESET')
        resolve(sendRequest({ ...given, sharing: undefined }));
      else reject(error);
    });
    let isAnswered = false;
    outgoing.on('response', (response) => {
      isAnswered = true;
      // Runs before Node's own listener, which returns the connection to the agent.
      if (sharing) response.prependListener('end', () => (outgoing.shouldKeepAlive &&= sharing.staysOpen(response)));
      resolve(response);
    });
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      reject(new UpgradeError(response));
    });
    // `close` is the last event of every exchange, whatever happened before.
    outgoing.on('close', () => {
      if (!isAnswered) reject(closedError());
    });
    outgoing.on('socket', (socket) => {
      if (!isOwn && !outgoing.reusedSocket) markForCaller(socket);
      if (outgoing.reusedSocket) {
        onConnect?.();
        onReady?.();
        return;
      }
      if (onConnect !== undefined) socket.on('connect', onConnect);
      if (onReady !== undefined) socket.on(scheme === 'https' ? 'secureConnect' : 'connect', onReady);
    });
    for (const chunk of chunks) outgoing.write(chunk);
    if (isBrokenOff) breakOff(outgoing);
    else outgoing.end();
  });
}

const targetOf = ({ url, target = url.pathname + url.search }: OutgoingRequest): string => target;

/** The head of a request as it is on the wire: its lines, and the empty line after them. */
export function headOf(given: OutgoingRequest): string {
  const headers = {
    ...headersOf(given),
    Host: given.url.host,
    Connection: given.sharing === undefined ? 'close' : 'keep-alive',
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${String(one)}`),
  );
  return [`${given.method} ${targetOf(given)} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function headersOf({ url, headers, isOwn }: OutgoingRequest): OutgoingHttpHeaders {
  return {
    ...(hasCredentials(url) && authorization(url)),
    ...headers,
    ...(isOwn !== true && { 'User-Agent': callerAgent }),
  };
}

/** Aborts like node's option `signal`, which takes a sixth of the processor time of a short exchange. */
function abortWith(signal: Abortable, outgoing: ClientRequest): void {
  const abort = (): void => {
    outgoing.destroy(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
  };
  if (signal.aborted) {
    abort();
    return;
  }
  signal.addEventListener('abort', abort);
  outgoing.on('close', () => signal.removeEventListener('abort', abort));
}

function breakOff(outgoing: ClientRequest): void {
  outgoing.flushHeaders();
  outgoing.on('socket', (socket) => socket.on('connect', () => socket.end()));
}

const closedError = (): Error => Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });

/** Reads a body chunk by chunk. Returns whether it ended within `bytesMax`; the rest of a longer body is not read. */
export function readBody(
  response: IncomingMessage,
  bytesMax: number,
  onChunk: (chunk: Buffer) => void,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let size = 0;
    if (response.destroyed) reject(closedError());
    response.on('error', reject);
    response.on('close', () => {
      if (!response.readableEnded) reject(closedError());
    });
    response.on('end', () => resolve(true));
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size - chunk.length <= bytesMax) onChunk(chunk);
      if (size <= bytesMax) return;
      resolve(false);
      response.destroy();
    });
  });
}

/** The members of an AbortSignal that a request uses. */
export interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** An AbortController takes a tenth of the processor time of a short exchange. */
class DeadlineSignal implements Abortable {
  aborted = false;
  readonly #listeners = new Set<() => void>();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

/** Makes a signal that aborts when the outer signal does, or after `timeoutMs` of real time, whatever the world's clock shows. */
export function startDeadline(outer: AbortSignal, timeoutMs: number) {
  const signal = new DeadlineSignal();
  const breakOff = (): void => signal.abort();
  if (outer.aborted) breakOff();
  outer.addEventListener('abort', breakOff);
  const timer = setTimeout(breakOff, timeoutMs).unref();
  return {
    signal,
    /** Rejects at the deadline, even if the work ignores the signal. */
    rejectAtDeadline: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const breakOffWork = (): void => reject(Object.assign(new Error('broken off'), { code: 'ABORT_ERR' }));
        if (signal.aborted) breakOffWork();
        else signal.addEventListener('abort', breakOffWork);
        work.then(resolve, reject);
      }),
    close: (): void => {
      clearTimeout(timer);
      outer.removeEventListener('abort', breakOff);
    },
  };
}

/** The host of a URL, without the brackets around IPv6 addresses. */
export const hostname = ({ hostname: host }: URL): string => (host.startsWith('[') ? host.slice(1, -1) : host);

/** A lookup for node that returns only the checked addresses: the name could resolve to others a moment later. */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== '';

function authorization({ username, password }: URL): Record<string, string> {
  const pair = `${decodeUserinfo(username)}:${decodeUserinfo(password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function decodeUserinfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % without an escape is literal
  }
}
