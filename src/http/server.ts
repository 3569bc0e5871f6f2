import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { isBlockedPort } from '../model/fields/port.ts';
import { parseUrl } from '../model/shared/urls.ts';
import { afterFinish, answerUnreadable, refuseConnect } from './unreadable.ts';
import type { ParserError } from './unreadable.ts';

interface ServerSettings {
  /** The certificate for TLS; undefined for plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Limit for the arrival of a request, head and body, in ms. Default: node's, 5 minutes. */
  readonly requestTimeout?: number;
  /** Interval at which node looks for requests beyond that limit, in ms. Default: node's, 30 s. */
  readonly connectionsCheckingInterval?: number;
}

/**
 * A server for an Express app, with TLS if it gets a certificate. Express replaces the prototype of each request and
 * response; most of its cost comes from that, because V8 then drops their hidden class. Here they have the final
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
    // Pipelined requests (RFC 9112, 9.3.2) run one after another: a list then contains the fax that was sent before it.
    // A response behind another has no socket, because node holds it back.
    const before = res.socket === null ? latest.get(req.socket) : undefined;
    latest.set(req.socket, res);
    req.url = originForm(req.url ?? '/');
    afterFinish(before, () => void app(req, res));
  };
  server.on('request', handle);
  // The app, which knows the limit, answers each request with `Expect: 100-continue`, and accepts or refuses its body.
  server.on('checkExpectation', handle);
  server.on('connect', (req, socket) => refuseConnect(server, req, socket));
  server.on('clientError', (error: ParserError, socket) => answerUnreadable(server, error, socket, latest.get(socket)));
  return server;
}

/**
 * Opens a server on a port that the system chooses. A port that `fetch` blocks stays occupied until the system has
 * chosen another.
 */
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
 * A connection stays open until its client closes it: closing idle ones after some seconds may break a request on its
 * way. No recorded response has the header `Keep-Alive`, in which node would name that time. TCP keep-alive finds
 * clients that are gone.
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

/** The path and query of a request target. A proxy's clients send the whole URL; an invalid URL becomes `/`. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const url = parseUrl(target);
  return url?.protocol.startsWith('http') === true ? url.pathname + url.search : '/';
}
