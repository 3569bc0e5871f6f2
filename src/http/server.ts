import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { isBlockedPort } from '../model/fields/kinds.ts';
import { parseUrl } from '../model/shared/urls.ts';
import { afterFinish, answerUnreadable, refuseConnect } from './unreadable.ts';
import type { ParserError } from './unreadable.ts';

interface ServerSettings {
  /** TLS, by this certificate; undefined for plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How long a request may take to arrive, head and body, in ms. Default: node's, 5 minutes. */
  readonly requestTimeout?: number;
  /** How often node looks for requests that took longer, in ms. Default: node's, 30 s. */
  readonly connectionsCheckingInterval?: number;
}

/**
 * A server for an Express app, with TLS when it is given a certificate. Express replaces the prototype of each request
 * and response, which is most of its cost, since the engine then forgets their shape. Here they have the final
 * prototype from the start.
 */
export function createAppServer(app: Express, { tls, ...timing }: ServerSettings = {}): Server {
  const { AppRequest, AppResponse } = appClassesFor(app);
  const options = {
    IncomingMessage: AppRequest,
    ServerResponse: AppResponse,
    requireHostHeader: false,
    ...connections,
    ...timing,
  };
  const server = tls === undefined ? createServer(options) : createSecureServer({ ...options, ...tls });
  const latest = new WeakMap<Duplex, ServerResponse>();
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    // Pipelined requests (RFC 9112, 9.3.2) take turns: a list has the fax that was sent before it. node holds back a response that
    // comes behind another, without a socket.
    const before = res.socket === null ? latest.get(req.socket) : undefined;
    latest.set(req.socket, res);
    req.url = originForm(req.url ?? '/');
    afterFinish(before, () => void app(req, res));
  };
  server.on('request', handle);
  // Refused or not, a body that the client asks leave for is answered by the app, which knows the limit.
  server.on('checkExpectation', handle);
  server.on('connect', (req, socket) => refuseConnect(server, req, socket));
  server.on('clientError', (error: ParserError, socket) => answerUnreadable(server, error, socket, latest.get(socket)));
  return server;
}

/** Opens a server on a port that the system draws; one that `fetch` blocks is held until the system has drawn another. */
export async function drawPort<T extends Pick<Server, 'address' | 'close'>>(open: () => Promise<T>): Promise<T> {
  const server = await open();
  const at = server.address();
  if (at === null || typeof at === 'string' || !isBlockedPort(at.port)) return server;
  try {
    return await drawPort(open);
  } finally {
    server.close();
  }
}

/**
 * A connection stays open until its client closes it: one that node closes after some seconds may break a request that is on its way.
 * No recorded answer has the header `Keep-Alive`, with which node would name that time. The system finds clients that are gone.
 */
const connections = { keepAliveTimeout: 0, keepAlive: true } as const;

const classes = new WeakMap<Express, ReturnType<typeof makeClasses>>();

/** Makes the classes of an app once, for all its servers. */
function appClassesFor(app: Express) {
  const known = classes.get(app) ?? makeClasses(app);
  classes.set(app, known);
  return known;
}

function makeClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { AppRequest, AppResponse };
}

/** A proxy's clients send the whole URL; an invalid one has no route. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const url = parseUrl(target);
  return url?.protocol.startsWith('http') === true ? url.pathname + url.search : '/';
}
