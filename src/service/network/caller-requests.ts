import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

// Requests that faxsim makes for a caller: contents, their redirects, webhooks. The caller chooses where they go, and they come from
// this machine. A control API must know them whatever name, port or world they are for.

/** The `User-Agent` of such a request: it passes proxies, and a control API of another process knows it. */
export const callerAgent = 'faxsim';

/** Both ends of the connections of this process that such requests take. A relay cannot hide them behind another header. */
const connections = new Set<string>();

/** How long a closed connection is remembered, in ms: the server may read its last request later. */
const rememberedMs = 1000;

/** Remembers a connection that such a request takes, from its begin: nothing is sent before. */
export function markForCaller(socket: Socket): void {
  const mark = (): void => {
    const key = keyOf(endOf(socket.localAddress, socket.localPort), endOf(socket.remoteAddress, socket.remotePort));
    connections.add(key);
    socket.once('close', () => setTimeout(forgetLater, rememberedMs, key).unref());
  };
  if (socket.connecting) socket.prependOnceListener('connect', mark);
  else mark();
}

/** A busy process runs its timers before it reads from its connections: two turns later it has read what had come. */
const forgetLater = (key: string): void =>
  void setImmediate(() => setImmediate(() => setImmediate(() => connections.delete(key))));

/** Whether a request that a server has got was made for a caller, by this process or another faxsim. */
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

/** A socket for both families shows an address of IPv4 in its form of IPv6. */
const endOf = (address = '', port = 0): string => `${address.replace(/^::ffff:/i, '')} ${port}`;

const keyOf = (client: string, server: string): string => `${client} ${server}`;
