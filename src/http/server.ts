import { IncomingMessage, STATUS_CODES, ServerResponse, createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { failure } from '../wire/reply.ts';

/**
 * A server for an Express app. Express gives each request and response another prototype, which is most of what it
 * costs, since the engine then forgets their shape; here they are born with the one that it would give them.
 */
export function createAppServer(app: Express): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as typeof app.request;
  app.response = AppResponse.prototype as unknown as typeof app.response;
  const server = createServer(
    { IncomingMessage: AppRequest, ServerResponse: AppResponse, requireHostHeader: false },
    app,
  );
  server.on('clientError', answerUnreadable);
  return server;
}

/** What node's parser refuses never reaches Express; it too gets a JSON answer, written by hand on the bare socket. */
function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = unreadable[error.code ?? ''] ?? [400, `The request cannot be read: ${error.message}`];
  const body = failure(message);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Cache-Control: no-cache',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const unreadable: Readonly<Record<string, [status: number, message: string] | undefined>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and headers of the request are too large together'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};
