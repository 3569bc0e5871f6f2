import type { Server } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server as SocketServer, Socket } from 'node:net';
import { isLocalhost } from '../model/shared/urls.ts';
import { drawPort } from './server.ts';
import { asText } from '../model/shared/conversion.ts';

interface ListenAddress {
  /** The port; 0 lets the system choose one. */
  readonly port: number;
  /** A name or an address. */
  readonly host: string;
}

/** A server that listens. */
export interface Listening {
  readonly server: Server;
  /** The sockets on which the server listens in addition to its own. */
  readonly others: readonly SocketServer[];
  /** All open connections. Node's `closeAllConnections` leaves out those without a request or a TLS handshake. */
  readonly connections: ReadonlySet<Socket>;
}

/**
 * Listens on a host. `localhost` means both loopback addresses, since clients may use either. Rejects with node's
 * error.
 */
export function listen(make: () => Server, { port, host }: ListenAddress): Promise<Listening> {
  const addresses = isLocalhost(host) ? loopbacks : ([host] as const);
  return port === 0 ? drawFor(() => listenOnAll(make, 0, addresses)) : listenOnAll(make, port, addresses);
}

const loopbacks = ['127.0.0.1', '::1'] as const;

/** How often another port is tried if the drawn one is free on only one of the addresses. */
const drawsMax = 10;

async function drawFor(open: () => Promise<Listening>, draws = drawsMax): Promise<Listening> {
  try {
    const drawn = await drawPort(async () => {
      const listening = await open();
      return { listening, address: () => listening.server.address(), close: () => close(listening) };
    });
    return drawn.listening;
  } catch (error) {
    if (draws === 0 || !isCode(error, 'EADDRINUSE')) throw error;
    return drawFor(open, draws - 1);
  }
}

type Addresses = readonly [string, ...string[]];

/**
 * Listens on all addresses. The further sockets pass their connections to the server, which counts, times and closes
 * them as its own. Skips an address that this machine lacks, such as IPv6 in many containers, unless it is the first.
 */
async function listenOnAll(make: () => Server, port: number, [first, ...further]: Addresses): Promise<Listening> {
  const server = make();
  const connections = collectConnections(server);
  const others: SocketServer[] = [];
  const opened = await listenOn(server, port, first);
  try {
    for (const address of further) {
      const other = createServer(ofHttp, (connection) => server.emit('connection', connection));
      await listenOn(other, opened, address);
      others.push(other);
    }
  } catch (error) {
    if (!isCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) {
      close({ server, others, connections });
      throw error;
    }
  }
  return { server, others, connections };
}

function collectConnections(server: Server): Set<Socket> {
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/** The settings of node's own HTTP server sockets. */
const ofHttp = { allowHalfOpen: true, noDelay: true, keepAlive: true };

function close({ server, others }: Listening): Server {
  for (const other of others) other.close();
  return server.close();
}

function listenOn(server: SocketServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port); // a server on a port has an address of this form
    });
  });
}

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(asText(error.code));
