import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

// Requests that faxsim makes for a caller: fetches of content, their redirects, and webhooks. The caller chooses the
// target, and the request comes from this machine. A control API must therefore recognize them, whatever name, port or
// world they address.

/** The `User-Agent` of a request for a caller. Proxies pass it on, and the control API of another process recognizes it. */
export const callerAgent = 'faxsim';

/** Both ends of this process's connections for requests for a caller. A relay with another `User-Agent` cannot hide them. */
const connections = new Set<string>();

/** How long a closed connection is remembered, in ms: the server may read its last request later. */
const rememberedMs = 1000;

/** Remembers a connection of a request for a caller from the moment it opens, before anything is sent. */
export function markForCaller(socket: Socket): void {
  const mark = (): void => {
    const key = keyOf(endOf(socket.localAddress, socket.localPort), endOf(socket.remoteAddress, socket.remotePort));
    connections.add(key);
    socket.once('close', () => setTimeout(forgetLater, rememberedMs, key).unref());
  };
  if (socket.connecting) socket.prependOnceListener('connect', mark);
  else mark();
}

/**
 * Forgets a connection two turns later. A busy process runs timers before it reads from connections, and has read
 * everything by then.
 */
const forgetLater = (key: string): void =>
  void setImmediate(() => setImmediate(() => setImmediate(() => connections.delete(key))));

/** Whether a received request was made for a caller, by this process or another faxsim. */
export function isForCaller({ headers, socket }: ReceivedRequest): boolean {
  if (headers['user-agent']?.trim() === callerAgent) return true;
  if (connections.size === 0) return false;
  return connections.has(
    keyOf(endOf(socket.remoteAddress, socket.remotePort), endOf(socket.localAddress, socket.localPort)),
  );
}

interface ReceivedRequest {
  readonly headers: Pick<IncomingHttpHeaders, 'user-agent'>;
  readonly socket: Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;
}

/** One end of a connection. A dual-stack socket shows IPv4 addresses in IPv6 form. */
const endOf = (address = '', port = 0): string => `${address.replace(/^::ffff:/i, '')} ${port}`;

const keyOf = (client: string, server: string): string => `${client} ${server}`;
