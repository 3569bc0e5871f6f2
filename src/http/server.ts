import { IncomingMessage, STATUS_CODES, ServerResponse, createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { failure } from '../wire/reply.ts';

/**
 * A server for an Express app, with TLS when it is given a certificate. Express gives each request and response another
 * prototype, which is most of what it costs, since the engine then forgets their shape; here they are born with the one
 * that it would give them.
 */
export function createAppServer(app: Express, certified?: { cert: string; key: string }): Server {
  const { AppRequest, AppResponse } = bornFor(app);
  const options = { IncomingMessage: AppRequest, ServerResponse: AppResponse, requireHostHeader: false };
  const server = certified === undefined ? createServer(options) : createSecureServer({ ...options, ...certified });
  const latest = new WeakMap<Duplex, ServerResponse>();
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    latest.set(req.socket, res);
    req.url = originForm(req.url ?? '/');
    app(req as Parameters<Express>[0], res as unknown as Parameters<Express>[1]);
  };
  server.on('request', answer);
  // Refused or not, a body that the client asks leave for is answered by the app, which knows the limit.
  server.on('checkExpectation', answer);
  server.on('connect', (_req, socket) => {
    writeBare(socket, 405, 'This is no proxy: CONNECT is not possible');
  });
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    answerUnreadable(error, socket, latest.get(socket));
  });
  return server;
}

const classes = new WeakMap<Express, Born>();

/** The same for all servers of an app. */
function bornFor(app: Express): Born {
  const known = classes.get(app);
  if (known !== undefined) return known;
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as typeof app.request;
  app.response = AppResponse.prototype as unknown as typeof app.response;
  const born = { AppRequest, AppResponse };
  classes.set(app, born);
  return born;
}

interface Born {
  readonly AppRequest: typeof IncomingMessage;
  readonly AppResponse: typeof ServerResponse<InstanceType<typeof IncomingMessage>>;
}

/** A proxy's clients send the whole URL; what is none has no route. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url?.protocol.startsWith('http') === true ? url.pathname + url.search : '/';
}

/** What node's parser refuses never reaches Express; it too is answered in JSON, after what came before it. */
function answerUnreadable(error: Error & { code?: string }, socket: Duplex, before: ServerResponse | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = unreadable[error.code ?? ''] ?? [400, `The request cannot be read: ${error.message}`];
  const answer = (): void => {
    writeBare(socket, status, message);
  };
  if (before === undefined || before.writableFinished) answer();
  else before.once('finish', answer);
}

/** An answer on the socket itself, and the end of it. */
function writeBare(socket: Duplex, status: number, message: string): void {
  const body = failure(message);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    'Server: nginx',
    'Cache-Control: no-cache',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const unreadable: Readonly<Record<string, [status: number, message: string] | undefined>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and headers of the request are too large together'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};
